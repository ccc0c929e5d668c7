using System;
using System.Runtime.CompilerServices;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads the elements of a short array with the reader's own methods. To hand its bytes to the codec, a <see cref="MessagePackReader"/>
/// must slice its sequence and then be advanced, which costs about as much as reading a dozen elements one by one.
/// </summary>
/// <remarks>
/// The reader itself reports what is wrong with an element, with the exception that users of the built-in formatters know. Catching that exception to name the
/// element requires the frame of an exception handler, which keeps variables on the stack: with it, arrays of two to eight elements were read more slowly than by
/// the built-in formatters.
/// </remarks>
internal static class ShortArrayReader
{
    /// <summary>
    /// The longest array of integers, in elements, that is read one by one if the first element is not a fixint. With more elements the codec is quicker than
    /// the reader, even if all tokens have one form, which is predictable for the reader. Only integers of 32 and 64 bits without a sign are an exception.
    /// </summary>
    private const int MaxCountBeyondFixInts = 13;

    /// <summary>
    /// The longest array, in elements, that is read one by one: for that many, the reader takes the time that the codec takes for the call. The reader is
    /// slowest with <c>bool</c>, and quickest with integers that are all of one length.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MaxCount<T>()
        where T : unmanaged =>
        typeof(T) == typeof(bool) ? 6
            : typeof(T) == typeof(DateTime) ? 3
            : typeof(T) == typeof(Half) ? 8
            : typeof(T) == typeof(float) || typeof(T) == typeof(double) ? 10
            : 16;

    /// <summary>
    /// Whether the reader is quicker than the codec with this many elements, judging by the first of them: for sixteen integers whose lengths or signs are
    /// unpredictable, the codec takes a quarter of the reader's time.
    /// </summary>
    /// <param name="reader">The reader, at the first element.</param>
    /// <param name="count">The number of elements, one or more.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Suits<T>(ref MessagePackReader reader, int count)
        where T : unmanaged =>
        count <= MaxCount<T>()
        && (count <= MaxCountBeyondFixInts || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong) || (byte)(reader.NextCode + 32) < 160);

    /// <summary>Reads <paramref name="count"/> elements.</summary>
    /// <remarks>
    /// Inlined, this is what the built-in formatters do, and takes the same time; a call would be noticeable in an array of three elements. If the runtime has
    /// seen only long arrays by the time it compiles a formatter for good, it leaves the reader's methods as calls here, and sixteen elements take 15 % longer.
    /// </remarks>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>The elements.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T[] Read<T>(ref MessagePackReader reader, int count)
        where T : unmanaged
    {
        var values = new T[count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = Read<T>(ref reader);
        }

        return values;
    }

    /// <summary>Reads as many elements as <paramref name="values"/> has room for.</summary>
    /// <param name="reader">The reader, past the array header; it is advanced past the elements.</param>
    /// <param name="values">Receives the elements.</param>
    public static void Read<T>(ref MessagePackReader reader, Span<T> values)
        where T : unmanaged
    {
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = Read<T>(ref reader);
        }
    }

    /// <summary>Reads an element, as the built-in formatters do.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<T>(ref MessagePackReader reader)
        where T : unmanaged
    {
        if (typeof(T).IsEnum)
        {
            return ReadEnum<T>(ref reader);
        }

        if (typeof(T) == typeof(sbyte))
        {
            return Unsafe.BitCast<sbyte, T>(reader.ReadSByte());
        }

        if (typeof(T) == typeof(byte))
        {
            return Unsafe.BitCast<byte, T>(reader.ReadByte());
        }

        if (typeof(T) == typeof(short))
        {
            return Unsafe.BitCast<short, T>(reader.ReadInt16());
        }

        if (typeof(T) == typeof(int))
        {
            return Unsafe.BitCast<int, T>(reader.ReadInt32());
        }

        if (typeof(T) == typeof(TimeSpan))
        {
            return Unsafe.BitCast<TimeSpan, T>(new TimeSpan(reader.ReadInt64()));
        }

        if (typeof(T) == typeof(long))
        {
            return Unsafe.BitCast<long, T>(reader.ReadInt64());
        }

        if (typeof(T) == typeof(ushort))
        {
            return Unsafe.BitCast<ushort, T>(reader.ReadUInt16());
        }

        if (typeof(T) == typeof(uint))
        {
            return Unsafe.BitCast<uint, T>(reader.ReadUInt32());
        }

        if (typeof(T) == typeof(ulong))
        {
            return Unsafe.BitCast<ulong, T>(reader.ReadUInt64());
        }

        if (typeof(T) == typeof(float))
        {
            return Unsafe.BitCast<float, T>(reader.ReadSingle());
        }

        if (typeof(T) == typeof(double))
        {
            return Unsafe.BitCast<double, T>(reader.ReadDouble());
        }

        if (typeof(T) == typeof(Half))
        {
            return Unsafe.BitCast<Half, T>((Half)reader.ReadSingle());
        }

        if (typeof(T) == typeof(DateTime))
        {
            return Unsafe.BitCast<DateTime, T>(reader.ReadDateTime());
        }

        return typeof(T) == typeof(bool)
            ? Unsafe.BitCast<bool, T>(reader.ReadBoolean())
            : Unsafe.BitCast<char, T>(reader.ReadChar());
    }

    /// <summary>Reads an enum as the integer that it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T ReadEnum<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        Unsafe.SizeOf<T>() switch
        {
            sizeof(sbyte) => typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? Unsafe.BitCast<sbyte, T>(reader.ReadSByte())
                : Unsafe.BitCast<byte, T>(reader.ReadByte()),
            sizeof(short) => typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? Unsafe.BitCast<short, T>(reader.ReadInt16())
                : Unsafe.BitCast<ushort, T>(reader.ReadUInt16()),
            sizeof(int) => typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? Unsafe.BitCast<int, T>(reader.ReadInt32())
                : Unsafe.BitCast<uint, T>(reader.ReadUInt32()),
            _ => typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? Unsafe.BitCast<long, T>(reader.ReadInt64())
                : Unsafe.BitCast<ulong, T>(reader.ReadUInt64()),
        };
}
