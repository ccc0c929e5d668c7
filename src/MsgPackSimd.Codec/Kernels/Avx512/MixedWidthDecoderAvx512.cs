using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers whose tokens are of mixed widths, up to a whole window of 64 bytes at a time (AVX-512 VBMI). What a token's first byte says is looked
/// up for every byte of the window, as if a token began at each; where tokens really begin follows by pointer doubling.
/// </summary>
/// <remarks>
/// <code>
///   window     05 cd 12 34 ff d0 81 …       position  0  1  2  3  4  5  6
///   J1          1  4  3  4  5  7  7 …       where the next token begins, if one begins here
///   J2          4  5  4  5  7  8  8 …       J1[J1]: where the one after the next begins; J4 = J2[J2], …, J32
///   E           0  0  0  0  0  0  0 …       where the first token begins, in every byte
///   T           0  1  4  5 …                lane k: where token k begins. J1 moves on each odd lane, J2 each second pair of lanes, …
/// </code>
/// The stride from window to window is fixed, and positions past it point to themselves. All that a window tells the next is at what position the first token
/// begins: E moved on by as many tokens as the loop takes of a window (J16, J32 or J64 of E), less the stride. That one permute is all that waits for the
/// window before; the rest overlaps. (Moving on by what was consumed instead costs the latency of all the steps for each window.) For each token, the class
/// that was looked up for its first byte names a row of offsets. Added to the token's position, they say where each byte of the value comes from: the window,
/// which reverses the payload; the window's sign bits, which extend the value; or a zero. The loops work on four windows at a time, each a step behind the
/// next. (That is why the same lines stand in each of them, and in <see cref="NullableDecoderAvx512{TLane, TTables}"/>: in a structure, these vectors would be
/// on the stack, <c>docs/experiments/decode.md</c>.) <c>docs/algorithms/decode.md</c> has drawings.
/// </remarks>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness> : IMixedWidthDecoder<TLane>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many bytes a window has.</summary>
    internal const int Window = 64;

    /// <summary>How many tokens a window has at most: all of them fixints.</summary>
    internal const int MaxTokens = Window;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx512Vbmi.IsSupported && Unsafe.SizeOf<TLane>() > sizeof(sbyte);
    }

    /// <summary>Gets two windows: to begin a loop takes longer than <see cref="DecodeRest"/> takes for one.</summary>
    public static int MinLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 2 * Window;
    }

    public static int MinRoom
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MaxTokens;
    }

    /// <summary>
    /// Gets the density: three quarters of the tokens that the sparse loop takes of a window. With more on average, too many windows would hold more than it
    /// takes.
    /// </summary>
    public static int SparseDensity
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 16 * SparseCount * 3 / 4 / Stride;
    }

    /// <summary>
    /// Gets how many bytes lie between the beginnings of two windows. The longest token that begins before the stride ends within the window, and the
    /// position behind that token still lies within it.
    /// </summary>
    internal static int Stride
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Window - 1 - Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many elements a register holds.</summary>
    private static int Lanes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector512<byte>.Count / Unsafe.SizeOf<TLane>();
    }

    /// <summary>Gets how many tokens <see cref="DecodeSparse"/> takes in a window, at most.</summary>
    private static int SparseCount
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() == sizeof(short) ? Lanes : 2 * Lanes;
    }

    internal static ref byte Classes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => TSignedness.IsSigned ? MixedWidthTable.Int16Classes : MixedWidthTable.UInt16Classes,
            sizeof(int) => TSignedness.IsSigned ? MixedWidthTable.Int32Classes : MixedWidthTable.UInt32Classes,
            _ => TSignedness.IsSigned ? MixedWidthTable.Int64Classes : MixedWidthTable.UInt64Classes,
        });
    }

    internal static ref byte Offsets
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ref MemoryMarshal.GetReference(Unsafe.SizeOf<TLane>() switch
        {
            sizeof(short) => MixedWidthTable.Offsets16,
            sizeof(int) => MixedWidthTable.Offsets32,
            _ => MixedWidthTable.Offsets64,
        });
    }
}
