using System;
using System.Collections.Generic;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>Tokens of every form, with payloads at both ends and in the middle, and what the reference codec makes of each.</summary>
internal static class TokenPool<T>
    where T : unmanaged
{
    /// <summary>The prefix of a <c>float</c>, the first of the numbers' prefixes.</summary>
    public const int FirstPrefix = 0xca;

    /// <summary>The prefix of an <c>int64</c>, the last of them.</summary>
    public const int LastPrefix = 0xd3;

    public static readonly Pooled[] All = Create();

    /// <summary>Tokens that the type is read from.</summary>
    public static readonly Pooled[] Accepted = Select(true);

    /// <summary>Tokens of a kind that it is not read from, and some whose value does not fit.</summary>
    public static readonly Pooled[] Rejected = Select(false);

    /// <summary>The accepted tokens by form (fixints from 0 up and below, each prefix), and the rejected ones as a last form.</summary>
    public static readonly Pooled[][] ByForm = Group();

    /// <summary>
    /// A token of each prefix of an integer or a floating-point number, from <c>ca</c> to <c>d3</c>, and a few of one byte. Every byte of the payloads is
    /// <paramref name="fill"/>.
    /// </summary>
    public static Pooled[] FilledWith(byte fill)
    {
        var pool = new List<Pooled>();
        for (int code = FirstPrefix; code <= LastPrefix; code++)
        {
            byte[] token = new byte[1 + PayloadLength(code)];
            token.AsSpan().Fill(fill);
            token[0] = (byte)code;
            Add(pool, token);
        }

        foreach (byte other in new byte[] { 0x05, 0xe5, 0xc0, 0xc3 })
        {
            Add(pool, [other]);
        }

        return [.. pool];
    }

    private static int PayloadLength(int code) => code switch { 0xcc or 0xd0 => 1, 0xcd or 0xd1 => 2, 0xce or 0xd2 or 0xca => 4, _ => 8 };

    private static Pooled[] Create()
    {
        var pool = new List<Pooled>();
        foreach (byte fixInt in new byte[] { 0x00, 0x01, 0x2a, 0x7f, 0xe0, 0xe1, 0xfe, 0xff })
        {
            Add(pool, [fixInt]);
        }

        for (int code = FirstPrefix; code <= LastPrefix; code++)
        {
            int width = PayloadLength(code);
            byte[] token = new byte[1 + width];
            token[0] = (byte)code;

            // All zeros or all ones but for a few bytes at the end, of every length: values that fit a narrower type, from wide tokens too.
            foreach (byte fill in new byte[] { 0x00, 0xff })
            {
                for (int bytes = 0; bytes <= width; bytes++)
                {
                    foreach (byte top in new byte[] { 0x00, 0x7f, 0x80, 0xff, 0xc0, 0xcc, 0xd0 })
                    {
                        token.AsSpan(1).Fill(fill);
                        for (int i = 1 + width - bytes; i <= width; i++)
                        {
                            token[i] = i == 1 + width - bytes ? top : (byte)((i * 0x35) + top);
                        }

                        Add(pool, token);
                    }
                }
            }
        }

        if (typeof(T) == typeof(DateTime))
        {
            AddTimestamps(pool);
        }

        foreach (byte other in new byte[] { 0xc2, 0xc3, 0xc0, 0xc1, 0x80, 0x90, 0xa1, 0xc4, 0xd4, 0xd9, 0xdc, 0xdd, 0xdf })
        {
            Add(pool, [other]);
        }

        return [.. pool];
    }

    private static void AddTimestamps(List<Pooled> pool)
    {
        foreach (ulong seconds in new ulong[] { 0, 1, 0x65432100, uint.MaxValue, 1UL << 32, (1UL << 34) - 1, 1UL << 34, 253_402_300_799, 253_402_300_800, ulong.MaxValue })
        {
            foreach (uint nanoseconds in new uint[] { 0, 1, 99, 100, 999_999_999, 1_000_000_000, (1 << 30) - 1, uint.MaxValue })
            {
                ulong both = ((ulong)nanoseconds << 34) | (seconds & ((1UL << 34) - 1));
                Add(pool, [0xd6, 0xff, .. BigEndian(seconds, 4)]);
                Add(pool, [0xd7, 0xff, .. BigEndian(both, 8)]);
                Add(pool, [0xc7, 12, 0xff, .. BigEndian(nanoseconds, 4), .. BigEndian(seconds, 8)]);
                Add(pool, [0xc8, 0, 8, 0xff, .. BigEndian(both, 8)]);
                Add(pool, [0xc9, 0, 0, 0, 4, 0xff, .. BigEndian(seconds, 4)]);
                Add(pool, [0xc9, 0, 0, 0, 12, 0xff, .. BigEndian(nanoseconds, 4), .. BigEndian(0 - seconds, 8)]);
            }
        }

        // Extensions of another type, and of lengths that no timestamp has.
        Add(pool, [0xd6, 0xfe, 0, 0, 0, 0]);
        Add(pool, [0xd7, 0x01, 0, 0, 0, 0, 0, 0, 0, 0]);
        Add(pool, [0xd4, 0xff, 0]);
        Add(pool, [0xd5, 0xff, 0, 0]);
        Add(pool, [0xd8, 0xff, .. new byte[16]]);
        Add(pool, [0xc7, 5, 0xff, 0, 0, 0, 0, 0]);
    }

    private static byte[] BigEndian(ulong value, int width)
    {
        byte[] bytes = new byte[width];
        for (int i = width - 1; i >= 0; i--, value >>= 8)
        {
            bytes[i] = (byte)value;
        }

        return bytes;
    }

    private static void Add(List<Pooled> pool, byte[] token)
    {
        ReferenceResult<T> result = ReferenceCodec.DecodeElements<T>(token, 1);
        bool accepted = result.Values.Length == 1;
        pool.Add(new Pooled((byte[])token.Clone(), accepted, accepted ? result.Values[0] : default));
    }

    private static Pooled[] Select(bool accepted)
    {
        var selected = new List<Pooled>();
        foreach (Pooled pooled in All)
        {
            if (pooled.IsAccepted == accepted)
            {
                selected.Add(pooled);
            }
        }

        return [.. selected];
    }

    private static Pooled[][] Group()
    {
        var lists = new List<Pooled>?[256];
        foreach (Pooled pooled in Accepted)
        {
            byte first = pooled.Token[0];
            (lists[first < 0x80 ? 0 : first >= 0xe0 ? 0xe0 : first] ??= []).Add(pooled);
        }

        var groups = new List<Pooled[]>();
        foreach (List<Pooled>? list in lists)
        {
            if (list is not null)
            {
                groups.Add([.. list]);
            }
        }

        groups.Add(Rejected);
        return [.. groups];
    }

    internal readonly record struct Pooled(byte[] Token, bool IsAccepted, T Value);
}
