using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>sbyte</c> and <c>byte</c>: 32 at a time, laid out in two bytes each. The prefix, always the same one (<see cref="Int8Token{TSignedness}"/>), stays if the
/// value is not a fixint.
/// </summary>
/// <remarks>
/// <code>
///   spread     9c 9c  05 05  …
///   tokens     d0 9c  d0 05  …
///   kept       ^  ^      ^
/// </code>
/// </remarks>
internal readonly struct Int8EncoderAvx512<TSignedness> : ICompressEncoder<sbyte>
    where TSignedness : ISignedness
{
    public static int BlockLength => 32;

    public static ReadOnlySpan<byte> Table => TSignedness.IsSigned ? TokenLaneTable.Int8 : TokenLaneTable.UInt8;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<sbyte> values, out Vector512<byte> kept)
    {
        Vector512<byte> spread = Avx512Vbmi.PermuteVar64x8(values.AsByte(), lanes.CodeOrder);

        // The thresholds: the greatest number that is not a fixint, -33 or -1, in the lanes of prefixes; 127, which no value exceeds, in those of values. (The
        // result of a compare of sbytes, taken as bytes, would be turned into a vector, and then into a mask again.)
        kept = Vector512.Equals(Vector512.Min(spread.AsSByte(), lanes.Thresholds.AsSByte()).AsByte(), spread);
        return Avx512BW.BlendVariable(Vector512.Create(Int8Token<TSignedness>.Prefix), spread, lanes.ValueLanes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(Vector512<sbyte> values, out Vector512<byte> bytes)
    {
        bytes = values.AsByte();
        return Vector512.GreaterThanOrEqualAll(values, Vector512.Create(TSignedness.LeastFixInt));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<sbyte> values) => false;

    /// <summary>Fixints are copied, 128 at a time. The last 64 overlap with those before; fewer are copied under a mask.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref sbyte source, nint count, ref byte destination, nint room)
    {
        Vector512<sbyte> least = Vector512.Create(TSignedness.LeastFixInt);
        nint taken = FixIntStretchAvx512<sbyte, Int8EncoderAvx512<TSignedness>>.EncodeToCacheLine(ref source, count, ref destination, room);
        for (nint lastRound = Math.Min(count, room) - 128; taken <= lastRound; taken += 128)
        {
            Bounds.Assert(taken, 128, count);
            Bounds.Assert(taken, 128, room);
            Vector512<sbyte> a = Vector512.LoadUnsafe(ref source, (nuint)taken);
            Vector512<sbyte> b = Vector512.LoadUnsafe(ref source, (nuint)taken + 64);
            if (Vector512.LessThanAny(Vector512.Min(a, b), least))
            {
                break;
            }

            a.AsByte().StoreUnsafe(ref destination, (nuint)taken);
            b.AsByte().StoreUnsafe(ref destination, (nuint)taken + 64);
        }

        if (count < 64 || room < count)
        {
            return FixIntStretchAvx512<sbyte, Int8EncoderAvx512<TSignedness>>.EncodeRest(ref source, taken, count, ref destination, room);
        }

        nint last = count - 64;
        if (taken < last)
        {
            Bounds.Assert(taken, 64, count);
            Vector512<sbyte> values = Vector512.LoadUnsafe(ref source, (nuint)taken);
            if (Vector512.LessThanAny(values, least))
            {
                return taken;
            }

            values.AsByte().StoreUnsafe(ref destination, (nuint)taken);
            taken += 64;
            if (taken < last)
            {
                return taken;
            }
        }

        // Some fixints may be copied twice: the last 64 overlap those before, which is quicker than masking what is left.
        if (taken < count)
        {
            Bounds.Assert(last, 64, count);
            Vector512<sbyte> values = Vector512.LoadUnsafe(ref source, (nuint)last);
            if (Vector512.LessThanAny(values, least))
            {
                return taken;
            }

            values.AsByte().StoreUnsafe(ref destination, (nuint)last);
        }

        return count;
    }

    /// <summary>Two-byte tokens go through the blocks.</summary>
    public static nint EncodeFullWidth(ref sbyte source, nint count, ref byte destination, nint room) => 0;

    /// <inheritdoc/>
    public static bool TryEncodeFullWidth(ref sbyte source, nint count, ref byte destination, nint room) => false;
}
