using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>
/// Makes cases that follow the format of MessagePack: runs of tokens of one form or of many, shortest or not, with values on both sides of every limit,
/// behind headers that are right or wrong; and then damages them: bits, bytes, whole tokens, cuts, splices.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
public static class CaseMaker<T>
    where T : unmanaged
{
    private const int MaxSegments = 12;

    /// <summary>The first bytes of tokens that the type is read from, without fixints.</summary>
    private static readonly byte[] AcceptedCodes =
        typeof(T) == typeof(bool) ? [0xc2, 0xc3]
        : typeof(T) == typeof(DateTime) ? [0xd6, 0xd7, 0xd7, 0xc7, 0xc8, 0xc9]
        : typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half)
            ? [0xca, 0xca, 0xca, 0xcb, 0xcb, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3]
            : [0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3];

    public static FuzzCase Create(FuzzRandom random)
    {
        FuzzKind kind = random.OneIn(2) ? FuzzKind.Elements : random.OneIn(5) ? FuzzKind.Grid : FuzzKind.Message;
        List<byte> bytes = Tokens(random, Count(random), out int count);
        for (int damage = random.OneIn(3) ? 0 : random.Next(4); damage > 0; damage--)
        {
            Damage(random, bytes);
        }

        if (kind != FuzzKind.Elements)
        {
            bytes.InsertRange(0, Header(random, count));
            if (kind == FuzzKind.Grid)
            {
                bytes.InsertRange(0, Lengths(random, count));
            }

            if (random.OneIn(8))
            {
                Damage(random, bytes);
            }
        }

        int room = random.Next(4) switch
        {
            0 => count,
            1 => count + random.Next(1, 70),
            2 => random.Next(count + 1),
            _ => random.Next(600),
        };
        return new FuzzCase(kind, [.. bytes], room, Cuts(random, bytes.Count));
    }

    /// <summary>Mostly arrays about as long as the kernels' steps, now and then one that a chunk does not hold.</summary>
    private static int Count(FuzzRandom random) => random.Next(1000) switch
    {
        < 400 => random.Next(20),
        < 800 => random.Next(80),
        < 950 => random.Next(200),
        < 999 => random.Next(400),
        _ => random.Next(4000, 9000),
    };

    private static List<byte> Tokens(FuzzRandom random, int length, out int count)
    {
        var tokens = new List<byte>(length * 4);
        count = 0;
        while (count < length)
        {
            // A message is a few stretches, each of its own kind: that is where kernels hand over to each other.
            int stretch = Math.Min(length - count, random.OneIn(2) ? length : random.Next(1, 60));
            int style = random.Next(6);
            int others = random.OneIn(2) ? 10 : 60;
            byte code = AnyCode(random);
            ulong state = random.Next64();
            switch (style)
            {
                case 0:
                    tokens.AddRange(ReferenceCodec.EncodeElements<T>(LargeInput.Create<T>(
                        LargeInput.Distributions[random.Next(LargeInput.Distributions.Length)], stretch, state)));
                    break;

                case 1 or 2:
                    for (int i = 0; i < stretch; i++)
                    {
                        Token(random, tokens, code);
                    }

                    break;

                default:
                    for (int i = 0; i < stretch; i++)
                    {
                        Token(random, tokens, style == 3 && !random.OneIn(others) ? code : AnyCode(random));
                    }

                    break;
            }

            count += stretch;
        }

        return tokens;
    }

    /// <summary>A first byte that the type is read from, and once in a while one that it is not.</summary>
    private static byte AnyCode(FuzzRandom random)
    {
        if (random.OneIn(400))
        {
            return random.NextByte();
        }

        bool fixInt = typeof(T) != typeof(bool) && typeof(T) != typeof(DateTime) && random.OneIn(3);
        return fixInt
            ? unchecked((byte)(IsUnsigned && !random.OneIn(60) ? random.Next(128) : random.Next(-32, 128)))
            : AcceptedCodes[random.Next(AcceptedCodes.Length)];
    }

    private static bool IsUnsigned =>
        typeof(T) == typeof(ushort) || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong) || typeof(T) == typeof(char)
        || NumberRange.Greatest<T>() != 0;

    /// <summary>A token with the given first byte and, mostly, a value that fits the type, however wide the token is.</summary>
    private static void Token(FuzzRandom random, List<byte> tokens, byte code)
    {
        if (typeof(T) == typeof(DateTime))
        {
            Timestamp(random, tokens, code);
            return;
        }

        int width = code switch { 0xcc or 0xd0 => 1, 0xcd or 0xd1 => 2, 0xce or 0xd2 or 0xca => 4, 0xcf or 0xd3 or 0xcb => 8, _ => 0 };
        tokens.Add(code);
        if (width == 0)
        {
            return;
        }

        if (code is 0xca or 0xcb)
        {
            // Any bits are a number.
            AppendBigEndian(tokens, random.Next64(), width);
            return;
        }

        // Bits that the element has, all of them or fewer, beginning with zeros or (in a signed token) ones.
        int bits = Math.Min(8 * width, random.OneIn(300) ? 64 : ElementBits - (IsUnsigned ? 0 : code < 0xd0 ? 1 : 0));
        if (IsUnsigned && code >= 0xd0)
        {
            bits = Math.Min(bits, (8 * width) - 1);
        }

        bits = random.OneIn(2) ? bits : random.Next(bits + 1);
        ulong value = bits == 0 ? 0 : random.Next64() >> (64 - bits);
        if (bits > 0 && random.OneIn(5))
        {
            // A limit, or a neighbour of it.
            value = (1UL << (bits - 1)) - (ulong)random.Next(3) + (random.OneIn(2) ? 0 : 1UL << (bits - 1));
            value &= ulong.MaxValue >> (64 - bits);
        }

        if (NumberRange.Greatest<T>() != 0 && random.OneIn(100))
        {
            value = NumberRange.Greatest<T>() + (ulong)random.Next(-1, 2);
        }

        if (code >= 0xd0 && !IsUnsigned && random.OneIn(2))
        {
            // Negative: the complement begins with ones.
            value = ~(value >> 1);
        }

        AppendBigEndian(tokens, value, width);
    }

    /// <summary>A timestamp with the given first byte, mostly of a length that timestamps have and in the range of a <see cref="DateTime"/>.</summary>
    private static void Timestamp(FuzzRandom random, List<byte> tokens, byte code)
    {
        tokens.Add(code);
        int width = code is >= 0xd4 and <= 0xd8 ? 1 << (code - 0xd4) : random.OneIn(100) ? random.Next(20) : 4 * random.Next(1, 4);
        AppendBigEndian(tokens, (ulong)width, code switch { 0xc7 => 1, 0xc8 => 2, 0xc9 => 4, _ => 0 });
        tokens.Add(random.OneIn(200) ? random.NextByte() : (byte)0xff);
        if (width == 12 && !random.OneIn(20))
        {
            AppendBigEndian(tokens, random.Next64(), 4);
            AppendBigEndian(tokens, (random.Next64() % 315_537_897_600) - 62_135_596_800, 8);
            return;
        }

        for (int i = 0; i < width; i++)
        {
            tokens.Add(random.NextByte());
        }
    }

    private static int ElementBits =>
        typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half) ? 64
            : NumberRange.Greatest<T>() != 0 ? BitOperations.Log2(NumberRange.Greatest<T>())
            : 8 * Unsafe.SizeOf<T>();

    private static void AppendBigEndian(List<byte> tokens, ulong value, int width)
    {
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
        {
            tokens.Add((byte)(value >> shift));
        }
    }

    private static byte[] Header(FuzzRandom random, int count)
    {
        long declared = random.Next(12) switch
        {
            0 => count + random.Next(-2, 3),
            1 => random.OneIn(2) ? (long)(random.Next64() >> 32) : int.MaxValue + (long)random.Next(-2, 3),
            2 => random.Next(300),
            _ => count,
        };
        declared = Math.Clamp(declared, 0, uint.MaxValue);
        int form = random.OneIn(6) ? random.Next(3) : declared < 16 ? 0 : declared < 65536 ? 1 : 2;
        return random.OneIn(60) ? [random.OneIn(2) ? (byte)0xc0 : random.NextByte()]
            : form switch
            {
                0 => [(byte)(0x90 | (declared & 15))],
                1 => [0xdc, (byte)(declared >> 8), (byte)declared],
                _ => [0xdd, (byte)(declared >> 24), (byte)(declared >> 16), (byte)(declared >> 8), (byte)declared],
            };
    }

    /// <summary>The header of an array of two dimensions, and its lengths: mostly with <paramref name="count"/> as their product.</summary>
    private static byte[] Lengths(FuzzRandom random, int count)
    {
        int rows = count == 0 ? 0 : random.Next(1, count + 1);
        while (rows > 1 && count % rows != 0)
        {
            rows--;
        }

        int columns = count == 0 ? random.Next(5) : count / rows;
        (rows, columns) = random.Next(24) switch
        {
            0 => (columns, rows),
            1 => (random.Next(40), columns),
            2 => (-rows, -columns),
            3 => (0, int.MaxValue - random.Next(70)),
            4 => (int.MaxValue - random.Next(70), random.Next(3)),

            // The product is 2^32 more than an int would show.
            5 => (1 << 16, 1 << 16),
            _ => (rows, columns),
        };
        byte header = (byte)(random.OneIn(40) ? 0x90 + random.Next(16) : 0x93);
        return [header, .. ReferenceCodec.EncodeElements<int>([rows, columns])];
    }

    private static void Damage(FuzzRandom random, List<byte> bytes)
    {
        int at = random.Next(bytes.Count + 1);
        int length = Math.Min(bytes.Count - at, 1 + random.Next(random.OneIn(4) ? 40 : 9));
        switch (random.Next(9))
        {
            case 0 when at < bytes.Count:
                bytes[at] ^= (byte)(1 << random.Next(8));
                break;

            case 1 when at < bytes.Count:
                bytes[at] = random.NextByte();
                break;

            case 2 when at < bytes.Count:
                bytes[at] = (byte)random.Next(0xc0, 0xe0);
                break;

            case 3:
                bytes.RemoveRange(at, bytes.Count - at);
                break;

            case 4:
                bytes.RemoveRange(at, length);
                break;

            case 5:
                // A piece of the message once more, somewhere else.
                bytes.InsertRange(random.Next(bytes.Count + 1), bytes.GetRange(at, length));
                break;

            case 6:
                bytes.InsertRange(at, Tokens(random, random.Next(1, 6), out _));
                break;

            case 7:
                // Two messages, one inside the other.
                bytes.InsertRange(at, Header(random, random.Next(20)));
                break;

            default:
                bytes.Insert(at, random.NextByte());
                break;
        }
    }

    private static int[] Cuts(FuzzRandom random, int length)
    {
        int[] cuts;
        switch (random.Next(8))
        {
            case 0:
                return [];

            case 1:
                // Pieces of one length, down to single bytes.
                int piece = 1 + random.Next(random.OneIn(2) ? 4 : 70);
                return [.. Enumerable.Range(1, Math.Max(0, (length - 1) / piece)).Select(i => i * piece)];

            default:
                cuts = new int[random.Next(1, MaxSegments)];
                for (int i = 0; i < cuts.Length; i++)
                {
                    cuts[i] = i > 0 && random.OneIn(5) ? cuts[i - 1] : random.Next(length + 1);
                }

                Array.Sort(cuts);
                return cuts;
        }
    }
}
