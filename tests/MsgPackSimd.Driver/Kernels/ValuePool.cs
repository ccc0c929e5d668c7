using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>Elements with the tokens that the reference codec makes of them, once for all, sorted by the token's form.</summary>
internal static class ValuePool<T>
    where T : unmanaged
{
    public static readonly Pooled[] All = Create();

    /// <summary>The same by form: fixints from 0 up, fixints below, and one list for each prefix; one list for a type with one form.</summary>
    public static readonly Pooled[][] ByForm = Group(first => first < 0x80 ? 0 : first >= 0xe0 ? 0xe0 : first);

    /// <summary>The same by the token's length: the classes of the shuffle tables.</summary>
    public static readonly Pooled[][] ByLength = Group(first => first switch
    {
        0xcc or 0xd0 => 2,
        0xcd or 0xd1 => 3,
        0xce or 0xd2 => 5,
        0xcf or 0xd3 => 9,
        0xd6 => 6,
        0xd7 => 10,
        0xc7 => 15,
        _ => 1,
    });

    private static Pooled[] Create()
    {
        var values = new List<T>();
        if (typeof(T) == typeof(bool))
        {
            // Any byte but 0 is true.
            foreach (byte bits in new byte[] { 0, 1, 0, 1, 2, 0x80, 0xff })
            {
                values.Add(Unsafe.BitCast<byte, T>(bits));
            }
        }
        else if (typeof(T) == typeof(float))
        {
            foreach (uint bits in new uint[] { 0, 1, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffbfffff, 0x01234567, 0xfedcba98 })
            {
                values.Add(Unsafe.BitCast<uint, T>(bits));
            }
        }
        else if (typeof(T) == typeof(double))
        {
            foreach (ulong bits in new ulong[] { 0, 1, 1UL << 63, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xfff7ffffffffffff, 0x0123456789abcdef })
            {
                values.Add(Unsafe.BitCast<ulong, T>(bits));
            }
        }
        else if (typeof(T) == typeof(Half))
        {
            foreach (ushort bits in new ushort[] { 0, 0x8000, 1, 0x83ff, 0x0400, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7c01, 0xfdff })
            {
                values.Add(Unsafe.BitCast<ushort, T>(bits));
            }
        }
        else if (typeof(T) == typeof(DateTime))
        {
            // Both sides of the limits of the three forms, and both ends.
            foreach (long second in new long[] { 0, 62_135_596_800, 62_135_596_800 + uint.MaxValue, 62_135_596_800 + (1L << 34), 315_537_897_599 })
            {
                for (long near = -10_000_000; near <= 10_000_000; near += 2_500_000)
                {
                    long ticks = (second * TimeSpan.TicksPerSecond) + near;
                    for (int kind = 0; kind < 2 && ticks >= 0 && ticks <= DateTime.MaxValue.Ticks; kind++)
                    {
                        values.Add(Unsafe.BitCast<DateTime, T>(new DateTime(ticks, (DateTimeKind)kind)));
                    }
                }
            }

            // A local time is encoded as the universal one, whatever the time zone is.
            values.Add(Unsafe.BitCast<DateTime, T>(DateTime.SpecifyKind(new DateTime(2026, 11, 25, 1, 2, 3, 4), DateTimeKind.Local)));
        }
        else
        {
            // Both sides of every limit that a form of any integer has. Cut down to the element's width these are limits or plain values.
            foreach (int exponent in new[] { 0, 5, 7, 8, 15, 16, 31, 32, 63, 64 })
            {
                ulong limit = exponent == 64 ? 0 : 1UL << exponent;
                for (int near = -3; near <= 2; near++)
                {
                    values.Add(Truncate(limit + (ulong)near));
                    values.Add(Truncate(0 - limit + (ulong)near));
                }
            }
        }

        foreach (string distribution in LargeInput.Distributions)
        {
            values.AddRange(LargeInput.Create<T>(distribution, 100, 7));
        }

        var pool = new Pooled[values.Count];
        for (int i = 0; i < pool.Length; i++)
        {
            pool[i] = new Pooled(values[i], ReferenceCodec.EncodeElements<T>([values[i]]));
        }

        return pool;
    }

    private static Pooled[][] Group(Func<byte, int> key)
    {
        var lists = new List<Pooled>?[256];
        foreach (Pooled pooled in All)
        {
            (lists[key(pooled.Token[0])] ??= []).Add(pooled);
        }

        var groups = new List<Pooled[]>();
        foreach (List<Pooled>? list in lists)
        {
            if (list is not null)
            {
                groups.Add([.. list]);
            }
        }

        return [.. groups];
    }

    private static T Truncate(ulong value)
    {
        value = NumberRange.Wrap<T>(value);
        return Unsafe.SizeOf<T>() switch
        {
            1 => Unsafe.BitCast<byte, T>((byte)value),
            2 => Unsafe.BitCast<ushort, T>((ushort)value),
            4 => Unsafe.BitCast<uint, T>((uint)value),
            _ => Unsafe.BitCast<ulong, T>(value),
        };
    }

    internal readonly record struct Pooled(T Value, byte[] Token);
}
