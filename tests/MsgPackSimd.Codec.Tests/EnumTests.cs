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
    public void Elements_that_may_be_missing_are_written_as_those_of_its_integer()
    {
        foreach (TInteger[] integers in Inputs())
        {
            (TEnum?[] values, byte[] expected, int header) = WithMissing(integers);
            Assert.Equal(expected, MessagePackArrayEncoder.EncodeNullable<TEnum>(values));
            Assert.Equal(expected.Length, MessagePackArrayEncoder.GetNullableEncodedLength<TEnum>(values));

            byte[] destination = new byte[expected.Length];
            Assert.True(MessagePackArrayEncoder.TryEncodeNullable<TEnum>(values, destination, out int bytesWritten));
            Assert.Equal(expected, destination);
            Assert.Equal(expected.Length, bytesWritten);
            Assert.False(MessagePackArrayEncoder.TryEncodeNullable<TEnum>(values, destination.AsSpan(1), out _));

            var output = new ArrayBufferWriter<byte>();
            MessagePackArrayEncoder.EncodeNullable<TEnum>(values, output);
            Assert.Equal(expected, output.WrittenSpan.ToArray());

            OperationStatus status = MessagePackArrayEncoder.EncodeNullableElements<TEnum>(values, destination, out int valuesRead, out bytesWritten);
            Assert.Equal((OperationStatus.Done, values.Length, expected.Length - header), (status, valuesRead, bytesWritten));
            Assert.Equal(expected[header..], destination[..bytesWritten]);
        }
    }

    [Fact]
    public void Elements_that_may_be_missing_are_read_as_those_of_its_integer_in_one_piece_and_in_many()
    {
        foreach (TInteger[] integers in Inputs())
        {
            (TEnum?[] expected, byte[] message, int header) = WithMissing(integers);
            byte[] elements = message[header..];
            TEnum?[]? values = MessagePackArrayDecoder.DecodeNullable<TEnum>(message, out int bytesConsumed);
            Same(expected, values);
            Assert.Equal(message.Length, bytesConsumed);

            Array.Clear(values!);
            Assert.Equal(expected.Length, MessagePackArrayDecoder.DecodeNullable<TEnum>(message, values, out bytesConsumed));
            Same(expected, values);
            Assert.Equal(message.Length, bytesConsumed);

            Array.Clear(values!);
            OperationStatus status = MessagePackArrayDecoder.DecodeNullableElements<TEnum>(elements, values, out bytesConsumed, out int written);
            Assert.Equal((OperationStatus.Done, elements.Length, expected.Length), (status, bytesConsumed, written));
            Same(expected, values);

            foreach (int length in new[] { 1, 2, 7, 100 })
            {
                values = MessagePackArrayDecoder.DecodeNullable<TEnum>(Segmentation.InPieces(message, length), out long consumed);
                Same(expected, values);
                Assert.Equal(message.Length, consumed);

                Array.Clear(values!);
                Assert.Equal(expected.Length, MessagePackArrayDecoder.DecodeNullable<TEnum>(Segmentation.InPieces(message, length), values, out consumed));
                Same(expected, values);
                Assert.Equal(message.Length, consumed);

                Array.Clear(values!);
                status = MessagePackArrayDecoder.DecodeNullableElements<TEnum>(Segmentation.InPieces(elements, length), values, out consumed, out written);
                Assert.Equal((OperationStatus.Done, elements.Length, expected.Length), (status, (int)consumed, written));
                Same(expected, values);
            }
        }
    }

    /// <summary>
    /// Tokens that do not fit the integer, of another kind and cut short, at each place: the same status, counts and exception as for the integer.
    /// </summary>
    [Fact]
    public void What_its_integer_is_not_read_from_it_is_not_read_from()
    {
        byte[][] bad = [[0xc3], [0xc0], [0xcb, 0, 0, 0, 0, 0, 0, 0, 0], [0xcf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0], [0xd1, 0xff], []];
        var destination = new TEnum[41];
        var nullable = new TEnum?[41];
        var expected = new TInteger[41];
        for (int count = 0; count <= 40; count++)
        {
            TInteger[] integers = LargeInput.Create<TInteger>("mixed_width", count, (ulong)count);
            foreach (byte[] token in bad)
            {
                byte[] elements = [.. ReferenceCodec.EncodeElements<TInteger>(integers), .. token];
                OperationStatus expectedStatus = MessagePackArrayDecoder.DecodeElements<TInteger>(elements, expected.AsSpan(0, count + 1), out int expectedConsumed, out int expectedWritten);
                OperationStatus status =
                    MessagePackArrayDecoder.DecodeElements<TEnum>(elements, destination.AsSpan(0, count + 1), out int consumed, out int written);
                Assert.Equal((expectedStatus, expectedConsumed, expectedWritten), (status, consumed, written));
                Assert.Equal(expected[..written], As<TEnum, TInteger>(destination.AsSpan(0, written)).ToArray());

                byte[] message = [0xdc, 0, (byte)(count + 1), .. elements, .. new byte[9]];
                string where = $"element {count} of {count + 1}";
                if (status == OperationStatus.InvalidData)
                {
                    ThrowsTheSame(
                        where,
                        () => MessagePackArrayDecoder.Decode<TInteger>(message, out int _),
                        () => MessagePackArrayDecoder.Decode<TEnum>(message, out int _));
                }

                if (token is not [0xc0])
                {
                    status = MessagePackArrayDecoder.DecodeNullableElements<TEnum>(elements, nullable.AsSpan(0, count + 1), out consumed, out written);
                    Assert.Equal((expectedStatus, expectedConsumed, expectedWritten), (status, consumed, written));
                    Same([.. destination.Take(written).Select(static value => (TEnum?)value)], nullable[..written]);
                    if (status == OperationStatus.InvalidData)
                    {
                        ThrowsTheSame(
                            where,
                            () => MessagePackArrayDecoder.DecodeNullable<TInteger>(message, out int _),
                            () => MessagePackArrayDecoder.DecodeNullable<TEnum>(message, out int _));
                    }
                }
            }
        }

        Assert.Throws<EndOfStreamException>(() => MessagePackArrayDecoder.Decode<TEnum>([0x92, 0x01], out int _));
    }

    private static void ThrowsTheSame(string where, Action decodingIntegers, Action decodingEnums)
    {
        Exception? expected = Record.Exception(decodingIntegers);
        Exception? thrown = Record.Exception(decodingEnums);
        Assert.NotNull(expected);
        Assert.IsType(expected.GetType(), thrown);
        Assert.Contains(where, thrown.Message, StringComparison.Ordinal);
        Assert.Contains(typeof(TEnum).Name, thrown.Message, StringComparison.Ordinal);
    }

    /// <summary>The elements, of which one in five is missing, their array, and how many of its bytes are the header.</summary>
    private static (TEnum?[] Values, byte[] Message, int Header) WithMissing(TInteger[] integers)
    {
        List<byte> message = [.. ReferenceCodec.Encode<byte>(new byte[integers.Length])[..^integers.Length]];
        int header = message.Count;
        var values = new TEnum?[integers.Length];
        for (int i = 0; i < integers.Length; i++)
        {
            bool isMissing = i % 5 == 3;
            values[i] = isMissing ? null : Unsafe.BitCast<TInteger, TEnum>(integers[i]);
            message.AddRange(isMissing ? [0xc0] : ReferenceCodec.EncodeElements<TInteger>([integers[i]]));
        }

        return (values, [.. message], header);
    }

    /// <summary>The same elements. (xunit compares enums one after the other, which takes longer than what is tested.)</summary>
    private static void Same(TEnum?[] expected, TEnum?[]? actual)
    {
        Assert.NotNull(actual);
        if (!expected.SequenceEqual(actual))
        {
            Assert.Equal(expected, actual);
        }
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
