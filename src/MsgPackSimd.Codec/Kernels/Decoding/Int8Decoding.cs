using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Decodes <c>sbyte</c> and <c>byte</c> where there is a byte shuffle. The fixints that an array begins with are copied. Then one kernel decodes fixints and
/// prefixed tokens in any mixture, and the scalar decoder what that kernel does not take.
/// </summary>
internal static class Int8Decoding
{
    /// <summary>
    /// From this many bytes and elements on, the first fixints go to the widest kernel for them. Fewer go to the 128-bit kernel, which has fewer instructions
    /// than the AVX-512 kernel, and takes one call where the AVX2 kernel takes two.
    /// </summary>
    private const int MinWideRun = 256;

    /// <summary>
    /// How many bytes the kernel has to take from one token that it does not take to the next, to make up for the time that it takes to call it.
    /// </summary>
    private const int MinForeignDistance = 32;

    /// <summary>Decodes elements of a byte: one kernel takes fixints and prefixed tokens in any mixture.</summary>
    public static MessagePackReadStatus Decode<T, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten)
        where TSignedness : ISignedness
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref sbyte values = ref Unsafe.As<T, sbyte>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        if (!Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>.IsSupported)
        {
            from = source.Length >= MinWideRun && destination.Length >= MinWideRun
                ? UniformDecoding.DecodeFixInts<sbyte, TSignedness>(ref bytes, source.Length, ref values, destination.Length)
                : FixIntDecoderVector128<sbyte, TSignedness>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }
        else if (source.Length >= MinWideRun
            && destination.Length >= MinWideRun
            && Vector512.GreaterThanOrEqualAll(Vector512.LoadUnsafe(ref bytes).AsSByte(), Vector512.Create(TSignedness.LeastFixInt)))
        {
            from = FixIntDecoderAvx512<sbyte, TSignedness>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }
        else if (source.Length >= Vector128<byte>.Count
            && destination.Length < MinWideRun
            && Vector128.GreaterThanOrEqualAll(Vector128.LoadUnsafe(ref bytes).AsSByte(), Vector128.Create(TSignedness.LeastFixInt)))
        {
            from = FixIntDecoderVector128<sbyte, TSignedness>.Decode(ref bytes, source.Length, ref values, destination.Length);
        }

        nint to = from;
        int scalarCount = 1;
        MessagePackReadStatus status = MessagePackReadStatus.Done;
        while (from < source.Length && to < destination.Length && status == MessagePackReadStatus.Done)
        {
            ref byte place = ref Unsafe.As<sbyte, byte>(ref Unsafe.Add(ref values, to));
            nint taken = Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>.IsSupported
                ? Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref place, destination.Length - to, out nint length)
                : Int8DecoderVector128<TSignedness, Int8ElementsVector128>.Decode(
                    ref Unsafe.Add(ref bytes, from), source.Length - from, ref place, destination.Length - to, out length);
            from += length;
            to += taken;
            if (from < source.Length && to < destination.Length)
            {
                if (ScalarFallback.IsCut(ref Unsafe.Add(ref bytes, from), source.Length - from))
                {
                    status = MessagePackReadStatus.NeedMoreData;
                    break;
                }

                // The next token is one that the kernel does not take.
                scalarCount = ScalarBackoff.NextForeign(scalarCount, length, MinForeignDistance);
                status = WideIntegerDecoding.Decode<T, sbyte, TSignedness>(
                    source[(int)from..], destination[(int)to..], scalarCount, out int scalarLength, out int scalarTaken);
                from += scalarLength;
                to += scalarTaken;
            }
        }

        bytesConsumed = (int)from;
        valuesWritten = (int)to;
        return status;
    }
}
