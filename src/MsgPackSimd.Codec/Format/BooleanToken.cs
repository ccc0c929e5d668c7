using System;

namespace MsgPackSimd.Codec.Format;

/// <summary>
/// <c>0xc2</c> is false, <c>0xc3</c> is true.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">the bool format family</see>.
/// </summary>
internal static class BooleanToken
{
    /// <summary>Writes <paramref name="value"/>, if <paramref name="destination"/> has room for a byte.</summary>
    public static bool TryWrite(Span<byte> destination, bool value, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.IsEmpty)
        {
            return false;
        }

        destination[0] = value ? MessagePackCode.True : MessagePackCode.False;
        bytesWritten = 1;
        return true;
    }

    /// <summary>Reads a bool token; nothing else passes for one.</summary>
    public static TokenStatus TryRead(ReadOnlySpan<byte> source, out bool value, out int length)
    {
        value = false;
        length = 0;
        if (source.IsEmpty)
        {
            return TokenStatus.NeedMoreData;
        }

        if (source[0] is not (MessagePackCode.False or MessagePackCode.True))
        {
            return TokenStatus.WrongKind;
        }

        value = source[0] == MessagePackCode.True;
        length = 1;
        return TokenStatus.Done;
    }
}
