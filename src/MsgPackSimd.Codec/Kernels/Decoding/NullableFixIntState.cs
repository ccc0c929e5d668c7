using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers that may be missing, where most tokens are fixints or nil: which of the kernels for these decodes the next ones, and whether that is worth while.
/// </summary>
/// <remarks>
/// <code>
///   the next 64 bytes
///     all fixints or nil  --> NullableFixIntDecoderVector128, up to another token --.
///     most of them  ------------------------------------------------------------------> RunScanDecoderVector128, up to 1 Ki elements
///     few bytes or elements --> NullableFixIntDecoderVector128, to the end
/// </code>
/// </remarks>
/// <typeparam name="TLane">An integer of the element's size, of 16 bits or more.</typeparam>
/// <typeparam name="TSignedness">Whether it is signed.</typeparam>
internal struct NullableFixIntState<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many bytes are looked at beforehand.</summary>
    private const int SampleLength = 64;

    /// <summary>The most of 64 bytes that may be neither fixints nor nil, if the tokens before them have been found short.</summary>
    private const int MaxOthersOf64 = 28;

    /// <summary>The same for 16 bytes, where there are fewer than 64.</summary>
    private const int MaxOthersOf16 = 3;

    /// <summary>From how many bytes on the run scan pays.</summary>
    private const int MinScanLength = 128;

    /// <summary>From how many elements on the run scan pays.</summary>
    private const int MinScanCount = 64;

    /// <summary>How many elements the run scan decodes, at most, before the next bytes are looked at.</summary>
    private const int MaxScanCount = 1024;

    /// <summary>The same where not much is known yet of the tokens, and behind a long stretch of fixints and nil, which may go on.</summary>
    private const int FewScanCount = 64;

    /// <summary>
    /// How long such stretches have to be for another one to be expected behind a few other tokens. The end of each is mispredicted, unlike the run scan's
    /// steps.
    /// </summary>
    private const int MinStretch = 256;

    private int maxOthers;
    private int scanCount;

    /// <summary>Gets how it begins.</summary>
    public static NullableFixIntState<TLane, TSignedness> Start
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new() { maxOthers = StartOthersOf64, scanCount = FewScanCount };
    }

    /// <summary>
    /// Gets the most of 64 bytes that may be neither fixints nor nil, if nothing else is known. Where one token in ten is of full width, some 7, 11 or 13 are;
    /// of longer tokens, many of which occur, fewer show than there are, since the upper bytes of their payloads may be zeros.
    /// </summary>
    private static int StartOthersOf64
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? 14 : Unsafe.SizeOf<TLane>() == sizeof(int) ? 16 : 12;
    }

    /// <summary>
    /// Gets the greatest mean length of tokens, in bytes, at which runs are quicker than the length scan: about where every fourth element that is present is
    /// of full width.
    /// </summary>
    private static float MaxMeanLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? 1.6f : Unsafe.SizeOf<TLane>() == sizeof(int) ? 2 : 3;
    }

    /// <summary>Whether to decode the next tokens here.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="isUniform">Whether all of the bytes that were looked at are fixints or nil.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool Suits(ReadOnlySpan<byte> source, out bool isUniform)
    {
        isUniform = false;
        if (maxOthers < 0 || source.Length < NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength)
        {
            return false;
        }

        int count = CountOthers(source, out bool isSample);
        isUniform = count == 0;
        return count <= (isSample ? maxOthers : MaxOthersOf16);
    }

    /// <summary>
    /// Decodes the next tokens if the first ones are fixints or nil, up to one that is not; if there are fewer than 16 bytes or elements, all or none (see <see
    /// cref="NullableFixIntDecoderVector128{TLane, TSignedness}.DecodeUniform"/>).
    /// </summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <returns>How many elements were decoded, from a byte each; perhaps none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int DecodeUniform<T>(ReadOnlySpan<byte> source, Span<T?> destination)
        where T : unmanaged
    {
        // Where there are fewer, the kernel itself looks at all of them before it stores any.
        const int MinLength = NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength;
        if (source.Length >= MinLength && destination.Length >= MinLength && CountOthers(source, out _) != 0)
        {
            return 0;
        }

        return (int)NullableFixIntDecoderVector128<TLane, TSignedness>.DecodeUniform(
            ref MemoryMarshal.GetReference(source),
            source.Length,
            ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination)),
            destination.Length);
    }

    /// <summary>Takes note of how long tokens were.</summary>
    /// <param name="consumed">The length of the tokens that were decoded, here or elsewhere.</param>
    /// <param name="written">How many they were.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Note(int consumed, int written) => maxOthers = consumed > MaxMeanLength * written ? -1 : MaxOthersOf64;

    /// <summary>Decodes the next tokens, or up to one that can't be decoded here.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="isUniform">What <see cref="Suits"/> has found.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <param name="written">Receives how many elements were stored; 0 if the first token can't be decoded here.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Decode<T>(ReadOnlySpan<byte> source, Span<T?> destination, bool isUniform, out int consumed, out int written)
        where T : unmanaged
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        ref NullableLane<TLane> lanes = ref Unsafe.As<T?, NullableLane<TLane>>(ref MemoryMarshal.GetReference(destination));
        nint from = 0;
        nint to = 0;
        if (isUniform)
        {
            to = NullableFixIntDecoderVector128<TLane, TSignedness>.DecodeUniform(ref bytes, source.Length, ref lanes, destination.Length);
            from = to;
            scanCount = to >= MinStretch ? FewScanCount : MaxScanCount;
        }

        if (source.Length - from >= MinScanLength && destination.Length - to >= MinScanCount)
        {
            to += RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>.Decode(
                ref Unsafe.Add(ref bytes, from),
                source.Length - from,
                ref Unsafe.Add(ref lanes, to),
                Math.Min(scanCount, destination.Length - to),
                out nint length);
            from += length;
            scanCount = MaxScanCount;
        }
        else
        {
            to += NullableFixIntDecoderVector128<TLane, TSignedness>.Decode(
                ref bytes, source.Length, from, ref Unsafe.Add(ref lanes, to), destination.Length - to, out nint length);
            from += length;
        }

        consumed = (int)from;
        written = (int)to;
        Note(consumed, written);
    }

    /// <summary>How many of the next 64 bytes are neither fixints nor nil; if there are fewer bytes than that, of the next 16.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CountOthers(ReadOnlySpan<byte> source, out bool isSample)
    {
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        isSample = source.Length >= SampleLength;
        ulong others = isSample
            ? NullableIntegerScan<TLane, TSignedness>.OthersOf32(ref bytes)
                | ((ulong)NullableIntegerScan<TLane, TSignedness>.OthersOf32(ref Unsafe.Add(ref bytes, 32)) << 32)
            : NullableIntegerScan<TLane, TSignedness>.Others(Vector128.LoadUnsafe(ref bytes));
        return BitOperations.PopCount(others);
    }
}
