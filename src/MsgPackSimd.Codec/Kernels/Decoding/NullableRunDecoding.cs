using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>Elements that may be missing, where many in a row are missing, or are present.</summary>
internal static class NullableRunDecoding
{
    /// <summary>How many are decoded at once, on the stack.</summary>
    private const int MaxRun = 512;

    /// <summary>How many of the first bytes are looked through for nil.</summary>
    private const int PreviewLength = 64;

    private static ReadOnlySpan<byte> FourNils => [MessagePackFirstByte.Nil, MessagePackFirstByte.Nil, MessagePackFirstByte.Nil, MessagePackFirstByte.Nil];

    /// <summary>
    /// Whether there is a kernel for nullable elements that are all present. (With AVX-512, kernels for arrays are used instead, which are several times as
    /// wide, and their elements are then laid out.)
    /// </summary>
    public static bool HasOwnKernel<T>() =>
        !Avx512Vbmi.IsSupported && Simd128.HasShuffle && (typeof(T) == typeof(float) || typeof(T) == typeof(double));

    /// <summary>Whether the first four tokens are nil.</summary>
    public static bool StartsMissing(ReadOnlySpan<byte> source) => source.StartsWith(FourNils);

    /// <summary>
    /// Whether the first eight tokens are longer than a byte and all of one length, and nil is not among the first bytes. (If it is, it may be part of a
    /// payload, but more often there is one.)
    /// </summary>
    public static bool StartsUniform(ReadOnlySpan<byte> source)
    {
        int length = TokenSample<long, Signed>.GuessLength(source);
        return length > 1
            && TokenSample<long, Signed>.GuessLength(source[Math.Min(4 * length, source.Length)..]) == length
            && !source[..Math.Min(source.Length, PreviewLength)].Contains(MessagePackFirstByte.Nil);
    }

    /// <summary>Counts nils, and makes as many elements missing.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void DecodeMissing<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ReadOnlySpan<byte> tokens = source[..Math.Min(source.Length, destination.Length)];
        int count = tokens.IndexOfAnyExcept(MessagePackFirstByte.Nil);
        count = count < 0 ? tokens.Length : count;
        destination[..count].Clear();
        bytesConsumed = count;
        valuesWritten = count;
    }

    /// <summary>Decodes tokens up to the first that is nil or can't be decoded, or as many as are decoded at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void DecodeRun<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        if (HasOwnKernel<T>())
        {
            DecodeFloats(source, destination, out bytesConsumed, out valuesWritten);
        }
        else
        {
            DecodeAnyRun(source, destination, out bytesConsumed, out valuesWritten);
        }
    }

    /// <summary>The same, with tokens of any form.</summary>
    /// <inheritdoc cref="DecodeRun{T}"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void DecodeAnyRun<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        Span<T> run = stackalloc T[MaxRun];
        KernelDispatch.DecodeWarm(source, run[..Math.Min(MaxRun, destination.Length)], out bytesConsumed, out valuesWritten);
        if (Unsafe.SizeOf<T>() == sizeof(byte))
        {
            LayOut<T, byte>(run[..valuesWritten], destination);
        }
        else if (Unsafe.SizeOf<T>() == sizeof(ushort))
        {
            LayOut<T, ushort>(run[..valuesWritten], destination);
        }
        else if (Unsafe.SizeOf<T>() == sizeof(uint))
        {
            LayOut<T, uint>(run[..valuesWritten], destination);
        }
        else
        {
            LayOut<T, ulong>(run[..valuesWritten], destination);
        }
    }

    /// <summary>Decodes tokens of the element's own width, but not the last few bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void DecodeFloats<T>(ReadOnlySpan<byte> source, Span<T?> destination, out int bytesConsumed, out int valuesWritten)
        where T : unmanaged
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        valuesWritten = (int)(typeof(T) == typeof(float)
            ? NullableFloatRunDecoderVector128<uint>.Decode(
                ref bytes, source.Length, ref Unsafe.As<T?, NullableLane<uint>>(ref MemoryMarshal.GetReference(destination)), destination.Length)
            : NullableFloatRunDecoderVector128<ulong>.Decode(
                ref bytes, source.Length, ref Unsafe.As<T?, NullableLane<ulong>>(ref MemoryMarshal.GetReference(destination)), destination.Length));
        bytesConsumed = valuesWritten * (1 + Unsafe.SizeOf<T>());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LayOut<T, TLane>(Span<T> run, Span<T?> destination)
        where T : unmanaged
        where TLane : unmanaged =>
        PresentRunVector128.LayOut(
            ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(run)),
            run.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)));
}
