using System;
using System.Buffers;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

public class HeaderAndTypeTests
{
    [Fact]
    public void Every_first_byte_of_a_header_is_as_the_specification_says()
    {
        for (int code = 0; code < 256; code++)
        {
            for (int length = 0; length <= 6; length++)
            {
                byte[] source = [.. Enumerable.Repeat((byte)code, 1), .. new byte[] { 0x01, 0x02, 0x03, 0x04, 0x05, 0x06 }.Take(length)];
                (OperationStatus status, int count, int consumed) = code switch
                {
                    >= 0x90 and <= 0x9f => (OperationStatus.Done, code - 0x90, 1),
                    0xc0 => (OperationStatus.Done, -1, 1),
                    0xdc when length >= 2 => (OperationStatus.Done, 0x0102, 3),
                    0xdd when length >= 4 => (OperationStatus.Done, 0x01020304, 5),
                    0xdc or 0xdd => (OperationStatus.NeedMoreData, 0, 0),
                    _ => (OperationStatus.InvalidData, 0, 0),
                };
                Assert.Equal(status, MessagePackArrayDecoder.TryReadHeader(source, out int actualCount, out int actualConsumed));
                Assert.Equal((count, consumed), (actualCount, actualConsumed));
                Assert.Equal(
                    status, MessagePackArrayDecoder.TryReadHeader(Segmentation.InPieces(source, 1), out actualCount, out long longConsumed));
                Assert.Equal((count, consumed), (actualCount, longConsumed));
            }
        }
    }

    [Theory]
    [InlineData(new byte[] { 0xdd, 0x7f, 0xff, 0xff, 0xff }, OperationStatus.Done, int.MaxValue, 5)]
    [InlineData(new byte[] { 0xdd, 0x80, 0x00, 0x00, 0x00 }, OperationStatus.InvalidData, 0, 0)]
    [InlineData(new byte[] { 0xdd, 0xff, 0xff, 0xff, 0xff }, OperationStatus.InvalidData, 0, 0)]
    [InlineData(new byte[0], OperationStatus.NeedMoreData, 0, 0)]
    public void Counts_end_where_arrays_do(byte[] source, OperationStatus status, int count, int consumed)
    {
        Assert.Equal(status, MessagePackArrayDecoder.TryReadHeader(source, out int actualCount, out int actualConsumed));
        Assert.Equal((count, consumed), (actualCount, actualConsumed));
    }

    [Theory]
    [InlineData(0, "90")]
    [InlineData(15, "9f")]
    [InlineData(16, "dc0010")]
    [InlineData(65535, "dcffff")]
    [InlineData(65536, "dd00010000")]
    [InlineData(74565, "dd00012345")]
    public void A_header_is_the_shortest_that_holds_the_count(int count, string header)
    {
        byte[] encoded = MessagePackArrayEncoder.Encode<bool>(new bool[count]);
        Assert.Equal(header, Convert.ToHexStringLower(encoded.AsSpan(0, encoded.Length - count)));

        byte[] alone = new byte[6];
        Assert.True(MessagePackArrayEncoder.TryWriteHeader(alone, count, out int bytesWritten));
        Assert.Equal(header, Convert.ToHexStringLower(alone.AsSpan(0, bytesWritten)));
        Assert.Equal(new byte[alone.Length - bytesWritten], alone[bytesWritten..]);

        byte[] tooShort = new byte[bytesWritten - 1];
        Assert.False(MessagePackArrayEncoder.TryWriteHeader(tooShort, count, out bytesWritten));
        Assert.Equal(0, bytesWritten);
        Assert.Equal(new byte[tooShort.Length], tooShort);
    }

    [Fact]
    public void There_is_no_header_for_fewer_than_no_elements() =>
        Assert.Throws<ArgumentOutOfRangeException>("count", () => MessagePackArrayEncoder.TryWriteHeader(new byte[5], -1, out _));

    [Fact]
    public void All_element_types_and_enums_are_supported_and_others_are_refused_by_name()
    {
        Assert.True(MessagePackArrayEncoder.IsSupported<sbyte>() && MessagePackArrayEncoder.IsSupported<short>());
        Assert.True(MessagePackArrayEncoder.IsSupported<int>() && MessagePackArrayEncoder.IsSupported<long>());
        Assert.True(MessagePackArrayEncoder.IsSupported<byte>());
        Assert.True(MessagePackArrayEncoder.IsSupported<ushort>() && MessagePackArrayEncoder.IsSupported<uint>());
        Assert.True(MessagePackArrayEncoder.IsSupported<ulong>() && MessagePackArrayEncoder.IsSupported<char>());
        Assert.True(MessagePackArrayEncoder.IsSupported<float>() && MessagePackArrayEncoder.IsSupported<double>());
        Assert.True(MessagePackArrayEncoder.IsSupported<bool>() && MessagePackArrayEncoder.IsSupported<DateTime>());
        Assert.True(MessagePackArrayEncoder.IsSupported<Half>() && MessagePackArrayEncoder.IsSupported<TimeSpan>());
        Assert.True(MessagePackArrayEncoder.IsSupported<DateOnly>() && MessagePackArrayEncoder.IsSupported<TimeOnly>());
        Assert.True(MessagePackArrayEncoder.IsSupported<DayOfWeek>());

        Refuses<decimal>();
        Refuses<nint>();
        Refuses<Int128>();
        Refuses<DateTimeOffset>();
        Refuses<string>();
        Refuses<object>();
        Refuses<int?>();
        Refuses<DayOfWeek?>();
        Refuses<Enum>();
    }

    [Fact]
    public void No_other_element_may_be_missing()
    {
        RefusesMissing<decimal>();
        RefusesMissing<nint>();
        RefusesMissing<Guid>();
        RefusesMissing<DateTimeOffset>();
    }

    [Fact]
    public void A_bool_of_any_byte_but_0_is_true()
    {
        byte[] memory = [0, 1, 2, 0x80, 0xff];
        ReadOnlySpan<bool> values = System.Runtime.InteropServices.MemoryMarshal.Cast<byte, bool>(memory);
        Assert.Equal(new byte[] { 0x95, 0xc2, 0xc3, 0xc3, 0xc3, 0xc3 }, MessagePackArrayEncoder.Encode(values));
    }

    private static void Refuses<T>()
    {
        Assert.False(MessagePackArrayEncoder.IsSupported<T>());
        Action[] calls =
        [
            () => MessagePackArrayEncoder.GetMaxEncodedLength<T>(1),
            () => MessagePackArrayEncoder.GetEncodedLength<T>([]),
            () => MessagePackArrayEncoder.Encode<T>([]),
            () => MessagePackArrayEncoder.TryEncode<T>([], [], out _),
            () => MessagePackArrayEncoder.Encode<T>([], new ArrayBufferWriter<byte>()),
            () => MessagePackArrayEncoder.EncodeElements<T>([], [], out _, out _),
            () => MessagePackArrayEncoder.Encode(Enumerable.Empty<T>()),
            () => MessagePackArrayEncoder.Encode(Enumerable.Empty<T>(), new ArrayBufferWriter<byte>()),
            () => new MessagePackArrayBuilder<T>().Dispose(),
            () => MessagePackArrayDecoder.Decode<T>([0x90], out int _),
            () => MessagePackArrayDecoder.Decode<T>([0x90], [], out int _),
            () => MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(new byte[] { 0x90 }, 1), out long _),
            () => MessagePackArrayDecoder.Decode<T>(Segmentation.InPieces(new byte[] { 0x90 }, 1), [], out long _),
            () => MessagePackArrayDecoder.DecodeElements<T>([], [], out int _, out _),
            () => MessagePackArrayDecoder.DecodeElements<T>(ReadOnlySequence<byte>.Empty, [], out long _, out _),
        ];
        Assert.All(calls, call => Assert.Contains(
            typeof(T).ToString(), Assert.Throws<NotSupportedException>(call).Message, StringComparison.Ordinal));
    }

    private static void RefusesMissing<T>()
        where T : unmanaged
    {
        Action[] calls =
        [
            () => MessagePackArrayEncoder.EncodeNullableElements<T>([], [], out _, out _),
            () => MessagePackArrayDecoder.DecodeNullableElements<T>([], [], out int _, out _),
            () => MessagePackArrayDecoder.DecodeNullableElements<T>(ReadOnlySequence<byte>.Empty, [], out long _, out _),
            () => MessagePackArrayEncoder.GetNullableEncodedLength<T>([]),
            () => MessagePackArrayEncoder.EncodeNullable<T>([]),
            () => MessagePackArrayEncoder.TryEncodeNullable<T>([], [], out _),
            () => MessagePackArrayEncoder.EncodeNullable<T>([], new ArrayBufferWriter<byte>()),
            () => MessagePackArrayDecoder.DecodeNullable<T>([0x90], out int _),
            () => MessagePackArrayDecoder.DecodeNullable<T>([0x90], [], out int _),
            () => MessagePackArrayDecoder.DecodeNullable<T>(Segmentation.InPieces(new byte[] { 0x90 }, 1), out long _),
            () => MessagePackArrayDecoder.DecodeNullable<T>(Segmentation.InPieces(new byte[] { 0x90 }, 1), [], out long _),
        ];
        Assert.All(calls, call => Assert.Contains(
            typeof(T).ToString(), Assert.Throws<NotSupportedException>(call).Message, StringComparison.Ordinal));
    }
}
