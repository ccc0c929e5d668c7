using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>A reader of <see cref="MessagePackSpec"/> in both of its forms, as a value, and what it must accept.</summary>
/// <param name="Name">The name of the non-throwing form.</param>
/// <param name="Accepted">The formats that it accepts, by the specification's names; a name's first word stands for the family.</param>
/// <param name="HeadOnly">Whether it reads no further than the head.</param>
/// <param name="TryRead">The non-throwing form.</param>
/// <param name="Read">The throwing form.</param>
public sealed record SpecReader(string Name, string[] Accepted, bool HeadOnly, SpecReader.TryReadForm TryRead, SpecReader.ReadForm Read)
{
    private static readonly string[] Integers = ["positive fixint", "negative fixint", "uint", "int"];

    public delegate (MessagePackReadStatus Status, object? Value, int Length) TryReadForm(ReadOnlySpan<byte> source);

    public delegate (object? Value, int Consumed) ReadForm(ReadOnlySpan<byte> source);

    private static readonly SpecReader[] InPlace =
    [
        new("Nil", ["nil"], false,
            source => (MessagePackSpec.TryReadNil(source, out int length), null, length),
            source =>
            {
                MessagePackSpec.ReadNil(source, out int consumed);
                return (null, consumed);
            }),
        new("Boolean", ["false", "true"], false,
            source => (MessagePackSpec.TryReadBoolean(source, out bool value, out int length), value, length),
            source => (MessagePackSpec.ReadBoolean(source, out int consumed), consumed)),
        new("SByte", Integers, false,
            source => (MessagePackSpec.TryReadSByte(source, out sbyte value, out int length), value, length),
            source => (MessagePackSpec.ReadSByte(source, out int consumed), consumed)),
        new("Int16", Integers, false,
            source => (MessagePackSpec.TryReadInt16(source, out short value, out int length), value, length),
            source => (MessagePackSpec.ReadInt16(source, out int consumed), consumed)),
        new("Int32", Integers, false,
            source => (MessagePackSpec.TryReadInt32(source, out int value, out int length), value, length),
            source => (MessagePackSpec.ReadInt32(source, out int consumed), consumed)),
        new("Int64", Integers, false,
            source => (MessagePackSpec.TryReadInt64(source, out long value, out int length), value, length),
            source => (MessagePackSpec.ReadInt64(source, out int consumed), consumed)),
        new("Byte", Integers, false,
            source => (MessagePackSpec.TryReadByte(source, out byte value, out int length), value, length),
            source => (MessagePackSpec.ReadByte(source, out int consumed), consumed)),
        new("UInt16", Integers, false,
            source => (MessagePackSpec.TryReadUInt16(source, out ushort value, out int length), value, length),
            source => (MessagePackSpec.ReadUInt16(source, out int consumed), consumed)),
        new("UInt32", Integers, false,
            source => (MessagePackSpec.TryReadUInt32(source, out uint value, out int length), value, length),
            source => (MessagePackSpec.ReadUInt32(source, out int consumed), consumed)),
        new("UInt64", Integers, false,
            source => (MessagePackSpec.TryReadUInt64(source, out ulong value, out int length), value, length),
            source => (MessagePackSpec.ReadUInt64(source, out int consumed), consumed)),
        new("Single", [.. Integers, "float"], false,
            source => (MessagePackSpec.TryReadSingle(source, out float value, out int length), value, length),
            source => (MessagePackSpec.ReadSingle(source, out int consumed), consumed)),
        new("Double", [.. Integers, "float"], false,
            source => (MessagePackSpec.TryReadDouble(source, out double value, out int length), value, length),
            source => (MessagePackSpec.ReadDouble(source, out int consumed), consumed)),
        new("SingleToken", ["float 32"], false,
            source => (MessagePackSpec.TryReadSingleToken(source, out float value, out int length), value, length),
            source => (MessagePackSpec.ReadSingleToken(source, out int consumed), consumed)),
        new("DoubleToken", ["float 64"], false,
            source => (MessagePackSpec.TryReadDoubleToken(source, out double value, out int length), value, length),
            source => (MessagePackSpec.ReadDoubleToken(source, out int consumed), consumed)),
        new("StringHeader", ["fixstr", "str"], true,
            source => (MessagePackSpec.TryReadStringHeader(source, out uint value, out int length), value, length),
            source => (MessagePackSpec.ReadStringHeader(source, out int consumed), consumed)),
        new("Utf8", ["fixstr", "str"], false,
            source => (MessagePackSpec.TryReadUtf8(source, out ReadOnlySpan<byte> value, out int length), Convert.ToHexString(value), length),
            source => (Convert.ToHexString(MessagePackSpec.ReadUtf8(source, out int consumed)), consumed)),
        new("String", ["fixstr", "str"], false,
            source => (MessagePackSpec.TryReadString(source, out string? value, out int length), value, length),
            source => (MessagePackSpec.ReadString(source, out int consumed), consumed)),
        new("String to a span", ["fixstr", "str"], false,
            source =>
            {
                char[] chars = new char[100];
                MessagePackReadStatus status = MessagePackSpec.TryReadString(source, chars, out int count, out int length);
                return (status, new string(chars, 0, count), length);
            },
            source =>
            {
                char[] chars = new char[100];
                int count = MessagePackSpec.ReadString(source, chars, out int consumed);
                return (new string(chars, 0, count), consumed);
            }),
        new("BinaryHeader", ["bin"], true,
            source => (MessagePackSpec.TryReadBinaryHeader(source, out uint value, out int length), value, length),
            source => (MessagePackSpec.ReadBinaryHeader(source, out int consumed), consumed)),
        new("Binary", ["bin"], false,
            source => (MessagePackSpec.TryReadBinary(source, out ReadOnlySpan<byte> value, out int length), Convert.ToHexString(value), length),
            source => (Convert.ToHexString(MessagePackSpec.ReadBinary(source, out int consumed)), consumed)),
        new("ArrayHeader", ["fixarray", "array"], true,
            source => (MessagePackSpec.TryReadArrayHeader(source, out uint value, out int length), value, length),
            source => (MessagePackSpec.ReadArrayHeader(source, out int consumed), consumed)),
        new("MapHeader", ["fixmap", "map"], true,
            source => (MessagePackSpec.TryReadMapHeader(source, out uint value, out int length), value, length),
            source => (MessagePackSpec.ReadMapHeader(source, out int consumed), consumed)),
        new("ExtensionHeader", ["fixext", "ext"], true,
            source => (MessagePackSpec.TryReadExtensionHeader(source, out sbyte type, out uint value, out int length), (type, value), length),
            source =>
            {
                uint value = MessagePackSpec.ReadExtensionHeader(source, out sbyte type, out int consumed);
                return ((type, value), consumed);
            }),
        new("Extension", ["fixext", "ext"], false,
            source =>
            {
                MessagePackReadStatus status = MessagePackSpec.TryReadExtension(source, out sbyte type, out ReadOnlySpan<byte> data, out int length);
                return (status, (type, Convert.ToHexString(data)), length);
            },
            source =>
            {
                ReadOnlySpan<byte> data = MessagePackSpec.ReadExtension(source, out sbyte type, out int consumed);
                return ((type, Convert.ToHexString(data)), consumed);
            }),
        new("Timestamp", ["fixext 4", "fixext 8", "ext"], false,
            source => (MessagePackSpec.TryReadTimestamp(source, out MessagePackTimestamp value, out int length), value, length),
            source => (MessagePackSpec.ReadTimestamp(source, out int consumed), consumed)),
    ];

    /// <summary>Gets the readers of each kind of token, then those that take the source by reference and move it on.</summary>
    public static IReadOnlyList<SpecReader> All { get; } =
    [
        .. InPlace,
        MovingOn("Nil",
            (ref ReadOnlySpan<byte> rest, out object? value) =>
            {
                value = null;
                return MessagePackSpec.TryReadNil(ref rest);
            },
            (ref ReadOnlySpan<byte> rest) =>
            {
                MessagePackSpec.ReadNil(ref rest);
                return (object?)null;
            }),
        MovingOn<bool>("Boolean", MessagePackSpec.TryReadBoolean, MessagePackSpec.ReadBoolean),
        MovingOn<sbyte>("SByte", MessagePackSpec.TryReadSByte, MessagePackSpec.ReadSByte),
        MovingOn<short>("Int16", MessagePackSpec.TryReadInt16, MessagePackSpec.ReadInt16),
        MovingOn<int>("Int32", MessagePackSpec.TryReadInt32, MessagePackSpec.ReadInt32),
        MovingOn<long>("Int64", MessagePackSpec.TryReadInt64, MessagePackSpec.ReadInt64),
        MovingOn<byte>("Byte", MessagePackSpec.TryReadByte, MessagePackSpec.ReadByte),
        MovingOn<ushort>("UInt16", MessagePackSpec.TryReadUInt16, MessagePackSpec.ReadUInt16),
        MovingOn<uint>("UInt32", MessagePackSpec.TryReadUInt32, MessagePackSpec.ReadUInt32),
        MovingOn<ulong>("UInt64", MessagePackSpec.TryReadUInt64, MessagePackSpec.ReadUInt64),
        MovingOn<float>("Single", MessagePackSpec.TryReadSingle, MessagePackSpec.ReadSingle),
        MovingOn<double>("Double", MessagePackSpec.TryReadDouble, MessagePackSpec.ReadDouble),
        MovingOn<uint>("ArrayHeader", MessagePackSpec.TryReadArrayHeader, MessagePackSpec.ReadArrayHeader),
        MovingOn<uint>("MapHeader", MessagePackSpec.TryReadMapHeader, MessagePackSpec.ReadMapHeader),
        MovingOn<uint>("StringHeader", MessagePackSpec.TryReadStringHeader, MessagePackSpec.ReadStringHeader),
        MovingOn<uint>("BinaryHeader", MessagePackSpec.TryReadBinaryHeader, MessagePackSpec.ReadBinaryHeader),
        MovingOn("ExtensionHeader",
            (ref ReadOnlySpan<byte> rest, out (sbyte Type, uint Length) value) =>
                MessagePackSpec.TryReadExtensionHeader(ref rest, out value.Type, out value.Length),
            (ref ReadOnlySpan<byte> rest) =>
            {
                uint length = MessagePackSpec.ReadExtensionHeader(ref rest, out sbyte type);
                return (type, length);
            }),
        MovingOn("Utf8",
            (ref ReadOnlySpan<byte> rest, out string value) =>
            {
                MessagePackReadStatus status = MessagePackSpec.TryReadUtf8(ref rest, out ReadOnlySpan<byte> utf8);
                value = Convert.ToHexString(utf8);
                return status;
            },
            (ref ReadOnlySpan<byte> rest) => Convert.ToHexString(MessagePackSpec.ReadUtf8(ref rest))),
        MovingOn<string?>("String", MessagePackSpec.TryReadString, MessagePackSpec.ReadString),
        MovingOn("String to a span",
            (ref ReadOnlySpan<byte> rest, out string value) =>
            {
                char[] chars = new char[100];
                MessagePackReadStatus status = MessagePackSpec.TryReadString(ref rest, chars, out int count);
                value = new string(chars, 0, count);
                return status;
            },
            (ref ReadOnlySpan<byte> rest) =>
            {
                char[] chars = new char[100];
                return new string(chars, 0, MessagePackSpec.ReadString(ref rest, chars));
            }),
        MovingOn("Binary",
            (ref ReadOnlySpan<byte> rest, out string value) =>
            {
                MessagePackReadStatus status = MessagePackSpec.TryReadBinary(ref rest, out ReadOnlySpan<byte> bytes);
                value = Convert.ToHexString(bytes);
                return status;
            },
            (ref ReadOnlySpan<byte> rest) => Convert.ToHexString(MessagePackSpec.ReadBinary(ref rest))),
        MovingOn("Extension",
            (ref ReadOnlySpan<byte> rest, out (sbyte Type, string Data) value) =>
            {
                MessagePackReadStatus status = MessagePackSpec.TryReadExtension(ref rest, out value.Type, out ReadOnlySpan<byte> data);
                value.Data = Convert.ToHexString(data);
                return status;
            },
            (ref ReadOnlySpan<byte> rest) =>
            {
                ReadOnlySpan<byte> data = MessagePackSpec.ReadExtension(ref rest, out sbyte type);
                return (type, Convert.ToHexString(data));
            }),
        MovingOn<MessagePackTimestamp>("Timestamp", MessagePackSpec.TryReadTimestamp, MessagePackSpec.ReadTimestamp),
    ];

    private delegate MessagePackReadStatus TryReadOnOf<T>(ref ReadOnlySpan<byte> source, out T value);

    private delegate T ReadOnOf<T>(ref ReadOnlySpan<byte> source);

    public static SpecReader Named(string name) => All.Single(reader => reader.Name == name);

    public bool Accepts(SpecFormat format) => Accepted.Contains(format.Name) || Accepted.Contains(format.Name.Split(' ')[0]);

    /// <summary>
    /// A reader that takes the source by reference. It moves the source on by the token's length; where it does not, the other form says the length. Both forms
    /// throw the same exceptions.
    /// </summary>
    private static SpecReader MovingOn<T>(string name, TryReadOnOf<T> tryRead, ReadOnOf<T> read)
    {
        SpecReader other = InPlace.Single(reader => reader.Name == name);
        return new(name + ", moving on", other.Accepted, other.HeadOnly,
            source =>
            {
                ReadOnlySpan<byte> rest = source;
                MessagePackReadStatus status = tryRead(ref rest, out T value);
                int length = other.TryRead(source).Length;
                Assert.Equal(status == MessagePackReadStatus.Done ? length : 0, Moved(source, rest));
                return (status, value, length);
            },
            source =>
            {
                ReadOnlySpan<byte> rest = source;
                try
                {
                    T value = read(ref rest);
                    return (value, Moved(source, rest));
                }
                catch (Exception thrown)
                {
                    Assert.Equal(0, Moved(source, rest));
                    byte[] copy = source.ToArray();
                    Assert.Equal(Assert.Throws(thrown.GetType(), () => other.Read(copy)).Message, thrown.Message);
                    throw;
                }
            });

        static int Moved(ReadOnlySpan<byte> source, ReadOnlySpan<byte> rest)
        {
            // The same memory, not only the same bytes.
            Assert.True(source[^rest.Length..] == rest, "The rest is not the end of the source.");
            return source.Length - rest.Length;
        }
    }
}
