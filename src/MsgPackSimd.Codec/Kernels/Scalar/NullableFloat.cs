using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><c>float?</c> and <c>double?</c>: nil is a prefix without a payload.</summary>
/// <remarks>
/// <code>
///   token    cb 3f f8 00 00 00 00 00 00  cb …      the next one begins nine bytes further on
///   nil      c0 00 00 00 00 00 00 00 00            or one byte: the zeros are overwritten
///               cb …
/// </code>
/// </remarks>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal readonly struct NullableFloat<TLane> : INullableToken<TLane>
    where TLane : unmanaged
{
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.Length;
    }

    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWrite(ref byte token, TLane value, long presence, out nint length)
    {
        token = (byte)(MessagePackFirstByte.Nil + ((FloatToken<TLane>.Prefix - MessagePackFirstByte.Nil) & presence));
        ref byte payload = ref Unsafe.Add(ref token, 1);
        if (FloatToken<TLane>.IsSingle)
        {
            BigEndian.Write(ref payload, Unsafe.BitCast<TLane, uint>(value));
        }
        else
        {
            BigEndian.Write(ref payload, Unsafe.BitCast<TLane, ulong>(value));
        }

        length = Presence.TokenLength(Unsafe.SizeOf<TLane>(), presence);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out TLane value, out long presence, out nint length)
    {
        nint code = token;
        presence = Presence.OfCode(code);

        // The next token waits for the length. One bit gives it, which is set in both prefixes and not in nil.
        length = 1 + ((code & 8) >> (FloatToken<TLane>.IsSingle ? 1 : 0));
        ref byte payload = ref Unsafe.Add(ref token, 1);
        value = FloatToken<TLane>.IsSingle
            ? Unsafe.BitCast<uint, TLane>(BigEndian.ReadUInt32(in payload) & (uint)presence)
            : Unsafe.BitCast<ulong, TLane>(BigEndian.ReadUInt64(in payload) & (ulong)presence);
        return ((code ^ FloatToken<TLane>.Prefix) & presence) == 0;
    }
}
