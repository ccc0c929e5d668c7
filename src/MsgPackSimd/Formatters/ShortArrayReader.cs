using System;
using System.IO;
using System.Runtime.CompilerServices;
using MessagePack;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads the elements of a short array with the reader's own methods. To hand its bytes to the codec, a <see cref="MessagePackReader"/>
/// must slice its sequence and then be moved on, which costs about as much as reading a dozen elements one by one.
/// </summary>
internal static class ShortArrayReader
{
    /// <summary>
    /// The longest array of integers, in elements, that is read one by one if the first is no fixint. With more the codec is the quicker one even if all tokens
    /// have one form, which the reader then foresees, but for those of 32 and 64 bits without a sign.
    /// </summary>
    private const int MaxCountBeyondFixInts = 13;

    /// <summary>The longest array, in elements, that a formatter reads itself, instead of by <see cref="Read{T}(ref MessagePackReader, long, int)"/>.</summary>
    public const int MaxCountInPlace = 2;

    /// <summary>
    /// The longest array, in elements, that is read one by one: what the reader takes for so many is what the codec takes for the call. The reader is
    /// slowest with <c>bool</c>, and quickest with integers that are all of one length.
    /// </summary>
    public static int MaxCount<T>()
        where T : unmanaged =>
        typeof(T) == typeof(bool) ? 6 : typeof(T) == typeof(float) || typeof(T) == typeof(double) ? 10 : 16;

    /// <summary>
    /// Whether the reader is the quicker one with so many elements, as the first of them looks: sixteen integers whose lengths or signs are not to be foreseen
    /// take the codec a quarter of the time.
    /// </summary>
    /// <param name="reader">The reader, at the first element.</param>
    /// <param name="count">The number of elements, one or more.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Suits<T>(ref MessagePackReader reader, int count)
        where T : unmanaged =>
        count <= MaxCount<T>()
        && (count <= MaxCountBeyondFixInts || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong) || (byte)(reader.NextCode + 32) < 160);

    /// <summary>Reads so many elements; the reader stands behind the array header.</summary>
    /// <remarks>
    /// With a <c>try</c> in it, it can't be inlined, and a call takes an array of one element 7 % longer. But it has a profile of its own: where the runtime
    /// has seen long arrays only, it leaves the reader's methods calls in what a formatter has for short ones, and sixteen elements take 15 % longer.
    /// </remarks>
    /// <param name="reader">The reader; it is moved behind the elements.</param>
    /// <param name="start">The value of <see cref="MessagePackReader.Consumed"/> at the array header.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>The elements.</returns>
    public static T[] Read<T>(ref MessagePackReader reader, long start, int count)
        where T : unmanaged
    {
        var values = new T[count];
        try
        {
            Fill<T>(ref reader, values);
            return values;
        }
        catch (Exception e) when (IsDecodeFailure(e))
        {
            Throw<T>(ref reader, start, values);
            return values;
        }
    }

    /// <summary>Reads as many elements as there is memory for; the reader stands behind the array header.</summary>
    /// <param name="reader">The reader; it is moved behind the elements.</param>
    /// <param name="start">The value of <see cref="MessagePackReader.Consumed"/> at the array header.</param>
    /// <param name="values">Receives the elements.</param>
    public static void Read<T>(ref MessagePackReader reader, long start, Span<T> values)
        where T : unmanaged
    {
        try
        {
            Fill(ref reader, values);
        }
        catch (Exception e) when (IsDecodeFailure(e))
        {
            Throw(ref reader, start, values);
        }
    }

    /// <summary>Reads as many elements as there is memory for.</summary>
    /// <param name="reader">The reader, at the first element; it is moved behind the last.</param>
    /// <param name="values">Receives the elements.</param>
    /// <exception cref="Exception">One for which <see cref="IsDecodeFailure"/> is true, from the reader, which does not say which element it was.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Fill<T>(ref MessagePackReader reader, Span<T> values)
        where T : unmanaged
    {
        // What an exception handler uses lives on the stack in its try block as well. With these the loop has both in registers: 16 small integers take
        // a tenth less.
        ref MessagePackReader elements = ref reader;
        Span<T> span = values;
        for (int i = 0; i < span.Length; i++)
        {
            span[i] = Read<T>(ref elements);
        }
    }

    /// <summary>Whether it is the reader's word on bytes that are not to be read.</summary>
    public static bool IsDecodeFailure(Exception e) => e is OverflowException or EndOfStreamException or MessagePackSerializationException;

    /// <summary>Throws the same exception, but one that says which element it was. (Apart, since the reader's sequence takes a stack frame to be cleared.)</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Throw<T>(ref MessagePackReader reader, long start, Span<T> values)
        where T : unmanaged => DecodeFailure.Throw(reader.Sequence.Slice(start), values);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static T Read<T>(ref MessagePackReader reader)
        where T : unmanaged
    {
        if (typeof(T) == typeof(sbyte))
        {
            return Unsafe.BitCast<sbyte, T>(reader.ReadSByte());
        }

        if (typeof(T) == typeof(short))
        {
            return Unsafe.BitCast<short, T>(reader.ReadInt16());
        }

        if (typeof(T) == typeof(int))
        {
            return Unsafe.BitCast<int, T>(reader.ReadInt32());
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

        return typeof(T) == typeof(bool)
            ? Unsafe.BitCast<bool, T>(reader.ReadBoolean())
            : Unsafe.BitCast<char, T>(reader.ReadChar());
    }
}
