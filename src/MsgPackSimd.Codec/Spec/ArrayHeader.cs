using System;

namespace MsgPackSimd.Codec;

/// <summary>
/// The array header as the array codec uses it: counts are those of .NET, and nil may take the header's place. <see cref="MessagePackSpec"/> defines
/// what a header is on the wire.
/// </summary>
internal static class ArrayHeader
{
    /// <summary>The length of the longest header, in bytes.</summary>
    public const int MaxLength = MessagePackSpec.MaxArrayHeaderLength;

    /// <summary>The length, in bytes, of the shortest header for <paramref name="count"/> elements.</summary>
    public static int GetLength(int count) => MessagePackSpec.GetArrayHeaderLength((uint)count);

    /// <summary>Writes the shortest header for <paramref name="count"/> elements, if <paramref name="destination"/> has room for it.</summary>
    public static bool TryWrite(Span<byte> destination, int count, out int bytesWritten) =>
        MessagePackSpec.TryWriteArrayHeader(destination, (uint)count, out bytesWritten);

    /// <summary>Reads a header in any of its three forms, the shortest or not, or nil.</summary>
    /// <param name="source">The bytes to read from; the header is at the start.</param>
    /// <param name="count">Receives the element count; -1 for nil. The count is not compared with the bytes that follow.</param>
    /// <param name="length">Receives the header's length in bytes; 0 on anything but <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <returns>
    /// <see cref="MessagePackReadStatus.DoesNotFit"/> for a count over <see cref="int.MaxValue"/>;
    /// <see cref="MessagePackReadStatus.WrongToken"/> where neither an array nor nil begins.
    /// </returns>
    public static MessagePackReadStatus TryRead(ReadOnlySpan<byte> source, out int count, out int length)
    {
        MessagePackReadStatus status = MessagePackSpec.TryReadArrayHeader(source, out uint declared, out length);
        switch (status)
        {
            case MessagePackReadStatus.Done when declared <= int.MaxValue:
                count = (int)declared;
                return MessagePackReadStatus.Done;

            case MessagePackReadStatus.Done:
                status = MessagePackReadStatus.DoesNotFit;
                break;

            case MessagePackReadStatus.WrongToken when MessagePackSpec.TryReadNil(source, out length) == MessagePackReadStatus.Done:
                count = -1;
                return MessagePackReadStatus.Done;
        }

        count = 0;
        length = 0;
        return status;
    }
}
