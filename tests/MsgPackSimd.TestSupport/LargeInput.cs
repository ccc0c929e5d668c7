using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.TestSupport;

/// <summary>
/// Makes the inputs of <c>encode-large.jsonl.gz</c>, and any others of the same distributions: SplitMix64, one draw an element (a second one only
/// where the code makes it), truncated to the type's width.
/// </summary>
public static class LargeInput
{
    public static readonly string[] Distributions = ["random", "mixed_width", Small, "negative", "mostly_small"];

    /// <summary>Those that are not in the golden files, and not measured unless they are asked for.</summary>
    public static readonly string[] OnRequest = [RarelyLarge, Clustered];

    public static readonly string[] All = [.. Distributions, .. OnRequest];

    /// <summary>0 to 99, each of them a token of one byte.</summary>
    public const string Small = "small";

    /// <summary>One in 50 of any size, the others small.</summary>
    public const string RarelyLarge = "rarely_large";

    /// <summary>One to twelve of any width, one after another, and one to 250 small ones between them.</summary>
    private const string Clustered = "clustered";

    public static T[] Create<T>(string distribution, int count, ulong state)
        where T : unmanaged
    {
        var values = new T[count];
        bool isCluster = true;
        int end = 0;
        for (int i = 0; i < count; i++)
        {
            if (distribution == Clustered && i == end)
            {
                isCluster = !isCluster;
                end += 1 + (int)(SplitMix64.Next(ref state) % (isCluster ? 12UL : 250));
            }

            values[i] = Draw<T>(distribution != Clustered ? distribution : isCluster ? "mixed_width" : Small, ref state);
        }

        return values;
    }

    private static T Draw<T>(string distribution, ref ulong state)
        where T : unmanaged
    {
        ulong x = SplitMix64.Next(ref state);
        if (typeof(T) == typeof(bool))
        {
            return Unsafe.BitCast<bool, T>((x & 1) != 0);
        }

        if (typeof(T) == typeof(float))
        {
            return Unsafe.BitCast<uint, T>(
                distribution == "random" ? (uint)x : BitConverter.SingleToUInt32Bits((float)((long)(x >> 40) / 1000.0)));
        }

        if (typeof(T) == typeof(double))
        {
            return Unsafe.BitCast<ulong, T>(distribution == "random" ? x : BitConverter.DoubleToUInt64Bits((long)(x >> 20) / 1e6));
        }

        if (typeof(T) == typeof(Half))
        {
            // Halves are not in the golden files either. NaNs are quiet, as every NaN is that has once been a float.
            return Unsafe.BitCast<Half, T>(distribution == "random" ? (Half)(float)BitConverter.UInt16BitsToHalf((ushort)x) : (Half)((x >> 48) / 1000.0));
        }

        if (typeof(T) == typeof(DateTime))
        {
            return Unsafe.BitCast<DateTime, T>(Time(distribution, x, ref state));
        }

        int bits = 8 * Unsafe.SizeOf<T>();
        bool signed = typeof(T) == typeof(TimeSpan) || Type.GetTypeCode(typeof(T)) is TypeCode.SByte or TypeCode.Int16 or TypeCode.Int32 or TypeCode.Int64;
        ulong value = distribution switch
        {
            "random" => x,
            "mixed_width" => MixedWidth(x, SplitMix64.Next(ref state), bits, signed),
            Small => x % 100,
            "negative" => signed ? (ulong)(-(long)(x % 128) - 1) : x % 128,
            "mostly_small" => x % 10 == 0 ? SplitMix64.Next(ref state) : x % 100,
            RarelyLarge => x % 50 == 0 ? SplitMix64.Next(ref state) : x % 100,
            _ => throw new ArgumentException(distribution, nameof(distribution)),
        };

        value = NumberRange.Wrap<T>(value);
        return bits switch
        {
            8 => Unsafe.BitCast<byte, T>((byte)value),
            16 => Unsafe.BitCast<ushort, T>((ushort)value),
            32 => Unsafe.BitCast<uint, T>((uint)value),
            _ => Unsafe.BitCast<ulong, T>(value),
        };
    }

    /// <summary>
    /// Times in UTC, which are not in the golden files; by distribution: this century, all forms, whole seconds, before 1970, one in ten of any form.
    /// </summary>
    private static DateTime Time(string distribution, ulong x, ref ulong state)
    {
        var century = new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        return distribution switch
        {
            "random" => century.AddTicks((long)(x % (100UL * 365 * 24 * 60 * 60 * 10_000_000))),
            "mixed_width" => (SplitMix64.Next(ref state) % 4) switch
            {
                0 => century.AddSeconds(x % (100UL * 365 * 24 * 60 * 60)),
                1 => new DateTime((long)(x % (ulong)(DateTime.MaxValue.Ticks + 1)), DateTimeKind.Utc),
                _ => century.AddTicks((long)(x % (100UL * 365 * 24 * 60 * 60 * 10_000_000))),
            },
            Small => century.AddSeconds(x % 1_000_000_000),
            "negative" => new DateTime((long)(x % (ulong)DateTime.UnixEpoch.Ticks), DateTimeKind.Utc),
            "mostly_small" => x % 10 == 0 ? Time("mixed_width", SplitMix64.Next(ref state), ref state) : century.AddSeconds(x % 1_000_000_000),
            RarelyLarge => x % 50 == 0 ? Time("mixed_width", SplitMix64.Next(ref state), ref state) : century.AddSeconds(x % 1_000_000_000),
            _ => throw new ArgumentException(distribution, nameof(distribution)),
        };
    }

    private static ulong MixedWidth(ulong x, ulong y, int bits, bool signed)
    {
        int shift = (int)(y % (ulong)bits);
        int unused = 64 - bits;
        return signed ? (ulong)((long)(x << unused) >> unused >> shift) : x << unused >> unused >> shift;
    }
}
