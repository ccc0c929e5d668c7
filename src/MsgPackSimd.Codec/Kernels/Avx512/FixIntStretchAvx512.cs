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
        if (count < CacheLine.MinLength / (isCopy ? 2 : Unsafe.SizeOf<TLane>()) || room < LaneCount.Of512<TLane>())
        {
            return 0;
        }

        Bounds.Assert(0, LaneCount.Of512<TLane>(), count);
        Bounds.Assert(0, LaneCount.Of512<TLane>(), room);
        if (!TKernel.TryNarrow(Vector512.LoadUnsafe(ref source), out Vector512<byte> bytes))
        {
            return 0;
        }

        Store(bytes, ref destination);
        return isCopy ? CacheLine.BytesTo(in destination) : CacheLine.ElementsTo(in source, CacheLine.Length);
    }

    /// <summary>
    /// Encodes the last fixints of a stretch, a vector at a time. The last vector overlaps what is encoded already: the elements before it are fixints too, and
    /// each keeps its own index. (A mask, which takes longer, is only for fewer elements than a vector has.)
    /// </summary>
    /// <param name="source">The first element of the stretch.</param>
    /// <param name="taken">How many elements are encoded already, a byte each.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the stretch's tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <returns>How many elements are encoded now.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint EncodeRest(ref TLane source, nint taken, nint count, ref byte destination, nint room)
    {
        nint limit = count < room ? count : room;
        Vector512<byte> bytes;
        if (limit < LaneCount.Of512<TLane>())
        {
            Bounds.Assert(0, limit, count);
            Bounds.Assert(0, limit, room);
            if (taken == limit || !TKernel.TryNarrow(Masked512.LoadFirst(ref source, limit), out bytes))
            {
                return taken;
            }

            Masked512.StoreFirst(bytes, ref destination, limit);
            return limit;
        }

        while (taken < limit)
        {
            nint from = taken < limit - LaneCount.Of512<TLane>() ? taken : limit - LaneCount.Of512<TLane>();
            Bounds.Assert(from, LaneCount.Of512<TLane>(), count);
            Bounds.Assert(from, LaneCount.Of512<TLane>(), room);
            if (!TKernel.TryNarrow(Vector512.LoadUnsafe(ref source, (nuint)from), out bytes))
            {
                break;
            }

            Store(bytes, ref Unsafe.Add(ref destination, from));
            taken = from + LaneCount.Of512<TLane>();
        }

        return taken;
    }

    /// <summary>Stores as many bytes as a vector has elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(Vector512<byte> bytes, ref byte destination)
    {
        if (Unsafe.SizeOf<TLane>() == sizeof(sbyte))
        {
            bytes.StoreUnsafe(ref destination);
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(short))
        {
            bytes.GetLower().StoreUnsafe(ref destination);
        }
        else if (Unsafe.SizeOf<TLane>() == sizeof(int))
        {
            bytes.GetLower().GetLower().StoreUnsafe(ref destination);
        }
        else
        {
            Unsafe.WriteUnaligned(ref destination, bytes.AsUInt64().ToScalar());
        }
    }
}
