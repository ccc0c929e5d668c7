using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c>s and <c>double</c>s from tokens of several forms, as writers without types make them: JavaScript and Lua write whole numbers as integers, and
/// JavaScript and Python any other number as a float of 64 bits. Whether a stretch of one kind comes next is guessed from the next few tokens; it is decoded as
/// what its tokens are, and the numbers are converted. All else goes through a kernel that takes any mixture.
/// </summary>
/// <remarks>
/// <code>
///   guess --> element's own form:       straight to the destination --> single tokens, if such stretches are long --.
///     ^   --> the other float:          to the stack, from there widened or narrowed                                |
///     |   --> integers of any width:    to the destination, as integers of the element's size, converted there      |
///     |   --> any mixture:              two tokens at a time; what that does not take, one by one                    |
///     '-------------------------------------------------------------------------------------------------------------'
/// </code>
/// Integers that do not fit the element's size end their stretch: for a <c>double</c> those of 2^63 and more, for a <c>float</c> those that do not fit an
/// <c>int</c>.
/// </remarks>
internal static class MixedNumberDecoding
{
    /// <summary>So many tokens of one kind make it likely that there are more of them.</summary>
    private const int GuessLength = 8;

    /// <summary>With fewer elements than this, a stretch of floats takes longer than as many elements of a mixture.</summary>
    private const int MinFloats = 8;

    /// <summary>The same for integers, with which it takes longer to begin.</summary>
    private const int MinIntegers = 48;

    /// <summary>How many elements are decoded, behind a stretch of integers that did not pay, before the next.</summary>
    private const int IntegerPause = 256;

    /// <summary>How many bytes of any mixture are decoded before the next tokens are looked at again, at first. Fewer are decoded one by one.</summary>
    private const int MinChunk = 512;

    /// <summary>The same after several such chunks.</summary>
    private const int MaxChunk = 4096;

    /// <summary>With fewer bytes left than this, the kernel for mixtures has come to the end of what it was given.</summary>
    private const int MaxRest = 32;

    /// <summary>How many bytes of a mixture make up for the time that it takes to begin with it.</summary>
    private const int MinMixedLength = 256;

    /// <summary>How many integers are converted at a time: they are in the first level cache then.</summary>
    private const int ConversionLength = 1024;

    /// <summary>How many elements of the other float are on the stack at a time.</summary>
    private const int BufferLength = 128;

    /// <summary>How many of the last tokens are read one by one at once: before the last eight bytes, others read them.</summary>
    private const int MaxLast = sizeof(ulong);

    /// <summary>
    /// Goes on behind a stretch of the element's own form, which has taken <paramref name="from"/> bytes and given <paramref name="to"/> elements.
    /// </summary>
    /// <inheritdoc cref="ScalarDecoder.Decode{T}"/>
    /// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static MessagePackReadStatus DecodeFrom<T>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref T values = ref MemoryMarshal.GetReference(destination);
        nint integersFrom = 0;
        nint credit = 0;
        int chunk = MinChunk;
        int singles = 1;
        NumberKind kind = to >= MinFloats ? OwnKind<T>() : NumberKind.None;
        var status = MessagePackReadStatus.Done;
        while (from < source.Length && to < destination.Length && status == MessagePackReadStatus.Done)
        {
            nint length;
            if (kind != NumberKind.None)
            {
                // Behind a stretch that was long enough: a single token, and then another one.
                status = DecodeSingles(source, destination, 1, ref from, ref to);
                if (status != MessagePackReadStatus.Done)
                {
                    break;
                }
            }
            else
            {
                kind = GuessKind(source[(int)from..]);
                if (kind == NumberKind.Integer && to < integersFrom)
                {
                    kind = NumberKind.None;
                }
            }

            if (kind != NumberKind.None)
            {
                // The average counts: long stretches make up for a few short ones.
                nint min = kind == NumberKind.Integer ? MinIntegers : MinFloats;
                credit = Math.Min(credit + DecodeStretch(kind, source, destination, ref from, ref to) - min, 4 * min);
                if (credit >= 0)
                {
                    chunk = MinChunk;
                    continue;
                }

                integersFrom = kind == NumberKind.Integer ? to + IntegerPause : integersFrom;
                kind = NumberKind.None;
                credit = 0;
                if (from == source.Length || to == destination.Length || status != MessagePackReadStatus.Done)
                {
                    break;
                }
            }

            nint limit = Math.Min(chunk, source.Length - from);
            length = 0;
            if (limit >= MinChunk && LengthScanDecoderVector128<T, NumberScan<T>>.IsSupported)
            {
                nint room = destination.Length - to;
                to += LengthScanDecoderVector128<T, NumberScan<T>>.Decode(
                    ref Unsafe.Add(ref bytes, from), limit, ref Unsafe.Add(ref values, to), room, room, out length);
                from += length;
                if (limit - length < MaxRest)
                {
                    chunk = Math.Min(4 * chunk, MaxChunk);
                    continue;
                }
            }

            // Few bytes, or a token that can't be decoded there.
            singles = limit < MinChunk ? MinChunk : ScalarBackoff.NextForeign(singles, length, MinMixedLength);
            status = DecodeSingles(source, destination, singles, ref from, ref to);
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return status;
    }

    /// <summary>The kind of the next few tokens; none where they differ, or there are too few bytes to tell.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NumberKind GuessKind(ReadOnlySpan<byte> source)
    {
        // Integers without a sign count as integers: without the highest bit, they have the same number.
        const int KindBits = 0x7f;
        ReadOnlySpan<byte> rows = NumberTokenTable.Rows;
        int kind = rows[NumberTokenTable.Kinds + source[0]] & KindBits;
        int at = rows[NumberTokenTable.Lengths + source[0]];
        for (int i = 1; i < GuessLength; i++)
        {
            if (at >= source.Length || (rows[NumberTokenTable.Kinds + source[at]] & KindBits) != kind)
            {
                return NumberKind.None;
            }

            at += rows[NumberTokenTable.Lengths + source[at]];
        }

        return kind == ((int)NumberKind.None & KindBits) ? NumberKind.None : (NumberKind)kind;
    }

    /// <summary>
    /// Reads up to <paramref name="count"/> tokens one by one; among the last bytes, where each is read by the scalar code, up to <see cref="MaxLast"/>.
    /// </summary>
    private static MessagePackReadStatus DecodeSingles<T>(ReadOnlySpan<byte> source, Span<T> destination, int count, ref nint from, ref nint to)
        where T : unmanaged
    {
        nint taken = BranchFreeNumberDecoder<T>.Decode(
            ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from),
            source.Length - from,
            ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), to),
            Math.Min(count, destination.Length - to),
            out nint length);
        from += length;
        to += taken;
        if (taken != 0)
        {
            return MessagePackReadStatus.Done;
        }

        // One of the last bytes, or a token that is no number.
        MessagePackReadStatus status = ScalarFallback.DecodeRun(source, destination, from, to, MaxLast, out int scalarLength, out int scalarTaken);
        from += scalarLength;
        to += scalarTaken;
        return status;
    }

    /// <summary>Decodes tokens of one kind, up to any other.</summary>
    /// <returns>How many elements were stored.</returns>
    private static nint DecodeStretch<T>(NumberKind kind, ReadOnlySpan<byte> source, Span<T> destination, ref nint from, ref nint to)
        where T : unmanaged
    {
        nint taken;
        nint length;
        if (kind == OwnKind<T>())
        {
            taken = FixedWidthDecoding.DecodeStretch(
                ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from),
                source.Length - from,
                ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), to),
                destination.Length - to,
                out int ownLength);
            length = ownLength;
        }
        else
        {
            taken = kind == NumberKind.Integer
                ? DecodeIntegers(source[(int)from..], destination[(int)to..], out length)
                : DecodeOther(source[(int)from..], destination[(int)to..], out length);
        }

        from += length;
        to += taken;
        return taken;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NumberKind OwnKind<T>() => typeof(T) == typeof(float) ? NumberKind.Single : NumberKind.Double;

    /// <summary>Decodes integers, up to a token that is none, or does not fit.</summary>
    /// <param name="source">The tokens.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeIntegers<T>(ReadOnlySpan<byte> source, Span<T> destination, out nint consumed)
    {
        int from = 0;
        int to = 0;
        MessagePackReadStatus status;
        do
        {
            // Why it stops is found out by the scalar decoder.
            Span<T> chunk = destination.Slice(to, Math.Min(ConversionLength, destination.Length - to));
            int length;
            int taken;
            if (typeof(T) == typeof(double))
            {
                Span<double> doubles = Unsafe.BitCast<Span<T>, Span<double>>(chunk);
                status = IntegerDecoding.Decode<long, Signed>(source[from..], MemoryMarshal.Cast<double, long>(doubles), out length, out taken);
                NumberConversion.FromIntegers(doubles[..taken]);
            }
            else
            {
                Span<float> floats = Unsafe.BitCast<Span<T>, Span<float>>(chunk);
                status = IntegerDecoding.Decode<int, Signed>(source[from..], MemoryMarshal.Cast<float, int>(floats), out length, out taken);
                NumberConversion.FromIntegers(floats[..taken]);
            }

            from += length;
            to += taken;
        }
        while (status == MessagePackReadStatus.Done && from < source.Length && to < destination.Length);

        consumed = from;
        return to;
    }

    /// <summary>Decodes tokens of the float that the element is not, up to any other token.</summary>
    /// <inheritdoc cref="DecodeIntegers{T}"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static nint DecodeOther<T>(ReadOnlySpan<byte> source, Span<T> destination, out nint consumed)
    {
        Span<double> buffer = stackalloc double[BufferLength];
        int from = 0;
        int to = 0;
        int taken;
        int chunk;
        do
        {
            chunk = Math.Min(BufferLength, destination.Length - to);
            int length;
            if (typeof(T) == typeof(double))
            {
                Span<float> floats = MemoryMarshal.Cast<double, float>(buffer);
                taken = (int)FixedWidthDecoding.DecodeStretch(
                    ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from),
                    source.Length - from,
                    ref MemoryMarshal.GetReference(floats),
                    chunk,
                    out length);
                NumberConversion.Widen(floats[..taken], Unsafe.BitCast<Span<T>, Span<double>>(destination).Slice(to, taken));
            }
            else
            {
                taken = (int)FixedWidthDecoding.DecodeStretch(
                    ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from),
                    source.Length - from,
                    ref MemoryMarshal.GetReference(buffer),
                    chunk,
                    out length);
                NumberConversion.Narrow(buffer[..taken], Unsafe.BitCast<Span<T>, Span<float>>(destination).Slice(to, taken));
            }

            from += length;
            to += taken;
        }
        while (taken == chunk && from < source.Length && to < destination.Length);

        consumed = from;
        return to;
    }
}
