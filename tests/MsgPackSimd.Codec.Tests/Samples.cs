using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Elements and byte strings to test with: every boundary of every token width, and seeded random ones.</summary>
internal static class Samples
{
    /// <summary>Both sides of every border between two token forms that lies in the range of <typeparamref name="T"/>, and the ends of the range.</summary>
    /// <remarks>Found once for each type: tests ask for them some ten thousand times, and a value that is out of range costs an exception.</remarks>
    public static T[] Boundaries<T>()
        where T : unmanaged => [.. BoundariesOf<T>.Values];

    private static T[] FindBoundaries<T>()
        where T : unmanaged
    {
        if (typeof(T) == typeof(bool))
        {
            return Cast<bool, T>([false, true]);
        }

        if (typeof(T) == typeof(float))
        {
            return Cast<uint, T>([0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffbfffff, 1, 0x00ffff80]);
        }

        if (typeof(T) == typeof(Half))
        {
            return Cast<ushort, T>([0, 0x8000, 1, 0x83ff, 0x0400, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x7fff, 0xfe01]);
        }

        if (typeof(T) == typeof(double))
        {
            return Cast<ulong, T>(
                [0, 1UL << 63, 0x3ff0000000000000, 0x7ff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xfff7ffffffffffff, 1]);
        }

        if (typeof(T) == typeof(DateTime))
        {
            DateTime epoch = DateTime.UnixEpoch;
            DateTime[] times =
            [
                epoch, epoch.AddSeconds(uint.MaxValue), epoch.AddSeconds(1L << 32), epoch.AddSeconds((1L << 34) - 1), epoch.AddSeconds(1L << 34),
                new DateTime(0, DateTimeKind.Utc),
                new DateTime(DateTime.MaxValue.Ticks, DateTimeKind.Utc),
                new DateTime(DateTime.MaxValue.Ticks - 9_999_999, DateTimeKind.Utc),
            ];
            return Cast<DateTime, T>(
            [
                .. times.SelectMany(time => new[] { -10_000_000L, -1, 0, 1, 9_999_999, 10_000_000 }
                    .Select(offset => time.Ticks + offset)
                    .Where(ticks => ticks >= 0 && ticks <= DateTime.MaxValue.Ticks)
                    .Select(ticks => new DateTime(ticks, DateTimeKind.Utc))),
            ]);
        }

        Int128[] borders =
        [
            long.MinValue, int.MinValue, short.MinValue, sbyte.MinValue, -32, 0, 128, 256, 32768, 65536, 1L << 31, 1L << 32,
            Int128.One << 63, Int128.One << 64,
        ];
        return
        [
            .. borders.SelectMany(border => new[] { border - 2, border - 1, border, border + 1 })
                .Select(ToElement<T>).OfType<T>(),
        ];
    }

    /// <summary>Random elements of all widths, the boundaries among them.</summary>
    public static T[] Mixed<T>(Random random, int count)
        where T : unmanaged
    {
        T[] boundaries = Boundaries<T>();
        var values = new T[count];
        for (int i = 0; i < count; i++)
        {
            values[i] = random.Next(4) == 0 ? boundaries[random.Next(boundaries.Length)] : FromBits<T>(random.NextInt64(), random.Next(64));
        }

        return values;
    }

    /// <summary>
    /// Mostly tokens that <typeparamref name="T"/> is read from, in all their forms, with now and then a token that it is not read from, one that does not
    /// fit, or a changed byte.
    /// </summary>
    public static byte[] Tokens<T>(Random random, int count, double strange)
    {
        var bytes = new List<byte>();
        if (typeof(T) == typeof(DateTime))
        {
            while (count-- > 0)
            {
                AddTimestamp(bytes, random, strange);
            }

            return [.. bytes];
        }

        bool accepted(byte code) => typeof(T) == typeof(bool) ? code is 0xc2 or 0xc3
            : typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half) ? code is 0xca or 0xcb or (>= 0xcc and <= 0xd3) or < 0x80 or >= 0xe0
            : code is (>= 0xcc and <= 0xd3) or < 0x80 or >= 0xe0;
        while (count-- > 0)
        {
            byte code;
            do
            {
                code = random.Next(3) == 0 ? (byte)random.Next(256) : (byte)random.Next(0xc0, 0xd4);
            }
            while (!accepted(code) && random.NextDouble() >= strange);

            bytes.Add(code);
            int width = code switch { 0xcc or 0xd0 => 1, 0xcd or 0xd1 => 2, 0xce or 0xd2 or 0xca => 4, 0xcf or 0xd3 or 0xcb => 8, _ => 0 };

            // Small values in wide tokens are as valid as large ones, and fit where those do not.
            int nonZero = random.NextDouble() < strange ? width : random.Next(Math.Min(width, Unsafe.SizeOf<T>()) + 1);
            bool negative = code >= 0xd0 && random.Next(2) == 0;
            for (int i = width; i > 0; i--)
            {
                bytes.Add(i <= nonZero ? (byte)random.Next(256) : negative ? (byte)0xff : (byte)0);
            }
        }

        return [.. bytes];
    }

    /// <summary>A timestamp of any form, or of a form that does not exist.</summary>
    private static void AddTimestamp(List<byte> bytes, Random random, double strange)
    {
        bool isStrange() => random.NextDouble() < strange;
        int width = isStrange() ? random.Next(17) : 4 * random.Next(1, 4);
        byte[] head = (width, random.Next(3)) switch
        {
            (1 or 2 or 4 or 8 or 16, 0 or 1) => [(byte)(0xd4 + int.Log2(width))],
            (_, 0) => [0xc8, 0, (byte)width],
            (_, 1) => [0xc9, 0, 0, 0, (byte)width],
            _ => [0xc7, (byte)width],
        };
        bytes.AddRange(head);
        bytes.Add(isStrange() ? (byte)random.Next(256) : (byte)0xff);
        byte[] data = new byte[width];
        random.NextBytes(data);
        if (width == 12 && !isStrange())
        {
            // Seconds that a DateTime can hold: the years 1 to 9999.
            long seconds = random.NextInt64(-62_135_596_800, 253_402_300_799);
            System.Buffers.Binary.BinaryPrimitives.WriteInt64BigEndian(data.AsSpan(4), seconds);
        }

        bytes.AddRange(data);
        if (isStrange())
        {
            bytes[random.Next(bytes.Count)] = (byte)random.Next(256);
        }
    }

    public static T FromBits<T>(long bits, int shift)
        where T : unmanaged
    {
        if (typeof(T) == typeof(DateTime))
        {
            // Fewer bits are earlier times; one in two is of whole seconds.
            long ticks = ((bits & long.MaxValue) >> (shift / 8)) % (DateTime.MaxValue.Ticks + 1);
            return Unsafe.BitCast<DateTime, T>(new DateTime(shift % 2 == 0 ? ticks : ticks - (ticks % 10_000_000), DateTimeKind.Utc));
        }

        if (typeof(T) == typeof(bool))
        {
            return Unsafe.BitCast<bool, T>((bits & 1) != 0);
        }

        if (typeof(T) == typeof(Half))
        {
            // The round trip makes NaNs quiet, as every NaN is that has once been a float.
            Half half = BitConverter.Int16BitsToHalf((short)((short)bits >> (shift % 16)));
            return Unsafe.BitCast<Half, T>((Half)(float)half);
        }

        // The type's own bits, shifted arithmetically: every width turns up, on both sides of zero.
        int size = 8 * Unsafe.SizeOf<T>();
        long value = bits << (64 - size) >> (64 - size) >> (shift % size);

        // (Of a day or a time of day, on one side.)
        value = (long)NumberRange.Wrap<T>((ulong)value);
        return size switch
        {
            8 => Unsafe.BitCast<byte, T>((byte)value),
            16 => Unsafe.BitCast<ushort, T>((ushort)value),
            32 => Unsafe.BitCast<uint, T>((uint)value),
            _ => Unsafe.BitCast<long, T>(value),
        };
    }

    private static object? ToElement<T>(Int128 value)
    {
        try
        {
            return Type.GetTypeCode(typeof(T)) switch
            {
                TypeCode.SByte => checked((sbyte)value),
                TypeCode.Int16 => checked((short)value),
                TypeCode.Int32 => checked((int)value),
                TypeCode.Int64 => checked((long)value),
                TypeCode.Byte => checked((byte)value),
                TypeCode.UInt16 => checked((ushort)value),
                TypeCode.UInt32 => checked((uint)value),
                TypeCode.UInt64 => checked((ulong)value),
                TypeCode.Char => (char)checked((ushort)value),
                TypeCode.Object when typeof(T) == typeof(TimeSpan) => new TimeSpan(checked((long)value)),
                TypeCode.Object when typeof(T) == typeof(DateOnly) => DateOnly.FromDayNumber(checked((int)value)),
                TypeCode.Object when typeof(T) == typeof(TimeOnly) => new TimeOnly(checked((long)value)),
                _ => null,
            };
        }
        catch (Exception e) when (e is OverflowException or ArgumentOutOfRangeException)
        {
            return null;
        }
    }

    private static TTo[] Cast<TFrom, TTo>(TFrom[] values)
        where TFrom : unmanaged
        where TTo : unmanaged =>
        [.. values.Select(Unsafe.BitCast<TFrom, TTo>)];

    private static class BoundariesOf<T>
        where T : unmanaged
    {
        public static readonly T[] Values = FindBoundaries<T>();
    }
}
