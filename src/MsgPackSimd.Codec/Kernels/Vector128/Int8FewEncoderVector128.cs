using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Six to fifteen elements of <c>sbyte</c> or <c>byte</c>, which fill no block: they are put together from two words that meet or overlap in the middle, with
/// zeros behind them, and encoded as a block of <see cref="Int8EncoderVector128{TSignedness}"/>.
/// </summary>
/// <remarks>
/// <code>
///   elements   a  b  c  d  e  f  g  h  i  j  k                        eleven
///   words      a  b  c  d  e  f  g  h                                 the first eight
///                       d  e  f  g  h  i  j  k                        the last eight, moved down: those that the first word has are dropped
///   block      a  b  c  d  e  f  g  h  i  j  k  0  0  0  0  0         zeros are fixints, whose bytes are not counted
/// </code>
/// An element is taken from one word alone, so that what another thread changes meanwhile is one of its values, and not a mixture.
/// </remarks>
internal static class Int8FewEncoderVector128<TSignedness>
    where TSignedness : ISignedness
{
    /// <summary>The fewest elements. (With four, one by one is quicker; with five, as quick.)</summary>
    public const int MinCount = 6;

    /// <summary>The most elements.</summary>
    public const int MaxCount = (2 * sizeof(ulong)) - 1;

    /// <summary>Gets how many bytes may be written, whatever the number of elements.</summary>
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Int8EncoderVector128<TSignedness>.Room;
    }

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    /// <summary>Encodes the elements.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, from <see cref="MinCount"/> to <see cref="MaxCount"/>.</param>
    /// <param name="destination">Where the tokens go: up to <see cref="Room"/> bytes are written.</param>
    /// <returns>How many bytes the tokens have.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static int Encode(ref sbyte source, nint count, ref byte destination)
    {
        ref byte bytes = ref Unsafe.As<sbyte, byte>(ref source);
        ulong first;
        ulong second;
        if (count >= sizeof(ulong))
        {
            nint last = count - sizeof(ulong);
            Bounds.Assert(last, sizeof(ulong), count);
            first = Unsafe.ReadUnaligned<ulong>(ref bytes);

            // Shifted in two steps, since a shift by all 64 bits would be one by none.
            second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref bytes, last)) >> 8 >> (8 * (MaxCount - (int)count));
        }
        else
        {
            nint last = count - sizeof(uint);
            Bounds.Assert(last, sizeof(uint), count);
            ulong rest = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref bytes, last));
            first = Unsafe.ReadUnaligned<uint>(ref bytes) | (rest >> (8 * (8 - (int)count)) << 32);
            second = 0;
        }

        Vector128<sbyte> block = Vector128.Create(first, second).AsSByte();
        uint mask = Int8EncoderVector128<TSignedness>.EncodeValues(
            block, ref destination, ref MemoryMarshal.GetReference(Int8EncoderVector128<TSignedness>.Rows));
        return (int)count + (int)Simd128.CountBits(mask);
    }
}
