using System;
using System.Buffers.Binary;

namespace MsgPackSimd.Codec.Format;

/// <summary>
/// IEEE 754 numbers: <c>0xca</c> and four bytes, or <c>0xcb</c> and eight, big-endian. Bit patterns pass through untouched, so that the
/// payload of a NaN, signalling or not, survives.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#float-format-family">the float format family</see>.
/// </summary>
internal static class FloatToken
{
    private const int SingleLength = 1 + sizeof(float);
    private const int DoubleLength = 1 + sizeof(double);

    /// <summary>Writes <c>0xca</c> and the bits of a <see cref="float"/>, if <paramref name="destination"/> has room for them.</summary>
    public static bool TryWriteSingle(Span<byte> destination, uint bits, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < SingleLength)
        {
            return false;
        }

        destination[0] = MessagePackCode.Float32;
        BinaryPrimitives.WriteUInt32BigEndian(destination[1..], bits);
        bytesWritten = SingleLength;
        return true;
    }

    /// <summary>Writes <c>0xcb</c> and the bits of a <see cref="double"/>, if <paramref name="destination"/> has room for them.</summary>
    public static bool TryWriteDouble(Span<byte> destination, ulong bits, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < DoubleLength)
        {
            return false;
        }

        destination[0] = MessagePackCode.Float64;
        BinaryPrimitives.WriteUInt64BigEndian(destination[1..], bits);
        bytesWritten = DoubleLength;
        return true;
    }

    /// <summary>Reads a number into the bits of a <see cref="float"/>: a float token as it is, a double narrowed, an integer converted.</summary>
    public static TokenStatus TryReadSingle(ReadOnlySpan<byte> source, out uint bits, out int length)
    {
        bits = 0;
        length = 0;
        switch (source.IsEmpty ? default : source[0])
        {
            case MessagePackCode.Float32:
                if (!BinaryPrimitives.TryReadUInt32BigEndian(source[1..], out bits))
                {
                    return TokenStatus.NeedMoreData;
                }

                length = SingleLength;
                return TokenStatus.Done;

            case MessagePackCode.Float64:
                if (!BinaryPrimitives.TryReadDoubleBigEndian(source[1..], out double wide))
                {
                    return TokenStatus.NeedMoreData;
                }

                bits = BitConverter.SingleToUInt32Bits((float)wide);
                length = DoubleLength;
                return TokenStatus.Done;

            default:
                TokenStatus status = IntegerToken.TryRead(source, out ulong integer, out bool isNegative, out length);
                bits = BitConverter.SingleToUInt32Bits(isNegative ? (float)(long)integer : (float)integer);
                return status;
        }
    }

    /// <summary>Reads a number into the bits of a <see cref="double"/>: a double token as it is, a float widened, an integer converted.</summary>
    public static TokenStatus TryReadDouble(ReadOnlySpan<byte> source, out ulong bits, out int length)
    {
        bits = 0;
        length = 0;
        switch (source.IsEmpty ? default : source[0])
        {
            case MessagePackCode.Float64:
                if (!BinaryPrimitives.TryReadUInt64BigEndian(source[1..], out bits))
                {
                    return TokenStatus.NeedMoreData;
                }

                length = DoubleLength;
                return TokenStatus.Done;

            case MessagePackCode.Float32:
                if (!BinaryPrimitives.TryReadSingleBigEndian(source[1..], out float narrow))
                {
                    return TokenStatus.NeedMoreData;
                }

                bits = BitConverter.DoubleToUInt64Bits(narrow);
                length = SingleLength;
                return TokenStatus.Done;

            default:
                TokenStatus status = IntegerToken.TryRead(source, out ulong integer, out bool isNegative, out length);
                bits = BitConverter.DoubleToUInt64Bits(isNegative ? (long)integer : (double)integer);
                return status;
        }
    }
}
