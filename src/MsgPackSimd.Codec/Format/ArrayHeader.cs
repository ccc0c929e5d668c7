using System;
using System.Buffers.Binary;

namespace MsgPackSimd.Codec.Format;

/// <summary>
/// The head of an array: its element count, in the shortest of three forms.
/// <code>
///   0 .. 15       1001XXXX
///   .. 65535      0xdc  YYYYYYYY YYYYYYYY
///   .. 2^32-1     0xdd  ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ ZZZZZZZZ     (big-endian)
/// </code>
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">the array format family</see>.
/// </summary>
internal static class ArrayHeader
{
    /// <summary>The length of the longest header, in bytes.</summary>
    public const int MaxLength = 5;

    /// <summary>The length, in bytes, of the shortest header for <paramref name="count"/> elements.</summary>
    public static int GetLength(int count) => count switch
    {
        <= MessagePackCode.MaxFixArrayCount => 1,
        <= ushort.MaxValue => 3,
        _ => MaxLength,
    };

    /// <summary>Writes the shortest header for <paramref name="count"/> elements, if <paramref name="destination"/> has room for it.</summary>
    public static bool TryWrite(Span<byte> destination, int count, out int bytesWritten)
    {
        bytesWritten = GetLength(count);
        if (destination.Length < bytesWritten)
        {
            bytesWritten = 0;
            return false;
        }

        switch (bytesWritten)
        {
            case 1:
                destination[0] = (byte)(MessagePackCode.MinFixArray | count);
                break;
            case 3:
                destination[0] = MessagePackCode.Array16;
                BinaryPrimitives.WriteUInt16BigEndian(destination[1..], (ushort)count);
                break;
            default:
                destination[0] = MessagePackCode.Array32;
                BinaryPrimitives.WriteUInt32BigEndian(destination[1..], (uint)count);
                break;
        }

        return true;
    }

    /// <summary>Reads a header in any of its three forms, the shortest or not, or nil.</summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="count">Receives the element count; -1 for nil. The count is not compared with the bytes that follow.</param>
    /// <param name="length">Receives the header's length in bytes; 0 on anything but <see cref="TokenStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="TokenStatus.DoesNotFit"/> for a count over <see cref="int.MaxValue"/>; <see cref="TokenStatus.WrongKind"/> where neither
    /// an array nor nil begins.
    /// </returns>
    public static TokenStatus TryRead(ReadOnlySpan<byte> source, out int count, out int length)
    {
        count = 0;
        length = 0;
        if (source.IsEmpty)
        {
            return TokenStatus.NeedMoreData;
        }

        switch (source[0])
        {
            case >= MessagePackCode.MinFixArray and <= MessagePackCode.MaxFixArray:
                count = source[0] & MessagePackCode.MaxFixArrayCount;
                length = 1;
                return TokenStatus.Done;

            case MessagePackCode.Array16:
                if (!BinaryPrimitives.TryReadUInt16BigEndian(source[1..], out ushort count16))
                {
                    return TokenStatus.NeedMoreData;
                }

                count = count16;
                length = 3;
                return TokenStatus.Done;

            case MessagePackCode.Array32:
                if (!BinaryPrimitives.TryReadUInt32BigEndian(source[1..], out uint count32))
                {
                    return TokenStatus.NeedMoreData;
                }

                if (count32 > int.MaxValue)
                {
                    return TokenStatus.DoesNotFit;
                }

                count = (int)count32;
                length = MaxLength;
                return TokenStatus.Done;

            case MessagePackCode.Nil:
                count = -1;
                length = 1;
                return TokenStatus.Done;

            default:
                return TokenStatus.WrongKind;
        }
    }
}
