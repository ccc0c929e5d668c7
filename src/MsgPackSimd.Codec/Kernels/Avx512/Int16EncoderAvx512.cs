using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>short</c>, <c>ushort</c> and <c>char</c>: 21 at a time, laid out in three bytes each. <see cref="TokenLanes"/> has the picture.
/// </summary>
internal readonly struct Int16EncoderAvx512<TSignedness> : IPackEncoderAvx512<short>
    where TSignedness : ISignedness
{
    public static int BlockLength => 21;

    public static ReadOnlySpan<byte> Table => TokenLaneTable.Int16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LayOut(in TokenLanes lanes, Vector512<short> values, out Vector512<byte> kept)
    {
        // There is no leading-zero count for 16 bits, so two limits are compared instead. A range that begins below 0 is shifted to begin at 0.
        Vector512<ushort> bits = values.AsUInt16();
        Vector512<ushort> beyond1;
        Vector512<ushort> beyond2;
        Vector512<ushort> code = Vector512.Create((ushort)MessagePackFirstByte.UInt8);
        if (TSignedness.IsSigned)
        {
            beyond1 = Vector512.GreaterThan(bits + Vector512.Create((ushort)32), Vector512.Create((ushort)(127 + 32)));
            beyond2 = Vector512.GreaterThan(bits + Vector512.Create((ushort)128), Vector512.Create((ushort)(255 + 128)));

            // cc ^ 1c is d0.
            code ^= Vector512.ShiftRightArithmetic(values, 15).AsUInt16() & Vector512.Create((ushort)0x1c);
        }
        else
        {
            beyond1 = Vector512.GreaterThan(bits, Vector512.Create((ushort)127));
            beyond2 = Vector512.GreaterThan(bits, Vector512.Create((ushort)255));
        }

        // Each compare makes a mask. In a blend it stays a mask; for bitwise operations the JIT would first turn both masks into vectors. (A fixint's code is 0
        // in all bits that matter. A blend with zeros would make each block wait for the one before: as the operand that the mask clears, the JIT names the
        // register that the result goes to.)
        code = Avx512BW.BlendVariable(Vector512.Create((ushort)0x40), code, beyond1);
        code = Avx512BW.BlendVariable(code, code + Vector512<ushort>.One, beyond2);
        return lanes.LayOut(values.AsByte(), code.AsByte(), out kept);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryNarrow(Vector512<short> values, out Vector512<byte> bytes)
    {
        Vector512<short> lowest = Vector512.Create((short)TSignedness.LeastFixInt);
        bytes = Avx512BW.ConvertToVector256SByte(values).AsByte().ToVector512Unsafe();
        return Vector512.LessThanOrEqualAll((values - lowest).AsUInt16(), Vector512.Create((ushort)(TSignedness.IsSigned ? 159 : 127)));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HaveFullWidth(Vector512<short> values) => FullWidthEncoderAvx512<short, Int16Form<TSignedness>>.HaveFullWidth(values);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint EncodeFixInts(ref short source, nint count, ref byte destination, nint room) =>
        PackedFixIntsAvx512<short, TSignedness, Int16EncoderAvx512<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LoadWords(ref short source, out Vector512<short> lower, out Vector512<short> upper)
    {
        lower = Vector512.LoadUnsafe(ref source);
        upper = Vector512.LoadUnsafe(ref source, 32);
    }

    /// <summary>Packing works within quarters; this puts the qwords of the result back in order.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Order(Vector512<sbyte> packed) =>
        Avx512F.PermuteVar8x64(packed.AsInt64(), Vector512.Create(0, 2, 4, 6, 1, 3, 5, 7)).AsByte();

    /// <inheritdoc cref="FullWidthEncoderAvx512{TLane, TForm}.EncodeStretch"/>
    public static nint EncodeFullWidth(ref short source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<short, Int16Form<TSignedness>>.EncodeStretch(ref source, count, ref destination, room);

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncodeFullWidth(ref short source, nint count, ref byte destination, nint room) =>
        FullWidthEncoderAvx512<short, Int16Form<TSignedness>>.IsArrayLength(count)
        && FullWidthEncoderAvx512<short, Int16Form<TSignedness>>.TryEncodeArray(ref source, count, ref destination, room);
}
