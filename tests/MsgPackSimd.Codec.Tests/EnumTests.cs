using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>An enum is to all methods of the codec the integer that it is in memory, also where it does not name the value.</summary>
/// <typeparam name="TEnum">The enum.</typeparam>
/// <typeparam name="TInteger">Its integer.</typeparam>
public abstract class EnumTests<TEnum, TInteger>
    where TEnum : unmanaged, Enum
    where TInteger : unmanaged, IBinaryInteger<TInteger>
{
    private static readonly int[] Counts = [0, 1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 100, 300, 5000];

    [Fact]
    public void The_enum_has_that_integer()
    {
        Assert.Equal(typeof(TInteger), typeof(TEnum).GetEnumUnderlyingType());
        Assert.True(MessagePackArrayEncoder.IsSupported<TEnum>());
        Assert.Equal(MessagePackArrayEncoder.GetMaxEncodedLength<TInteger>(20), MessagePackArrayEncoder.GetMaxEncodedLength<TEnum>(20));
    }

    [Fact]
    public void It_is_written_as_its_integer()
    {
        foreach (TInteger[] integers in Inputs())
        {
            TEnum[] values = [.. As<TInteger, TEnum>(integers)];
            byte[] expected = ReferenceCodec.Encode<TInteger>(integers);
            Assert.Equal(expected, MessagePackArrayEncoder.Encode<TEnum>(values));
            Assert.Equal(expected.Length, MessagePackArrayEncoder.GetEncodedLength<TEnum>(values));
            Assert.Equal(expected, MessagePackArrayEncoder.Encode(values.Select(static value => value)));

            byte[] destination = new byte[expected.Length];
            Assert.True(MessagePackArrayEncoder.TryEncode<TEnum>(values, destination, out int bytesWritten));
            Assert.Equal(expected, destination);
            Assert.Equal(expected.Length, bytesWritten);
            Assert.False(MessagePackArrayEncoder.TryEncode<TEnum>(values, destination.AsSpan(1), out _));

            var output = new ArrayBufferWriter<byte>();
            MessagePackArrayEncoder.Encode<TEnum>(values, output);
            Assert.Equal(expected, output.WrittenSpan.ToArray());

            output.Clear();
            MessagePackArrayEncoder.Encode(values.Select(static value => value), output);
            Assert.Equal(expected, output.WrittenSpan.ToArray());

            byte[] elements = ReferenceCodec.EncodeElements<TInteger>(integers);
            Assert.Equal(OperationStatus.Done, MessagePackArrayEncoder.EncodeElements<TEnum>(values, destination, out int valuesRead, out bytesWritten));
            Assert.Equal((values.Length, elements.Length), (valuesRead, bytesWritten));
            Assert.Equal(elements, destination[..bytesWritten]);

            using var builder = new MessagePackArrayBuilder<TEnum>();
            int half = values.Length / 2;
            builder.Append(values.AsSpan(0, half));
            foreach (TEnum value in values.Skip(half).Take(5))
            {
                builder.Append(value);
            }

            builder.Append(values.Skip(half + 5));
            Assert.Equal(expected, builder.ToArray());
            output.Clear();
            builder.WriteTo(output);
            Assert.Equal(expected, output.WrittenSpan.ToArray());
        }
    }

    [Fact]
    public void It_is_read_as_its_integer_in_one_piece_and_in_many()
    {
        foreach (TInteger[] integers in Inputs())
        {
            byte[] message = ReferenceCodec.Encode<TInteger>(integers);
            TEnum[]? values = MessagePackArrayDecoder.Decode<TEnum>(message, out int bytesConsumed);
            Assert.NotNull(values);
            Assert.Equal(typeof(TEnum[]), values.GetType());
            Assert.Equal(integers, As<TEnum, TInteger>(values).ToArray());
            Assert.Equal(message.Length, bytesConsumed);

            foreach (int length in new[] { 1, 2, 7, 100 })
            {
                values = MessagePackArrayDecoder.Decode<TEnum>(Segmentation.InPieces(message, length), out long consumed);
                Assert.Equal(integers, As<TEnum, TInteger>(values).ToArray());
                Assert.Equal(message.Length, consumed);

                Array.Clear(values!);
                Assert.Equal(integers.Length, MessagePackArrayDecoder.Decode<TEnum>(Segmentation.InPieces(message, length), values, out consumed));
                Assert.Equal(integers, As<TEnum, TInteger>(values).ToArray());
                Assert.Equal(message.Length, consumed);

                byte[] elements = ReferenceCodec.EncodeElements<TInteger>(integers);
                Array.Clear(values!);
                Assert.Equal(OperationStatus.Done, MessagePackArrayDecoder.DecodeElements<TEnum>(Segmentation.InPieces(elements, length), values, out consumed, out int written));
                Assert.Equal((elements.Length, integers.Length), ((int)consumed, written));
                Assert.Equal(integers, As<TEnum, TInteger>(values).ToArray());
            }

            var destination = new TEnum[integers.Length];
            Assert.Equal(integers.Length, MessagePackArrayDecoder.Decode<TEnum>(message, destination, out bytesConsumed));
            Assert.Equal(integers, As<TEnum, TInteger>(destination).ToArray());
        }
    }

    [Fact]
    public void Elements_that_may_be_missing_are_those_of_its_integer()
    {
        foreach (TInteger[] integers in Inputs())
        {
            TInteger?[] expected = [.. integers.Select(static (value, i) => i % 5 == 3 ? (TInteger?)null : value)];
            TEnum?[] values = [.. integers.Select(static (value, i) => i % 5 == 3 ? (TEnum?)null : Unsafe.BitCast<TInteger, TEnum>(value))];
            byte[] expectedBytes = new byte[MessagePackArrayEncoder.GetMaxEncodedLength<TInteger>(integers.Length)];
            byte[] bytes = new byte[expectedBytes.Length];
            MessagePackArrayEncoder.EncodeNullableElements<TInteger>(expected, expectedBytes, out _, out int expectedLength);
            Assert.Equal(OperationStatus.Done, MessagePackArrayEncoder.EncodeNullableElements<TEnum>(values, bytes, out int valuesRead, out int length));
            Assert.Equal(values.Length, valuesRead);
            Assert.Equal(expectedBytes[..expectedLength], bytes[..length]);

            var destination = new TEnum?[values.Length];
            Assert.Equal(OperationStatus.Done, MessagePackArrayDecoder.DecodeNullableElements<TEnum>(bytes.AsSpan(0, length), destination, out int consumed, out int valuesWritten));
            Assert.Equal(values, destination);
            Assert.Equal((length, values.Length), (consumed, valuesWritten));
        }
    }

    /// <summary>Tokens that do not fit the integer, of another kind and cut short, at each place: the same status, counts and exception as for the integer.</summary>
    [Fact]
    public void What_its_integer_is_not_read_from_it_is_not_read_from()
    {
        byte[][] bad = [[0xc3], [0xc0], [0xcb, 0, 0, 0, 0, 0, 0, 0, 0], [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xd1, 0xff], []];
        var destination = new TEnum[41];
        var expected = new TInteger[41];
        for (int count = 0; count <= 40; count++)
        {
            TInteger[] integers = LargeInput.Create<TInteger>("mixed_width", count, (ulong)count);
            foreach (byte[] token in bad)
            {
                byte[] elements = [.. ReferenceCodec.EncodeElements<TInteger>(integers), .. token];
                OperationStatus expectedStatus = MessagePackArrayDecoder.DecodeElements<TInteger>(elements, expected.AsSpan(0, count + 1), out int expectedConsumed, out int expectedWritten);
                OperationStatus status = MessagePackArrayDecoder.DecodeElements<TEnum>(elements, destination.AsSpan(0, count + 1), out int consumed, out int written);
                Assert.Equal((expectedStatus, expectedConsumed, expectedWritten), (status, consumed, written));
                Assert.Equal(expected[..written], As<TEnum, TInteger>(destination.AsSpan(0, written)).ToArray());

                if (status == OperationStatus.InvalidData)
                {
                    byte[] message = [0xdc, 0, (byte)(count + 1), .. elements, .. new byte[9]];
                    Exception thrown = Record.Exception(() => MessagePackArrayDecoder.Decode<TEnum>(message, out int _));
                    Assert.IsType(Record.Exception(() => MessagePackArrayDecoder.Decode<TInteger>(message, out int _)).GetType(), thrown);
                    Assert.Contains($"element {count} of {count + 1}", thrown.Message, StringComparison.Ordinal);
                    Assert.Contains(typeof(TEnum).Name, thrown.Message, StringComparison.Ordinal);
                }
            }
        }

        Assert.Throws<EndOfStreamException>(() => MessagePackArrayDecoder.Decode<TEnum>([0x92, 0x01], out int _));
    }

    private static IEnumerable<TInteger[]> Inputs()
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            foreach (int count in Counts)
            {
                yield return LargeInput.Create<TInteger>(distribution, count, (ulong)count);
            }
        }
    }

    private static ReadOnlySpan<TTo> As<TFrom, TTo>(ReadOnlySpan<TFrom> values)
        where TFrom : unmanaged
        where TTo : unmanaged => MemoryMarshal.Cast<TFrom, TTo>(values);
}

public sealed class SByteEnumTests : EnumTests<EnumOfSByte, sbyte>;

public sealed class Int16EnumTests : EnumTests<EnumOfInt16, short>;

public sealed class Int32EnumTests : EnumTests<EnumOfInt32, int>;

public sealed class Int64EnumTests : EnumTests<EnumOfInt64, long>;

public sealed class ByteEnumTests : EnumTests<EnumOfByte, byte>;

public sealed class UInt16EnumTests : EnumTests<EnumOfUInt16, ushort>;

public sealed class UInt32EnumTests : EnumTests<EnumOfUInt32, uint>;

public sealed class UInt64EnumTests : EnumTests<EnumOfUInt64, ulong>;
