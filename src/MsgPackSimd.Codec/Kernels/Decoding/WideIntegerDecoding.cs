using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that were written in more bytes than the element has, as by writers that use one width for all, and other integers between them. The kernels for
/// the element's size do not take these tokens; those for 64 bits do, on the stack, from where the numbers are narrowed.
/// </summary>
/// <remarks>
/// <code>
///   tokens     d3 00 00 00 00 00 00 00 05 | 2a | d1 ff 00          into shorts
///   stack      5, 42, -256                                          as elements of 64 bits: stretches of one length, or any mixture
///   fits       (value + 2^15) &amp; ~ffff is 0 for all
///   elements   05 00 2a 00 00 ff
/// </code>
/// </remarks>
internal static class WideIntegerDecoding
{
    /// <summary>Fewer elements than this are decoded one by one.</summary>
    public const int MinCount = 16;

    /// <summary>Still fewer are left to the scalar decoder: its branches are predicted where single tokens are all of one form.</summary>
    private const int MinBranchFreeCount = 4;

    /// <summary>How many elements are on the stack at a time.</summary>
    private const int BufferLength = 512;

    /// <summary>Decodes as many tokens as the caller asks for, or more, if most of those that it has just decoded are longer than the element's.</summary>
    /// <typeparam name="T">The element type.</typeparam>
    /// <typeparam name="TLane">The integer of its size, of less than 64 bits.</typeparam>
    /// <typeparam name="TSignedness">Whether it is signed.</typeparam>
    /// <param name="source">The tokens.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="count">How many tokens to decode.</param>
    /// <param name="bytesConsumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="valuesWritten">Receives how many elements were stored.</param>
    /// <returns><see cref="MessagePackReadStatus.Done"/>, or what kept the next token from being read.</returns>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static MessagePackReadStatus Decode<T, TLane, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, int count, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        if (count < MinCount || !Simd128.HasShuffle)
        {
            return count < MinBranchFreeCount
                ? ScalarFallback.DecodeRun(source, destination, 0, 0, count, out bytesConsumed, out valuesWritten)
                : DecodeFew<T, TLane, TSignedness>(source, destination, count, out bytesConsumed, out valuesWritten);
        }

        Span<long> buffer = stackalloc long[BufferLength];
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref TLane lanes = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        nint length;
        nint taken;
        do
        {
            taken =
                DecodeWide(ref Unsafe.Add(ref bytes, from), source.Length - from, buffer[..(int)Math.Min(BufferLength, destination.Length - to)], out length);
            int fitting = IntegerNarrowing<TLane, TSignedness>.Narrow(buffer[..(int)taken], ref Unsafe.Add(ref lanes, to));
            if (fitting < taken)
            {
                taken = fitting;
                length = GetLength(source[(int)from..], fitting);
            }

            from += length;
            to += taken;
            count -= (int)taken;
            if (taken == 0)
            {
                // One of the last few tokens, or one that can't be read, or does not fit.
                MessagePackReadStatus status =
                    DecodeFew<T, TLane, TSignedness>(source[(int)from..], destination[(int)to..], MinCount, out int fewLength, out int fewTaken);
                bytesConsumed = (int)from + fewLength;
                valuesWritten = (int)to + fewTaken;
                return status;
            }
        }
        while (to < destination.Length && from < source.Length && (count > 0 || length > taken * (1 + Unsafe.SizeOf<TLane>())));

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return MessagePackReadStatus.Done;
    }

    /// <summary>Decodes tokens as integers of 64 bits: those of one length, if there are several of them, else any mixture.</summary>
    /// <returns>How many were decoded; none near the end, or if the first is none that can be decoded here.</returns>
    private static nint DecodeWide(ref byte source, nint length, Span<long> destination, out nint consumed)
    {
        ref long values = ref MemoryMarshal.GetReference(destination);
        nint from = 0;
        nint to = 0;
        int uniformLength = TokenSample<long, Signed>.GuessLength(MemoryMarshal.CreateReadOnlySpan(ref source, (int)length));
        if (uniformLength != 0)
        {
            to = UniformDecoding.Decode<long, Signed, Int64Form<Signed>>(ref source, length, ref values, destination.Length, uniformLength);
            from = to * uniformLength;
        }

        if (to < MinCount)
        {
            // Behind a short stretch, there may be more of these. (The length of what has been guessed is not looked at again before that.)
            to += LengthScanDecoderVector128<long, IntegerScan<long, Signed>>.Decode(
                ref Unsafe.Add(ref source, from),
                length - from,
                ref Unsafe.Add(ref values, to),
                destination.Length - to,
                destination.Length - to,
                out nint mixedLength);
            from += mixedLength;
        }

        consumed = from;
        return to;
    }

    /// <summary>
    /// The length of the first tokens, which have been decoded, in bytes. Another thread may have changed them since: whatever they are now, it is no more than
    /// there are.
    /// </summary>
    private static nint GetLength(ReadOnlySpan<byte> source, int count)
    {
        ReadOnlySpan<byte> lengths = IntegerTokenTable.Lengths;
        int length = 0;
        for (int i = 0; i < count && length < source.Length; i++)
        {
            length += lengths[source[length]];
        }

        return Math.Min(length, source.Length);
    }

    /// <summary>Decodes tokens one by one, without branches. A token that can't be read is left to the scalar decoder.</summary>
    private static MessagePackReadStatus DecodeFew<T, TLane, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, int count, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        BranchFreeIntegerDecoder<TLane, TSignedness>.Decode(
            ref MemoryMarshal.GetReference(source),
            source.Length,
            ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)),
            Math.Min(count, destination.Length),
            out nint length,
            out nint taken);
        if (taken == 0)
        {
            return ScalarFallback.DecodeRun(source, destination, 0, 0, 1, out bytesConsumed, out valuesWritten);
        }

        bytesConsumed = (int)length;
        valuesWritten = (int)taken;
        return MessagePackReadStatus.Done;
    }
}
