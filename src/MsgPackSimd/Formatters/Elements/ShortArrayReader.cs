using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads the elements of a short array with the reader's own methods. To hand its bytes to the codec, a <see cref="MessagePackReader"/>
/// must slice its sequence and then be advanced, which costs about as much as reading a dozen elements one by one.
/// </summary>
/// <remarks>
/// The reader itself reports what is wrong with an element, with the exception that users of the built-in formatters know. Catching that exception to name the
/// element requires the frame of an exception handler, which keeps variables on the stack: with it, arrays of two to eight elements were read more slowly than
/// by the built-in formatters.
/// </remarks>
internal static class ShortArrayReader
{
    /// <summary>
    /// The longest array of integers without a sign, in elements, that is read one by one if the first element has full width. If all have, which is likely
    /// then, the reader takes some two nanoseconds for each. (It takes longer for those with a sign: their full width has two forms.)
    /// </summary>
    private const int MaxCountOfFullWidth = 20;

    /// <summary>
    /// Whether the reader is quicker than the codec with this many elements, or as quick: it takes the time that the codec takes for the call and the elements.
    /// For integers this depends on the first of them: if the lengths or signs of sixteen are unpredictable, the codec takes a quarter of the reader's time.
    /// </summary>
    /// <param name="reader">The reader, at the first element.</param>
    /// <param name="count">The number of elements, one or more, which the reader has compared with the bytes that are left.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Suits<T>(ref MessagePackReader reader, int count)
        where T : unmanaged =>
        count <= MaxCount<T>() || (count <= MaxCountByCode<T>() && SuitsByCode<T>(reader.NextCode, count));

    /// <summary>The longest array, in elements, that is read one by one whatever its first element is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxCount<T>() =>
        typeof(T) == typeof(bool) ? 6
            : typeof(T) == typeof(DateTime) ? 3
            : typeof(T) == typeof(Half) ? 8
            : typeof(T) == typeof(float) || typeof(T) == typeof(double) ? 11
            : typeof(T) == typeof(uint) || typeof(T) == typeof(ulong) ? 16
            : typeof(T) == typeof(TimeOnly) ? 20
            : 13;

    /// <summary>The longest array, in elements, of which the first element decides; 0 if it never does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxCountByCode<T>() =>
        typeof(T) == typeof(bool) || typeof(T) == typeof(DateTime) || typeof(T) == typeof(Half) || typeof(T) == typeof(float) || typeof(T) == typeof(double) ? 0
            : HasQuickFullWidth<T>() ? Math.Max(MaxCountOfFullWidth, MaxCountOfFixInts<T>())
            : MaxCountOfFixInts<T>();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool SuitsByCode<T>(byte code, int count) =>
        IsFixInt(code) ? count <= MaxCountOfFixInts<T>()
            : code == MessagePackFirstByte.Int8 ? count <= MaxCountOfInt8
            : HasQuickFullWidth<T>() && code == FullWidthCode<T>() && count <= MaxCountOfFullWidth;

    /// <summary>
    /// The longest array of integers, in elements, that is read one by one if the first element is a fixint. With more elements the codec is quicker than the
    /// reader, even if all tokens have one form, which is predictable for the reader; except that without AVX-512 it needs a few more if one in ten is no
    /// fixint, and for those without a sign. (If lengths are mixed, it would be up to 2.4 times as quick already, but to look at more than one byte takes as
    /// long as it would save.)
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxCountOfFixInts<T>() =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? 13
            : !HasQuickFullWidth<T>() ? (Avx512Vbmi.IsSupported ? 14 : 16)
            : Avx512Vbmi.IsSupported ? 16
            : typeof(T) == typeof(ulong) ? 27
            : 22;

    /// <summary>Gets the same if the first is an integer of 8 bits with a sign: if all are negative and short, they are predictable for the reader.</summary>
    private static int MaxCountOfInt8
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported ? 0 : 16;
    }

    /// <summary>Whether <see cref="MaxCountOfFullWidth"/> applies.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasQuickFullWidth<T>() =>
        typeof(T) == typeof(ushort) || typeof(T) == typeof(char) || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong);

    /// <summary>The first byte of the longest token that a value without a sign is written as.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte FullWidthCode<T>() =>
        Unsafe.SizeOf<T>() == sizeof(ushort) ? MessagePackFirstByte.UInt16
            : Unsafe.SizeOf<T>() == sizeof(uint) ? MessagePackFirstByte.UInt32
            : MessagePackFirstByte.UInt64;

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
    /// <remarks>
    /// By size first: the compiler counts everything that it inlines into a formatter, what it will drop again too, and leaves calls once that is too much.
    /// With all types in one method, the reader's methods for <c>char</c> and <c>double</c> were called (docs/experiments/compiler.md).
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Read<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        typeof(T).IsEnum ? ReadEnum<T>(ref reader)
            : Unsafe.SizeOf<T>() == sizeof(byte) ? Read8<T>(ref reader)
            : Unsafe.SizeOf<T>() == sizeof(ushort) ? Read16<T>(ref reader)
            : Unsafe.SizeOf<T>() == sizeof(uint) ? Read32<T>(ref reader)
            : Read64<T>(ref reader);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read8<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        typeof(T) == typeof(bool) ? Unsafe.BitCast<bool, T>(reader.ReadBoolean())
            : typeof(T) == typeof(sbyte) ? Unsafe.BitCast<sbyte, T>(reader.ReadSByte())
            : Unsafe.BitCast<byte, T>(reader.ReadByte());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read16<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        typeof(T) == typeof(short) ? Unsafe.BitCast<short, T>(reader.ReadInt16())
            : typeof(T) == typeof(Half) ? Unsafe.BitCast<Half, T>((Half)reader.ReadSingle())
            // ReadChar does no more than ReadUInt16, but is what the built-in formatter calls: in its place, ReadUInt16 took 2 to 4 ns longer for an array.
            : typeof(T) == typeof(char) ? Unsafe.BitCast<char, T>(reader.ReadChar())
            : Unsafe.BitCast<ushort, T>(reader.ReadUInt16());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read32<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>(reader.ReadInt32())
            : typeof(T) == typeof(float) ? Unsafe.BitCast<float, T>(reader.ReadSingle())
            : typeof(T) == typeof(DateOnly) ? Unsafe.BitCast<DateOnly, T>(DateOnly.FromDayNumber(reader.ReadInt32()))
            : Unsafe.BitCast<uint, T>(reader.ReadUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read64<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        typeof(T) == typeof(double) ? Unsafe.BitCast<double, T>(reader.ReadDouble())
            : typeof(T) == typeof(DateTime) ? Unsafe.BitCast<DateTime, T>(reader.ReadDateTime())
            : typeof(T) == typeof(ulong) ? Unsafe.BitCast<ulong, T>(reader.ReadUInt64())
            : typeof(T) == typeof(TimeOnly) ? Unsafe.BitCast<TimeOnly, T>(new TimeOnly(reader.ReadInt64()))
            // A TimeSpan is read as its ticks.
            : Unsafe.BitCast<long, T>(reader.ReadInt64());

    /// <summary>Whether a token that begins with this byte is a fixint: 00 to 7f, or e0 to ff, which 32 more moves to the front of the others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsFixInt(byte code) => (byte)(code + 32) < 32 + 128;

    /// <summary>Reads an enum as the integer that it is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T ReadEnum<T>(ref MessagePackReader reader)
        where T : unmanaged =>
        Unsafe.SizeOf<T>() == sizeof(sbyte) ? (typeof(T).GetEnumUnderlyingType() == typeof(sbyte)
                ? Unsafe.BitCast<sbyte, T>(reader.ReadSByte())
                : Unsafe.BitCast<byte, T>(reader.ReadByte()))
            : Unsafe.SizeOf<T>() == sizeof(short) ? (typeof(T).GetEnumUnderlyingType() == typeof(short)
                ? Unsafe.BitCast<short, T>(reader.ReadInt16())
                : Unsafe.BitCast<ushort, T>(reader.ReadUInt16()))
            : Unsafe.SizeOf<T>() == sizeof(int) ? (typeof(T).GetEnumUnderlyingType() == typeof(int)
                ? Unsafe.BitCast<int, T>(reader.ReadInt32())
                : Unsafe.BitCast<uint, T>(reader.ReadUInt32()))
            : (typeof(T).GetEnumUnderlyingType() == typeof(long)
                ? Unsafe.BitCast<long, T>(reader.ReadInt64())
                : Unsafe.BitCast<ulong, T>(reader.ReadUInt64()));
}
