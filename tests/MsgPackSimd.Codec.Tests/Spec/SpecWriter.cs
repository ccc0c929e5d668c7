using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>A writer of <see cref="MessagePackSpec"/> in both of its forms, with a value, and the bytes that it must write.</summary>
/// <param name="Name">Method and value.</param>
/// <param name="Expected">The token.</param>
/// <param name="TryWrite">The non-throwing form.</param>
/// <param name="Write">The throwing form.</param>
/// <param name="Length">The length that the library tells beforehand.</param>
public sealed record SpecWriter(
    string Name, byte[] Expected, SpecWriter.TryWriteForm TryWrite, SpecWriter.WriteForm Write, long Length)
{
    public delegate bool TryWriteForm(Span<byte> destination, out int bytesWritten);

    public delegate int WriteForm(Span<byte> destination);

    /// <summary>Gets the 64-bit values, signed and unsigned, on both sides of each limit between forms.</summary>
    public static IReadOnlyList<Int128> IntegerBoundaries { get; } =
    [
        .. new Int128[] { -(Int128.One << 63), -(Int128.One << 31), -(1 << 15), -(1 << 7), -32, 0, 1 << 7, 1 << 8, 1 << 16, Int128.One << 32 }
            .Concat([1 << 15, Int128.One << 31, Int128.One << 63, Int128.One << 64, 1_000_000_007, -1_000_000_007])
            .SelectMany(limit => new[] { limit - 1, limit, limit + 1 })
            .Where(value => value >= long.MinValue && value <= ulong.MaxValue)
            .Distinct()
            .Order(),
    ];

    public static IReadOnlyList<SpecWriter> All { get; } = [.. Make()];

    /// <summary>The shortest token for an integer, by the table, without the library.</summary>
    public static byte[] ShortestInteger(Int128 value)
    {
        if (value >= -32 && value <= 127)
        {
            return [(byte)(value & 0xff)];
        }

        int form = Enumerable.Range(0, 4).First(width => value >= 0
            ? value < Int128.One << (8 << width)
            : value >= -(Int128.One << ((8 << width) - 1)));
        return IntegerToken((value >= 0 ? 0xcc : 0xd0) + form, value);
    }

    /// <summary>A number behind a first byte whose last two bits tell the number's width.</summary>
    public static byte[] IntegerToken(int code, Int128 value) => Big(code, value, 1 << (code & 3));

    /// <summary>A first byte and a number, big-endian.</summary>
    public static byte[] Big(int code, Int128 value, int width) =>
        [(byte)code, .. Enumerable.Range(0, width).Select(i => (byte)((value >> (8 * (width - 1 - i))) & 0xff))];

    private static IEnumerable<SpecWriter> Make() =>
    [
        .. MovingOn(),
        new("Nil", [0xc0], MessagePackSpec.TryWriteNil, MessagePackSpec.WriteNil, MessagePackSpec.NilLength),
        Of("Boolean", false, [0xc2], MessagePackSpec.TryWriteBoolean, MessagePackSpec.WriteBoolean, MessagePackSpec.BooleanLength),
        Of("Boolean", true, [0xc3], MessagePackSpec.TryWriteBoolean, MessagePackSpec.WriteBoolean, MessagePackSpec.BooleanLength),
        .. IntegerBoundaries.SelectMany(Integers),
        .. new[] { 0f, -0f, 1.5f, float.MaxValue, float.Epsilon, float.NegativeInfinity, float.NaN, BitConverter.UInt32BitsToSingle(0x7f800001) }
            .Select(value => Of("Single", value, Big(0xca, BitConverter.SingleToUInt32Bits(value), 4),
                MessagePackSpec.TryWriteSingle, MessagePackSpec.WriteSingle, MessagePackSpec.SingleLength)),
        .. new[] { 0d, -0d, 1.1, double.MaxValue, double.Epsilon, double.NegativeInfinity, double.NaN, BitConverter.UInt64BitsToDouble(0x7ff0000000000001) }
            .Select(value => Of("Double", value, Big(0xcb, BitConverter.DoubleToUInt64Bits(value), 8),
                MessagePackSpec.TryWriteDouble, MessagePackSpec.WriteDouble, MessagePackSpec.DoubleLength)),
        .. new uint[] { 0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 127, 128, 255, 256, 65535, 65536, int.MaxValue, 1u << 31, uint.MaxValue }
            .SelectMany(Heads),
        .. new[] { "", "a", "ß", "日本", "😀", "a😀ß", "\0" }
            .Concat(new[] { 10, 11, 31, 32, 85, 86, 255, 256, 21845, 21846, 65535, 65536 }
                .SelectMany(length => new[] { new string('x', length), new string('é', length), new string('日', length) }))
            .SelectMany(Strings),

        // Surrogates without their other half become U+FFFD, as with Encoding.UTF8.
        Text("\ud800", "EFBFBD"), Text("\udc00\ud800", "EFBFBDEFBFBD"), Text("a\ud83db", "61EFBFBD62"),
        .. new[] { 0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 255, 256, 65535, 65536 }.SelectMany(Blobs),
        .. Timestamps(),
    ];

    /// <summary>The forms that take the destination by reference, with the same values.</summary>
    private static IEnumerable<SpecWriter> MovingOn()
    {
        yield return MovingOn("Nil", 0, [0xc0], (ref Span<byte> rest, int _) => MessagePackSpec.TryWriteNil(ref rest), (ref Span<byte> rest, int _) => MessagePackSpec.WriteNil(ref rest), MessagePackSpec.NilLength);
        yield return MovingOn("Boolean", false, [0xc2], MessagePackSpec.TryWriteBoolean, MessagePackSpec.WriteBoolean, MessagePackSpec.BooleanLength);
        yield return MovingOn("Boolean", true, [0xc3], MessagePackSpec.TryWriteBoolean, MessagePackSpec.WriteBoolean, MessagePackSpec.BooleanLength);
        foreach (float value in new[] { -0f, 1.5f, BitConverter.UInt32BitsToSingle(0x7f800001) })
        {
            yield return MovingOn("Single", value, Big(0xca, BitConverter.SingleToUInt32Bits(value), 4), MessagePackSpec.TryWriteSingle, MessagePackSpec.WriteSingle, MessagePackSpec.SingleLength);
        }

        foreach (double value in new[] { -0d, 1.1, BitConverter.UInt64BitsToDouble(0x7ff0000000000001) })
        {
            yield return MovingOn("Double", value, Big(0xcb, BitConverter.DoubleToUInt64Bits(value), 8), MessagePackSpec.TryWriteDouble, MessagePackSpec.WriteDouble, MessagePackSpec.DoubleLength);
        }

        foreach (uint count in new uint[] { 0, 15, 16, 65535, 65536, uint.MaxValue })
        {
            yield return MovingOn("ArrayHeader", count, Shortest(count, 0x90, 15, 0xdc - 1), MessagePackSpec.TryWriteArrayHeader, MessagePackSpec.WriteArrayHeader, MessagePackSpec.GetArrayHeaderLength(count));
            yield return MovingOn("StringHeader", count, Shortest(count, 0xa0, 31, 0xd9), MessagePackSpec.TryWriteStringHeader, MessagePackSpec.WriteStringHeader, MessagePackSpec.GetStringHeaderLength(count));
            yield return MovingOn("BinaryHeader", count, Shortest(count, 0, -1, 0xc4), MessagePackSpec.TryWriteBinaryHeader, MessagePackSpec.WriteBinaryHeader, MessagePackSpec.GetBinaryHeaderLength(count));
            byte[] extension = count == 16 ? [0xd8, 42] : [.. Shortest(count, 0, -1, 0xc7), 42];
            yield return MovingOn(
                "ExtensionHeader",
                count,
                extension,
                (ref Span<byte> rest, uint length) => MessagePackSpec.TryWriteExtensionHeader(ref rest, 42, length),
                (ref Span<byte> rest, uint length) => MessagePackSpec.WriteExtensionHeader(ref rest, 42, length),
                MessagePackSpec.GetExtensionHeaderLength(count));
            yield return MovingOn("MapHeader", count, Shortest(count, 0x80, 15, 0xde - 1), MessagePackSpec.TryWriteMapHeader, MessagePackSpec.WriteMapHeader, MessagePackSpec.GetMapHeaderLength(count));
        }

        foreach (Int128 value in IntegerBoundaries)
        {
            byte[] shortest = ShortestInteger(value);
            if (value >= sbyte.MinValue && value <= sbyte.MaxValue)
            {
                yield return MovingOn(
                    "SByte", (sbyte)value, shortest, MessagePackSpec.TryWriteSByte, MessagePackSpec.WriteSByte, MessagePackSpec.GetIntegerLength((sbyte)value));
            }

            if (value >= short.MinValue && value <= short.MaxValue)
            {
                yield return MovingOn(
                    "Int16", (short)value, shortest, MessagePackSpec.TryWriteInt16, MessagePackSpec.WriteInt16, MessagePackSpec.GetIntegerLength((short)value));
            }

            if (value >= int.MinValue && value <= int.MaxValue)
            {
                yield return MovingOn(
                    "Int32", (int)value, shortest, MessagePackSpec.TryWriteInt32, MessagePackSpec.WriteInt32, MessagePackSpec.GetIntegerLength((int)value));
            }

            if (value <= long.MaxValue)
            {
                yield return MovingOn(
                    "Int64", (long)value, shortest, MessagePackSpec.TryWriteInt64, MessagePackSpec.WriteInt64, MessagePackSpec.GetIntegerLength((long)value));
            }

            if (value >= 0 && value <= byte.MaxValue)
            {
                yield return MovingOn(
                    "Byte", (byte)value, shortest, MessagePackSpec.TryWriteByte, MessagePackSpec.WriteByte, MessagePackSpec.GetIntegerLength((byte)value));
            }

            if (value >= 0 && value <= ushort.MaxValue)
            {
                yield return MovingOn("UInt16", (ushort)value, shortest, MessagePackSpec.TryWriteUInt16, MessagePackSpec.WriteUInt16, MessagePackSpec.GetIntegerLength((ushort)value));
            }

            if (value >= 0 && value <= uint.MaxValue)
            {
                yield return MovingOn("UInt32", (uint)value, shortest, MessagePackSpec.TryWriteUInt32, MessagePackSpec.WriteUInt32, MessagePackSpec.GetIntegerLength((uint)value));
            }

            if (value >= 0)
            {
                yield return MovingOn("UInt64", (ulong)value, shortest, MessagePackSpec.TryWriteUInt64, MessagePackSpec.WriteUInt64, MessagePackSpec.GetIntegerLength((ulong)value));
            }
        }
    }

    private static IEnumerable<SpecWriter> Integers(Int128 value)
    {
        byte[] shortest = ShortestInteger(value);
        if (value >= sbyte.MinValue && value <= sbyte.MaxValue)
        {
            yield return Of(
                "SByte", (sbyte)value, shortest, MessagePackSpec.TryWriteSByte, MessagePackSpec.WriteSByte, MessagePackSpec.GetIntegerLength((sbyte)value));
            yield return Of("Int8Token", (sbyte)value, IntegerToken(0xd0, value), MessagePackSpec.TryWriteInt8Token, MessagePackSpec.WriteInt8Token, MessagePackSpec.Int8TokenLength);
        }

        if (value >= short.MinValue && value <= short.MaxValue)
        {
            yield return Of(
                "Int16", (short)value, shortest, MessagePackSpec.TryWriteInt16, MessagePackSpec.WriteInt16, MessagePackSpec.GetIntegerLength((short)value));
            yield return Of("Int16Token", (short)value, IntegerToken(0xd1, value), MessagePackSpec.TryWriteInt16Token, MessagePackSpec.WriteInt16Token, MessagePackSpec.Int16TokenLength);
        }

        if (value >= int.MinValue && value <= int.MaxValue)
        {
            yield return Of(
                "Int32", (int)value, shortest, MessagePackSpec.TryWriteInt32, MessagePackSpec.WriteInt32, MessagePackSpec.GetIntegerLength((int)value));
            yield return Of("Int32Token", (int)value, IntegerToken(0xd2, value), MessagePackSpec.TryWriteInt32Token, MessagePackSpec.WriteInt32Token, MessagePackSpec.Int32TokenLength);
        }

        if (value <= long.MaxValue)
        {
            yield return Of(
                "Int64", (long)value, shortest, MessagePackSpec.TryWriteInt64, MessagePackSpec.WriteInt64, MessagePackSpec.GetIntegerLength((long)value));
            yield return Of("Int64Token", (long)value, IntegerToken(0xd3, value), MessagePackSpec.TryWriteInt64Token, MessagePackSpec.WriteInt64Token, MessagePackSpec.Int64TokenLength);
        }

        if (value >= 0 && value <= byte.MaxValue)
        {
            yield return Of(
                "Byte", (byte)value, shortest, MessagePackSpec.TryWriteByte, MessagePackSpec.WriteByte, MessagePackSpec.GetIntegerLength((byte)value));
            yield return Of("UInt8Token", (byte)value, IntegerToken(0xcc, value), MessagePackSpec.TryWriteUInt8Token, MessagePackSpec.WriteUInt8Token, MessagePackSpec.UInt8TokenLength);
        }

        if (value >= 0 && value <= ushort.MaxValue)
        {
            yield return Of("UInt16", (ushort)value, shortest, MessagePackSpec.TryWriteUInt16, MessagePackSpec.WriteUInt16, MessagePackSpec.GetIntegerLength((ushort)value));
            yield return Of("UInt16Token", (ushort)value, IntegerToken(0xcd, value), MessagePackSpec.TryWriteUInt16Token, MessagePackSpec.WriteUInt16Token, MessagePackSpec.UInt16TokenLength);
        }

        if (value >= 0 && value <= uint.MaxValue)
        {
            yield return Of(
                "UInt32", (uint)value, shortest, MessagePackSpec.TryWriteUInt32, MessagePackSpec.WriteUInt32, MessagePackSpec.GetIntegerLength((uint)value));
            yield return Of("UInt32Token", (uint)value, IntegerToken(0xce, value), MessagePackSpec.TryWriteUInt32Token, MessagePackSpec.WriteUInt32Token, MessagePackSpec.UInt32TokenLength);
        }

        if (value >= 0)
        {
            yield return Of(
                "UInt64", (ulong)value, shortest, MessagePackSpec.TryWriteUInt64, MessagePackSpec.WriteUInt64, MessagePackSpec.GetIntegerLength((ulong)value));
            yield return Of("UInt64Token", (ulong)value, IntegerToken(0xcf, value), MessagePackSpec.TryWriteUInt64Token, MessagePackSpec.WriteUInt64Token, MessagePackSpec.UInt64TokenLength);
        }
    }

    /// <summary>The heads with a length or count, shortest and of each width.</summary>
    private static IEnumerable<SpecWriter> Heads(uint count)
    {
        yield return Of("ArrayHeader", count, Shortest(count, 0x90, 15, 0xdc - 1), MessagePackSpec.TryWriteArrayHeader, MessagePackSpec.WriteArrayHeader, MessagePackSpec.GetArrayHeaderLength(count));
        yield return Of("Array32Header", count, Big(0xdd, count, 4), MessagePackSpec.TryWriteArray32Header, MessagePackSpec.WriteArray32Header, MessagePackSpec.Array32HeaderLength);
        yield return Of("MapHeader", count, Shortest(count, 0x80, 15, 0xde - 1), MessagePackSpec.TryWriteMapHeader, MessagePackSpec.WriteMapHeader, MessagePackSpec.GetMapHeaderLength(count));
        yield return Of("Map32Header", count, Big(0xdf, count, 4), MessagePackSpec.TryWriteMap32Header, MessagePackSpec.WriteMap32Header, MessagePackSpec.Map32HeaderLength);
        yield return Of("StringHeader", count, Shortest(count, 0xa0, 31, 0xd9), MessagePackSpec.TryWriteStringHeader, MessagePackSpec.WriteStringHeader, MessagePackSpec.GetStringHeaderLength(count));
        yield return Of("Str32Header", count, Big(0xdb, count, 4), MessagePackSpec.TryWriteStr32Header, MessagePackSpec.WriteStr32Header, MessagePackSpec.Str32HeaderLength);
        yield return Of("BinaryHeader", count, Shortest(count, 0, -1, 0xc4), MessagePackSpec.TryWriteBinaryHeader, MessagePackSpec.WriteBinaryHeader, MessagePackSpec.GetBinaryHeaderLength(count));
        yield return Of("Bin32Header", count, Big(0xc6, count, 4), MessagePackSpec.TryWriteBin32Header, MessagePackSpec.WriteBin32Header, MessagePackSpec.Bin32HeaderLength);
        foreach (sbyte type in new sbyte[] { 0, 127, -1, -128 })
        {
            byte[] shortest = [.. count is 1 or 2 or 4 or 8 or 16 ? [(byte)(0xd4 + Math.Log2(count))] : Shortest(count, 0, -1, 0xc7), (byte)type];
            yield return new($"ExtensionHeader {type} {count}", shortest,
                (Span<byte> destination, out int written) => MessagePackSpec.TryWriteExtensionHeader(destination, type, count, out written),
                destination => MessagePackSpec.WriteExtensionHeader(destination, type, count), MessagePackSpec.GetExtensionHeaderLength(count));
            yield return new($"Ext32Header {type} {count}", [.. Big(0xc9, count, 4), (byte)type],
                (Span<byte> destination, out int written) => MessagePackSpec.TryWriteExt32Header(destination, type, count, out written),
                destination => MessagePackSpec.WriteExt32Header(destination, type, count), MessagePackSpec.Ext32HeaderLength);
            if (count <= ushort.MaxValue)
            {
                yield return new($"Ext16Header {type} {count}", [.. Big(0xc8, count, 2), (byte)type],
                    (Span<byte> destination, out int written) => MessagePackSpec.TryWriteExt16Header(destination, type, (ushort)count, out written),
                    destination => MessagePackSpec.WriteExt16Header(destination, type, (ushort)count), MessagePackSpec.Ext16HeaderLength);
            }

            if (count <= byte.MaxValue)
            {
                yield return new($"Ext8Header {type} {count}", [0xc7, (byte)count, (byte)type],
                    (Span<byte> destination, out int written) => MessagePackSpec.TryWriteExt8Header(destination, type, (byte)count, out written),
                    destination => MessagePackSpec.WriteExt8Header(destination, type, (byte)count), MessagePackSpec.Ext8HeaderLength);
            }
        }

        if (count <= ushort.MaxValue)
        {
            yield return Of("Array16Header", (ushort)count, Big(0xdc, count, 2), MessagePackSpec.TryWriteArray16Header, MessagePackSpec.WriteArray16Header, MessagePackSpec.Array16HeaderLength);
            yield return Of("Map16Header", (ushort)count, Big(0xde, count, 2), MessagePackSpec.TryWriteMap16Header, MessagePackSpec.WriteMap16Header, MessagePackSpec.Map16HeaderLength);
            yield return Of("Str16Header", (ushort)count, Big(0xda, count, 2), MessagePackSpec.TryWriteStr16Header, MessagePackSpec.WriteStr16Header, MessagePackSpec.Str16HeaderLength);
            yield return Of("Bin16Header", (ushort)count, Big(0xc5, count, 2), MessagePackSpec.TryWriteBin16Header, MessagePackSpec.WriteBin16Header, MessagePackSpec.Bin16HeaderLength);
        }

        if (count <= byte.MaxValue)
        {
            yield return Of("Str8Header", (byte)count, Big(0xd9, count, 1), MessagePackSpec.TryWriteStr8Header, MessagePackSpec.WriteStr8Header, MessagePackSpec.Str8HeaderLength);
            yield return Of("Bin8Header", (byte)count, Big(0xc4, count, 1), MessagePackSpec.TryWriteBin8Header, MessagePackSpec.WriteBin8Header, MessagePackSpec.Bin8HeaderLength);
        }
    }

    /// <summary>A fix form up to <paramref name="maxFix"/>, else one, two or four bytes; arrays and maps have no form of one byte.</summary>
    private static byte[] Shortest(uint count, int fixCode, int maxFix, int code8) =>
        count <= maxFix ? [(byte)(fixCode + count)]
        : count <= 255 && SpecFormat.Of(code8).CountWidth == 1 ? Big(code8, count, 1)
        : count <= 65535 ? Big(code8 + 1, count, 2)
        : Big(code8 + 2, count, 4);

    private static IEnumerable<SpecWriter> Strings(string text)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        byte[] expected = [.. Shortest((uint)utf8.Length, 0xa0, 31, 0xd9), .. utf8];
        yield return Text(text, Convert.ToHexString(utf8));
        yield return new($"Utf8 {utf8.Length}", expected,
            (Span<byte> destination, out int written) => MessagePackSpec.TryWriteUtf8(destination, utf8, out written),
            destination => MessagePackSpec.WriteUtf8(destination, utf8), MessagePackSpec.GetUtf8Length((uint)utf8.Length));
        yield return MovingOn(
            "String",
            text.Length,
            expected,
            (ref Span<byte> rest, int _) => MessagePackSpec.TryWriteString(ref rest, text),
            (ref Span<byte> rest, int _) => MessagePackSpec.WriteString(ref rest, text),
            MessagePackSpec.GetStringLength(text));
        yield return MovingOn(
            "Utf8",
            utf8.Length,
            expected,
            (ref Span<byte> rest, int _) => MessagePackSpec.TryWriteUtf8(ref rest, utf8),
            (ref Span<byte> rest, int _) => MessagePackSpec.WriteUtf8(ref rest, utf8),
            MessagePackSpec.GetUtf8Length((uint)utf8.Length));
    }

    private static SpecWriter Text(string text, string utf8)
    {
        byte[] expected = [.. Shortest((uint)utf8.Length / 2, 0xa0, 31, 0xd9), .. Convert.FromHexString(utf8)];
        return new($"String {text.Length} of {expected.Length}", expected,
            (Span<byte> destination, out int written) => MessagePackSpec.TryWriteString(destination, text, out written),
            destination => MessagePackSpec.WriteString(destination, text), MessagePackSpec.GetStringLength(text));
    }

    private static IEnumerable<SpecWriter> Blobs(int length)
    {
        byte[] data = new byte[length];
        new Random(length).NextBytes(data);
        yield return new($"Binary {length}", [.. Shortest((uint)length, 0, -1, 0xc4), .. data],
            (Span<byte> destination, out int written) => MessagePackSpec.TryWriteBinary(destination, data, out written),
            destination => MessagePackSpec.WriteBinary(destination, data), MessagePackSpec.GetBinaryLength((uint)length));
        yield return MovingOn(
            "Binary",
            length,
            [.. Shortest((uint)length, 0, -1, 0xc4), .. data],
            (ref Span<byte> rest, int _) => MessagePackSpec.TryWriteBinary(ref rest, data),
            (ref Span<byte> rest, int _) => MessagePackSpec.WriteBinary(ref rest, data),
            MessagePackSpec.GetBinaryLength((uint)length));
        byte[] head = length is 1 or 2 or 4 or 8 or 16 ? [(byte)(0xd4 + Math.Log2(length))] : Shortest((uint)length, 0, -1, 0xc7);
        yield return new($"Extension {length}", [.. head, 42, .. data],
            (Span<byte> destination, out int written) => MessagePackSpec.TryWriteExtension(destination, 42, data, out written),
            destination => MessagePackSpec.WriteExtension(destination, 42, data), MessagePackSpec.GetExtensionLength((uint)length));
        yield return MovingOn(
            "Extension",
            length,
            [.. head, 42, .. data],
            (ref Span<byte> rest, int _) => MessagePackSpec.TryWriteExtension(ref rest, 42, data),
            (ref Span<byte> rest, int _) => MessagePackSpec.WriteExtension(ref rest, 42, data),
            MessagePackSpec.GetExtensionLength((uint)length));
    }

    private static IEnumerable<SpecWriter> Timestamps()
    {
        foreach (Int128 seconds in new[] { 0, 1, uint.MaxValue, 1L << 32, (1L << 34) - 1, 1L << 34, long.MaxValue, -1, long.MinValue })
        {
            foreach (int nanoseconds in new[] { 0, 1, 999_999_999 })
            {
                byte[] expected = seconds >= 0 && seconds <= uint.MaxValue && nanoseconds == 0 ? [0xd6, .. Big(0xff, seconds, 4)]
                    : seconds >= 0 && seconds < Int128.One << 34 ? [0xd7, .. Big(0xff, ((Int128)nanoseconds << 34) + seconds, 8)]
                    : [0xc7, 12, .. Big(0xff, nanoseconds, 4), .. Big(0, seconds, 8).Skip(1)];
                var value = new MessagePackTimestamp((long)seconds, nanoseconds);
                yield return MovingOn(
                    "Timestamp", value, expected, MessagePackSpec.TryWriteTimestamp, MessagePackSpec.WriteTimestamp, MessagePackSpec.GetTimestampLength(value));
                yield return Of(
                    "Timestamp", value, expected, MessagePackSpec.TryWriteTimestamp, MessagePackSpec.WriteTimestamp, MessagePackSpec.GetTimestampLength(value));
            }
        }
    }

    private delegate bool TryWriteOf<T>(Span<byte> destination, T value, out int bytesWritten);

    private delegate int WriteOf<T>(Span<byte> destination, T value);

    private static SpecWriter Of<T>(string name, T value, byte[] expected, TryWriteOf<T> tryWrite, WriteOf<T> write, long length) => new(
        string.Create(CultureInfo.InvariantCulture, $"{name} {value}"),
        expected,
        (Span<byte> destination, out int written) => tryWrite(destination, value, out written),
        destination => write(destination, value),
        length);

    private delegate bool TryWriteOnOf<T>(ref Span<byte> destination, T value);

    private delegate void WriteOnOf<T>(ref Span<byte> destination, T value);

    /// <summary>A writer that takes the destination by reference; the bytes by which it moves the destination on count as written.</summary>
    private static SpecWriter MovingOn<T>(string name, T value, byte[] expected, TryWriteOnOf<T> tryWrite, WriteOnOf<T> write, long length)
    {
        return new(
            string.Create(CultureInfo.InvariantCulture, $"{name} {value}, moving on"),
            expected,
            (Span<byte> destination, out int written) =>
            {
                Span<byte> rest = destination;
                bool isWritten = tryWrite(ref rest, value);
                written = Moved(destination, rest);
                return isWritten;
            },
            destination =>
            {
                Span<byte> rest = destination;
                try
                {
                    write(ref rest, value);
                    return Moved(destination, rest);
                }
                catch (ArgumentException)
                {
                    Assert.Equal(0, Moved(destination, rest));
                    throw;
                }
            },
            length);

        static int Moved(Span<byte> destination, Span<byte> rest)
        {
            // The same memory, not only the same bytes.
            Assert.True(destination[^rest.Length..] == rest, "The rest is not the end of the destination.");
            return destination.Length - rest.Length;
        }
    }
}
