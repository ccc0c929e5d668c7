using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Integers, as <see cref="MixedWidthDecoderAvx512{TLane, TSignedness}"/> looks them up. There nil counts as a fixint, and is refused for its value. Here
/// nil's value is made 0, so that it is not refused.
/// </summary>
internal readonly struct NullableIntegerTables<TLane, TSignedness> : INullableTokenTables<TLane, NullableIntegerTables<TLane, TSignedness>>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    private readonly MixedWidthDecoderAvx512<TLane, TSignedness>.WindowTables tables;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private NullableIntegerTables(MixedWidthDecoderAvx512<TLane, TSignedness>.WindowTables tables) => this.tables = tables;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static NullableIntegerTables<TLane, TSignedness> Create() =>
        new(new MixedWidthDecoderAvx512<TLane, TSignedness>.WindowTables(
            ref MixedWidthDecoderAvx512<TLane, TSignedness>.Classes, ref MixedWidthDecoderAvx512<TLane, TSignedness>.Offsets));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Signs(Vector512<byte> window) => MixedWidthDecoderAvx512<TLane, TSignedness>.WindowTables.Signs(window);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> LookUp(Vector512<byte> window, out Vector512<byte> classes) => tables.LookUp(window, out classes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> Values(
        Vector512<byte> window,
        Vector512<byte> classes,
        Vector512<byte> signs,
        Vector512<byte> tokens,
        Vector512<byte> first,
        Vector512<byte> presence,
        out Vector512<byte> bad)
    {
        Vector512<byte> tokenClasses = MixedWidthDecoderAvx512<TLane, TSignedness>.Permute(classes, tokens);
        Vector512<byte> values = MixedWidthDecoderAvx512<TLane, TSignedness>.Values(window, signs, tokens, tokenClasses, tables.Offsets) & presence;
        bad = values & tokenClasses;
        return values;
    }
}
