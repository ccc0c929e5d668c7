using System;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>The non-throwing forms allocate nothing, and neither do the throwing ones when all is well.</summary>
public class AllocationTests
{
    [ReleaseFact]
    public void Nothing_is_allocated()
    {
        byte[] memory = new byte[200];
        char[] chars = new char[200];
        string text = new('é', 50);
        byte[] data = new byte[20];
        byte[] nested = [.. Enumerable.Repeat((byte)0x91, 400), 0xc0];
        byte[] hostile = [0xdb, 0xff, 0xff, 0xff, 0xf0];

        int work = 0;
        Assert.Equal(0, Allocations.Least(() => work = EachForm(memory, chars, text, data, nested, hostile)));
        Assert.True(work > 200, $"{work} bytes only");
    }

    /// <summary>Each family, written, read, cut short, refused and passed over.</summary>
    private static int EachForm(
        Span<byte> memory, Span<char> chars, string text, ReadOnlySpan<byte> data, ReadOnlySpan<byte> nested, ReadOnlySpan<byte> hostile)
    {
        int work = 0;
        for (int room = 0; room <= memory.Length; room += room < 20 ? 1 : 180)
        {
            Span<byte> some = memory[..room];
            MessagePackSpec.TryWriteNil(some, out int written);
            MessagePackSpec.TryReadNil(some, out _);
            MessagePackSpec.TryReadBoolean(some, out _, out _);
            MessagePackSpec.TryWriteBoolean(some, true, out written);
            MessagePackSpec.TryReadBoolean(some, out _, out _);
            MessagePackSpec.TryWriteInt64(some, long.MinValue, out written);
            MessagePackSpec.TryReadInt64(some, out _, out _);
            MessagePackSpec.TryReadByte(some, out _, out _);
            MessagePackSpec.TryWriteUInt32Token(some, 1, out written);
            MessagePackSpec.TryReadInt16(some, out _, out _);
            MessagePackSpec.TryWriteDouble(some, 1.5, out written);
            MessagePackSpec.TryReadSingle(some, out _, out _);
            MessagePackSpec.TryWriteArrayHeader(some, 100_000, out written);
            MessagePackSpec.TryReadArrayHeader(some, out _, out _);
            MessagePackSpec.TryReadMapHeader(some, out _, out _);
            MessagePackSpec.TryWriteBinary(some, data, out written);
            MessagePackSpec.TryReadBinary(some, out _, out _);
            work += written;
            MessagePackSpec.TryWriteExtension(some, 3, data, out written);
            MessagePackSpec.TryReadExtension(some, out _, out _, out _);
            MessagePackSpec.TryReadTimestamp(some, out _, out _);
            work += written;
            MessagePackSpec.TryWriteTimestamp(some, new MessagePackTimestamp(-1, 1), out written);
            MessagePackSpec.TryReadTimestamp(some, out _, out _);
            work += written;
            MessagePackSpec.TryWriteString(some, "aaaaaaaaaaaaaaaaaaaa\ud800", out written);
            MessagePackSpec.TryWriteString(some, text, out written);
            MessagePackSpec.TryReadUtf8(some, out _, out _);
            MessagePackSpec.TryReadString(some, chars, out _, out _);
            MessagePackSpec.TryReadString(some, chars[..1], out _, out _);
            MessagePackSpec.TrySkip(some, out _);
            work += written;
            Span<byte> behind = some;
            while (MessagePackSpec.TryWriteInt32(ref behind, -1000) && MessagePackSpec.TryWriteDouble(ref behind, 1.5))
            {
                work++;
            }

            ReadOnlySpan<byte> rest = some;
            while (MessagePackSpec.TryReadInt16(ref rest, out short number) == MessagePackReadStatus.Done
                && MessagePackSpec.TryReadDouble(ref rest, out double real) == MessagePackReadStatus.Done)
            {
                work += number + (int)real > 0 ? 1 : 2;
            }
        }

        MessagePackSpec.TryReadString(hostile, out _, out _);
        MessagePackSpec.TryReadString([0xa1, 0xff], out _, out _);
        MessagePackSpec.TryReadBinary(hostile, out _, out _);
        MessagePackSpec.TrySkip(nested, out int length);
        MessagePackSpec.TrySkip(nested, out _, 3);
        MessagePackSpec.Skip(nested, out _);
        work += length + MessagePackSpec.WriteInt32(memory, 1 << 30) + MessagePackSpec.WriteString(memory, text);
        MessagePackSpec.ReadUtf8(memory, out length);
        return work + length;
    }
}
