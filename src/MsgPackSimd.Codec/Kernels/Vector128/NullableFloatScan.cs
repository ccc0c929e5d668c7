using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float?</c> and <c>double?</c>: tokens of the element's own width, and nil.</summary>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal readonly struct NullableFloatScan<TLane> : ILengthScan<NullableLane<TLane>>
    where TLane : unmanaged
{
    public static bool ServesSize => true;

    public static ReadOnlySpan<byte> LengthsLessOne
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? TokenRowTable.SingleLengthsLessOne : TokenRowTable.DoubleLengthsLessOne;
    }

    public static ReadOnlySpan<byte> Classes
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? TokenRowTable.SingleClasses : TokenRowTable.DoubleClasses;
    }

    public static ReadOnlySpan<byte> Rows
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? TokenRowTable.SingleRows : TokenRowTable.DoubleRows;
    }

    /// <summary>Nil has index 0.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Index(Vector128<byte> bytes) =>
        Vector128.Min(bytes - Vector128.Create(MessagePackFirstByte.Nil), Vector128.Create((byte)15));

    /// <inheritdoc cref="Index(Vector128{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Index(Vector256<byte> bytes) =>
        Vector256.Min(bytes - Vector256.Create(MessagePackFirstByte.Nil), Vector256.Create((byte)15));

    /// <summary>The element as it lies in memory. If the token can't be decoded here, byte 1, behind the flag, has bit 7 set.</summary>
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Read(Vector128<byte> bytes, ref byte row) =>
        Simd128.Shuffle(bytes, Vector128.LoadUnsafe(ref row)) | Vector128.LoadUnsafe(ref row, TokenRowTable.Presence);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool CanDecode(Vector128<byte> read) => (sbyte)read.GetElement(1) >= 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store(Vector128<byte> read, byte tokenClass, ref byte row, ref NullableLane<TLane> element)
    {
        ref byte memory = ref Unsafe.As<NullableLane<TLane>, byte>(ref element);
        if (FloatToken<TLane>.IsSingle)
        {
            Unsafe.WriteUnaligned(ref memory, read.AsUInt64().ToScalar());
        }
        else
        {
            read.StoreUnsafe(ref memory);
        }
    }
}
