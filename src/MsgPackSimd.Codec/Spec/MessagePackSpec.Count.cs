using System;

namespace MsgPackSimd.Codec;

/// <content>
/// What the headers have in common. Those of arrays and maps hold a number of elements or pairs in the low four bits of the first byte, or in the two or
/// four bytes after it; those of str, bin and ext hold a number of bytes in the one, two or four bytes after it. Of the forms with such bytes, the first
/// byte of each is one above that of the next shorter form.
/// </content>
public static partial class MessagePackSpec
{
    /// <summary>The largest count that fits the low four bits of a fixarray or fixmap header.</summary>
    private const uint MaxFixCount = MessagePackFirstByte.MaxFixArray - MessagePackFirstByte.MinFixArray;

    private static int GetCountLength(uint count) => count switch
    {
        <= MaxFixCount => 1,
        <= ushort.MaxValue => 1 + sizeof(ushort),
        _ => 1 + sizeof(uint),
    };

    private static bool TryWriteCount(Span<byte> destination, byte minFixCode, byte code16, uint count, out int bytesWritten) => count switch
    {
        <= MaxFixCount => TryWriteCode(destination, (byte)(minFixCode | count), out bytesWritten),
        <= ushort.MaxValue => TryWriteCode(destination, code16, (ushort)count, out bytesWritten),
        _ => TryWriteCode(destination, (byte)(code16 + 1), count, out bytesWritten),
    };

    private static MessagePackReadStatus TryReadCount(ReadOnlySpan<byte> source, byte minFixCode, byte code16, out uint count, out int length)
    {
        count = 0;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        uint code = source[0];
        if (code - minFixCode <= MaxFixCount)
        {
            count = code - minFixCode;
            length = 1;
            return MessagePackReadStatus.Done;
        }

        if (code - code16 > 1)
        {
            return WrongToken(out length);
        }

        MessagePackReadStatus status = code == code16
            ? TryReadNumber(source, sizeof(ushort), out ulong number, out length)
            : TryReadNumber(source, sizeof(uint), out number, out length);
        count = (uint)number;
        return status;
    }

    private static int GetByteCountLength(uint byteCount) => byteCount switch
    {
        <= byte.MaxValue => 1 + sizeof(byte),
        <= ushort.MaxValue => 1 + sizeof(ushort),
        _ => 1 + sizeof(uint),
    };

    private static bool TryWriteByteCount(Span<byte> destination, byte code8, uint byteCount, out int bytesWritten) => byteCount switch
    {
        <= byte.MaxValue => TryWriteCode(destination, code8, (byte)byteCount, out bytesWritten),
        <= ushort.MaxValue => TryWriteCode(destination, (byte)(code8 + 1), (ushort)byteCount, out bytesWritten),
        _ => TryWriteCode(destination, (byte)(code8 + 2), byteCount, out bytesWritten),
    };

    private static MessagePackReadStatus TryReadByteCount(ReadOnlySpan<byte> source, byte code8, out uint byteCount, out int length)
    {
        byteCount = 0;
        if (source.IsEmpty)
        {
            return NothingThere(out length);
        }

        MessagePackReadStatus status;
        ulong number;
        switch ((uint)source[0] - code8)
        {
            case 0:
                status = TryReadNumber(source, sizeof(byte), out number, out length);
                break;
            case 1:
                status = TryReadNumber(source, sizeof(ushort), out number, out length);
                break;
            case 2:
                status = TryReadNumber(source, sizeof(uint), out number, out length);
                break;
            default:
                return WrongToken(out length);
        }

        byteCount = (uint)number;
        return status;
    }

    /// <summary>Takes the payload that follows the head of a str, bin or ext token.</summary>
    /// <param name="source">The bytes to read from; the complete head is at the start.</param>
    /// <param name="byteCount">The payload's length that the head declares, in bytes.</param>
    /// <param name="length">The head's length; receives the length of head and payload, or 0 if no span can hold them.</param>
    /// <param name="payload">Receives the payload.</param>
    private static MessagePackReadStatus TryTakePayload(ReadOnlySpan<byte> source, uint byteCount, scoped ref int length, out ReadOnlySpan<byte> payload)
    {
        payload = default;
        int headLength = length;
        if (byteCount > (uint)(int.MaxValue - headLength))
        {
            length = 0;
            return MessagePackReadStatus.DoesNotFit;
        }

        length = headLength + (int)byteCount;
        if (source.Length < length)
        {
            return MessagePackReadStatus.NeedMoreData;
        }

        payload = source[headLength..length];
        return MessagePackReadStatus.Done;
    }
}
