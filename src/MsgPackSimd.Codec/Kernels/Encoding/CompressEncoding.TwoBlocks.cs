using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <content>Arrays that fit two blocks.</content>
internal static partial class CompressEncoding
{
    /// <summary>
    /// Encodes an array that fits two blocks: fixints by narrowing them, if two vectors hold them, and any mix block by block. Fixints are tried
    /// first, since every other encoder is quick at them; the mixes have time to spare.
    /// </summary>
    /// <returns>The number of bytes written; -1 if there is no room.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static int EncodeTwoBlocks<TLane, TKernel>(ref TLane source, int count, ref byte destination, int room)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Debug.Assert(count > 0 && count <= 2 * TKernel.BlockLength);
        int written = 0;
        int length = count;
        Vector512<TLane> values = Masked512.LoadFirst(ref source, count);
        bool areFixInts = TKernel.TryNarrow(values, out Vector512<byte> tokens);
        if (areFixInts && count > LaneCount.Of512<TLane>())
        {
            length = count - LaneCount.Of512<TLane>();
            areFixInts = TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, LaneCount.Of512<TLane>()), length), out Vector512<byte> rest);
            if (areFixInts)
            {
                if (room < Vector512<byte>.Count)
                {
                    return -1;
                }

                Bounds.Assert(0, Vector512<byte>.Count, room);
                tokens.StoreUnsafe(ref destination);
                written = LaneCount.Of512<TLane>();
                tokens = rest;
            }
        }

        if (!areFixInts)
        {
            var lanes = new TokenLanes(in MemoryMarshal.GetReference(TKernel.Table), Unsafe.SizeOf<TLane>() >= sizeof(int));
            if (count > TKernel.BlockLength)
            {
                if (room < Vector512<byte>.Count)
                {
                    return -1;
                }

                count -= TKernel.BlockLength;
                Vector512<TLane> rest = Masked512.LoadFirst(ref Unsafe.Add(ref source, TKernel.BlockLength), count);
                Bounds.Assert(0, Vector512<byte>.Count, room);
                LayOut<TLane, TKernel>(lanes, values, TKernel.BlockLength, out written).StoreUnsafe(ref destination);
                values = rest;
            }

            tokens = LayOut<TLane, TKernel>(lanes, values, count, out length);
        }

        if (room - written >= Vector512<byte>.Count)
        {
            Bounds.Assert(written, Vector512<byte>.Count, room);
            tokens.StoreUnsafe(ref destination, (nuint)written);
        }
        else if (room - written >= length)
        {
            Bounds.Assert(written, length, room);
            Masked512.StoreFirst(tokens, ref Unsafe.Add(ref destination, written), length);
        }
        else
        {
            return -1;
        }

        return written + length;
    }

    /// <summary>The tokens of a block that has only its first elements.</summary>
    /// <param name="lanes">The rows.</param>
    /// <param name="values">The elements, and zeros.</param>
    /// <param name="take">The number of elements.</param>
    /// <param name="length">Receives the length of their tokens. What is kept of the zeros follows these tokens and is not counted.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> LayOut<TLane, TKernel>(in TokenLanes lanes, Vector512<TLane> values, nint take, out int length)
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane>
    {
        Vector512<byte> tokens = TKernel.LayOut(lanes, values, out Vector512<byte> kept);
        ulong lanesOfElements = ulong.MaxValue >> (int)(64 - (take * (1 + Unsafe.SizeOf<TLane>())));
        length = BitOperations.PopCount(kept.ExtractMostSignificantBits() & lanesOfElements);
        return Avx512Vbmi2.Compress(Vector512<byte>.Zero, kept, tokens);
    }
}
