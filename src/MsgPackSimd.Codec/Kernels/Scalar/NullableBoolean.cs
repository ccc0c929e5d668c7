using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>bool?</c>: a byte with two bits, the upper one for whether the element is present: c0 is nil, c2 <see langword="false"/>, c3 <see langword="true"/>.
/// </summary>
internal readonly struct NullableBoolean : INullableToken<byte>
{
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1;
    }

    public static int Reach
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWrite(ref byte token, byte value, long presence, out nint length)
    {
        // As in an array, any byte but 0 is true.
        int truth = (-value >> 31) & 1;
        token = (byte)(MessagePackFirstByte.Nil + ((2 + truth) & presence));
        length = 1;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, out byte value, out long presence, out nint length)
    {
        int bits = token ^ MessagePackFirstByte.Nil;
        presence = -(long)(bits >> 1);
        value = (byte)(bits & 1);
        length = 1;
        return (bits & ~3) == 0 && bits != 1;
    }
}
