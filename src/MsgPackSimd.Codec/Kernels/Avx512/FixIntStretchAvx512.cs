using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>How the loops for fixints of AVX-512 begin and end; the loops themselves are in the kernels.</summary>
/// <typeparam name="TLane">The integer of the element's size.</typeparam>
/// <typeparam name="TKernel">The kernel for it.</typeparam>
internal static class FixIntStretchAvx512<TLane, TKernel>
    where TLane : unmanaged
    where TKernel : ICompressEncoder<TLane>
{
    /// <summary>
    /// If there are many elements, encodes the fixints before the first element that lies where a cache line begins (<see cref="CacheLine"/>): several times
    /// more bytes are loaded than stored. Of <c>sbyte</c>s as many are stored as loaded, and a store that crosses lines costs more than such a load. So of
    /// these it encodes those before the first whose token lies where a line begins.
    /// </summary>
    /// <inheritdoc cref="IBlockEncoder{TLane}.EncodeFixInts"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeToCacheLine(ref TLane source, nint count, ref byte destination, nint room)
    {
        bool isCopy = Unsafe.SizeOf<TLane>() == sizeof(sbyte);
        if (count < CacheLine.MinLength / (isCopy ? 2 : Unsafe.SizeOf<TLane>())
            || room < Vector512<TLane>.Count
            || !TKernel.TryNarrow(Vector512.LoadUnsafe(ref source), out Vector512<byte> bytes))
        {
            return 0;
        }

        Bounds.Assert(0, Vector512<TLane>.Count, count);
        Bounds.Assert(0, Vector512<TLane>.Count, room);
        Masked512.StoreFirst(bytes, ref destination, Vector512<TLane>.Count);
        return isCopy ? CacheLine.BytesTo(in destination) : CacheLine.ElementsTo(in source, CacheLine.Length);
    }

    /// <summary>Encodes the last fixints of a stretch, a vector at a time, the last of them under a mask.</summary>
    /// <param name="source">The first element of the stretch.</param>
    /// <param name="taken">How many elements are encoded already, a byte each.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the stretch's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>How many elements are encoded now.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeRest(ref TLane source, nint taken, nint count, ref byte destination, nint room)
    {
        Vector512<byte> bytes;
        while (count - taken >= Vector512<TLane>.Count && room - taken >= Vector512<byte>.Count)
        {
            Bounds.Assert(taken, Vector512<TLane>.Count, count);
            Bounds.Assert(taken, Vector512<byte>.Count, room);
            if (!TKernel.TryNarrow(Vector512.LoadUnsafe(ref source, (nuint)taken), out bytes))
            {
                return taken;
            }

            bytes.StoreUnsafe(ref destination, (nuint)taken);
            taken += Vector512<TLane>.Count;
        }

        while (taken < count)
        {
            nint take = count - taken < Vector512<TLane>.Count ? count - taken : Vector512<TLane>.Count;
            if (room - taken < take || !TKernel.TryNarrow(Masked512.LoadFirst(ref Unsafe.Add(ref source, taken), take), out bytes))
            {
                break;
            }

            Bounds.Assert(taken, take, count);
            Bounds.Assert(taken, take, room);
            Masked512.StoreFirst(bytes, ref Unsafe.Add(ref destination, taken), take);
            taken += take;
        }

        return taken;
    }
}
