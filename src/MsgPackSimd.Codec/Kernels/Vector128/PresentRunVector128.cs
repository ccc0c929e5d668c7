using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Runs of elements that may be missing and are all present: how they become plain values, and the other way round. Two vectors of elements hold one vector of
/// values.
/// </summary>
/// <remarks>
/// <code>
///   int?      1 - - - a a a a  1 - - - b b b b | 1 - - - c c c c  1 - - - d d d d       none of the flags is 0
///   values    a a a a  b b b b  c c c c  d d d d                                        as numbers of twice the width: shifted down, narrowed; or widened, shifted up, and 1
/// </code>
/// Elements of eight bytes are unpacked, since there is no number of twice their width.
/// </remarks>
internal static class PresentRunVector128
{
    /// <summary>Elements of eight bytes need an instruction for which there is no cross-platform name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasVectors<TLane>() => Unsafe.SizeOf<TLane>() < sizeof(ulong) || Sse2.IsSupported || AdvSimd128.IsSupported;

    /// <summary>Copies the values of elements up to the first that is missing.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the values go; there is room for all.</param>
    /// <returns>How many were copied.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Gather<TLane>(ref NullableLane<TLane> source, nint count, ref TLane destination)
        where TLane : unmanaged
    {
        nint taken = 0;
        for (nint last = count - LaneCount.Of128<TLane>(); taken <= last; taken += LaneCount.Of128<TLane>())
        {
            if (!TryGatherVector(ref source, taken, count, ref destination))
            {
                break;
            }
        }

        // The last ones are taken in a vector that overlaps the one before; if one is missing, one by one up to that.
        nint lastVector = count - LaneCount.Of128<TLane>();
        if (taken < count && taken > lastVector && lastVector >= 0 && TryGatherVector(ref source, lastVector, count, ref destination))
        {
            return count;
        }

        while (taken < count && Unsafe.Add(ref source, taken).HasValue != 0)
        {
            Bounds.Assert(taken, 1, count);
            Unsafe.Add(ref destination, taken) = Unsafe.Add(ref source, taken).Value;
            taken++;
        }

        return taken;
    }

    /// <summary>Makes elements of values.</summary>
    /// <param name="source">The first value.</param>
    /// <param name="count">The number of values.</param>
    /// <param name="destination">Where the elements go.</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void LayOut<TLane>(ref TLane source, nint count, ref NullableLane<TLane> destination)
        where TLane : unmanaged
    {
        nint laid = 0;
        nint last = count - LaneCount.Of128<TLane>();
        if (HasVectors<TLane>() && last >= 0)
        {
            for (; laid < last; laid += LaneCount.Of128<TLane>())
            {
                LayOutVector(ref source, laid, count, ref destination);
            }

            LayOutVector(ref source, last, count, ref destination);
            return;
        }

        for (; laid < count; laid++)
        {
            Bounds.Assert(laid, 1, count);
            Unsafe.Add(ref destination, laid) = new NullableLane<TLane> { HasValue = 1, Value = Unsafe.Add(ref source, laid) };
        }
    }

    /// <summary>Copies the values of as many elements as a vector has lanes, if none is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryGatherVector<TLane>(ref NullableLane<TLane> source, nint from, nint count, ref TLane destination)
        where TLane : unmanaged
    {
        if (!HasVectors<TLane>())
        {
            return false;
        }

        Bounds.Assert(from, LaneCount.Of128<TLane>(), count);
        ref TLane fields = ref Unsafe.As<NullableLane<TLane>, TLane>(ref source);
        Vector128<TLane> first = Vector128.LoadUnsafe(ref fields, (nuint)(2 * from));
        Vector128<TLane> second = Vector128.LoadUnsafe(ref fields, (nuint)((2 * from) + LaneCount.Of128<TLane>()));
        if (!TryNarrow(first, second, out Vector128<TLane> values))
        {
            return false;
        }

        values.StoreUnsafe(ref destination, (nuint)from);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void LayOutVector<TLane>(ref TLane source, nint from, nint count, ref NullableLane<TLane> destination)
        where TLane : unmanaged
    {
        Bounds.Assert(from, LaneCount.Of128<TLane>(), count);
        ref TLane fields = ref Unsafe.As<NullableLane<TLane>, TLane>(ref destination);
        Widen(Vector128.LoadUnsafe(ref source, (nuint)from), out Vector128<TLane> first, out Vector128<TLane> second);
        first.StoreUnsafe(ref fields, (nuint)(2 * from));
        second.StoreUnsafe(ref fields, (nuint)((2 * from) + LaneCount.Of128<TLane>()));
    }

    /// <summary>Takes the values out of two vectors of elements, if none is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryNarrow<TLane>(Vector128<TLane> first, Vector128<TLane> second, out Vector128<TLane> values)
        where TLane : unmanaged
    {
        switch (Unsafe.SizeOf<TLane>())
        {
            case sizeof(byte):
                Vector128<ushort> flags16 = Vector128.Create((ushort)0xff);
                values = Vector128.Narrow(first.AsUInt16() >>> 8, second.AsUInt16() >>> 8).As<byte, TLane>();
                return !Vector128.EqualsAny(first.AsUInt16() & flags16, Vector128<ushort>.Zero)
                    && !Vector128.EqualsAny(second.AsUInt16() & flags16, Vector128<ushort>.Zero);
            case sizeof(ushort):
                Vector128<uint> flags32 = Vector128.Create(0xffU);
                values = Vector128.Narrow(first.AsUInt32() >>> 16, second.AsUInt32() >>> 16).As<ushort, TLane>();
                return !Vector128.EqualsAny(first.AsUInt32() & flags32, Vector128<uint>.Zero)
                    && !Vector128.EqualsAny(second.AsUInt32() & flags32, Vector128<uint>.Zero);
            case sizeof(uint):
                Vector128<ulong> flags64 = Vector128.Create(0xffUL);
                values = Vector128.Narrow(first.AsUInt64() >>> 32, second.AsUInt64() >>> 32).As<uint, TLane>();
                return !Vector128.EqualsAny(first.AsUInt64() & flags64, Vector128<ulong>.Zero)
                    && !Vector128.EqualsAny(second.AsUInt64() & flags64, Vector128<ulong>.Zero);
            default:
                values = Simd128.UpperHalves(first.AsByte(), second.AsByte()).As<byte, TLane>();
                Vector128<ulong> flags = Simd128.LowerHalves(first.AsByte(), second.AsByte()).AsUInt64();
                return !Vector128.EqualsAny(flags & Vector128.Create(0xffUL), Vector128<ulong>.Zero);
        }
    }

    /// <summary>Puts values into two vectors of elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Widen<TLane>(Vector128<TLane> values, out Vector128<TLane> first, out Vector128<TLane> second)
        where TLane : unmanaged
    {
        switch (Unsafe.SizeOf<TLane>())
        {
            case sizeof(byte):
                (Vector128<ushort> lower16, Vector128<ushort> upper16) = Vector128.Widen(values.AsByte());
                first = ((lower16 << 8) | Vector128<ushort>.One).As<ushort, TLane>();
                second = ((upper16 << 8) | Vector128<ushort>.One).As<ushort, TLane>();
                break;
            case sizeof(ushort):
                (Vector128<uint> lower32, Vector128<uint> upper32) = Vector128.Widen(values.AsUInt16());
                first = ((lower32 << 16) | Vector128<uint>.One).As<uint, TLane>();
                second = ((upper32 << 16) | Vector128<uint>.One).As<uint, TLane>();
                break;
            case sizeof(uint):
                (Vector128<ulong> lower64, Vector128<ulong> upper64) = Vector128.Widen(values.AsUInt32());
                first = ((lower64 << 32) | Vector128<ulong>.One).As<ulong, TLane>();
                second = ((upper64 << 32) | Vector128<ulong>.One).As<ulong, TLane>();
                break;
            default:
                first = Simd128.LowerHalves(Vector128<ulong>.One.AsByte(), values.AsByte()).As<byte, TLane>();
                second = Simd128.UpperHalves(Vector128<ulong>.One.AsByte(), values.AsByte()).As<byte, TLane>();
                break;
        }
    }
}
