using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using System.Numerics;
using System.Text;
using System.Threading;

namespace MessagePack;

public ref struct MessagePackReader
{
    private SequenceReader<byte> reader;

    public MessagePackReader(ReadOnlyMemory<byte> memory)
        : this(new ReadOnlySequence<byte>(memory))
    {
    }

    public MessagePackReader(scoped in ReadOnlySequence<byte> readOnlySequence) => reader = new SequenceReader<byte>(readOnlySequence);

    public CancellationToken CancellationToken { get; set; }

    public int Depth { get; set; }

    public readonly ReadOnlySequence<byte> Sequence => reader.Sequence;

    public readonly SequencePosition Position => reader.Position;

    public readonly long Consumed => reader.Consumed;

    public readonly bool End => reader.End;

    public readonly MessagePackType NextMessagePackType => NextCode switch
    {
        <= 0x7f or (>= 0xcc and <= 0xd3) or >= 0xe0 => MessagePackType.Integer,
        (>= 0x80 and <= 0x8f) or 0xde or 0xdf => MessagePackType.Map,
        (>= 0x90 and <= 0x9f) or 0xdc or 0xdd => MessagePackType.Array,
        (>= 0xa0 and <= 0xbf) or (>= 0xd9 and <= 0xdb) => MessagePackType.String,
        0xc0 => MessagePackType.Nil,
        0xc2 or 0xc3 => MessagePackType.Boolean,
        >= 0xc4 and <= 0xc6 => MessagePackType.Binary,
        0xca or 0xcb => MessagePackType.Float,
        0xc1 => MessagePackType.Unknown,
        _ => MessagePackType.Extension,
    };

    public readonly byte NextCode => reader.TryPeek(out byte code) ? code : throw new EndOfStreamException();

    public bool TryReadNil()
    {
        if (NextCode != 0xc0)
        {
            return false;
        }

        reader.Advance(1);
        return true;
    }

    public int ReadArrayHeader()
    {
        byte code = NextCode;
        uint count = code switch
        {
            >= 0x90 and <= 0x9f => (uint)ReadBits(0) & 15,
            0xdc => (uint)ReadBits(2),
            0xdd => (uint)ReadBits(4),
            _ => throw InvalidCode(code),
        };
        int result = checked((int)count);
        return result <= reader.Remaining ? result : throw new EndOfStreamException();
    }

    public ReadOnlySequence<byte> ReadRaw(long length)
    {
        if (reader.Remaining < length)
        {
            throw new EndOfStreamException();
        }

        ReadOnlySequence<byte> result = reader.Sequence.Slice(reader.Position, length);
        reader.Advance(length);
        return result;
    }

    public sbyte ReadSByte() => checked((sbyte)ReadInteger());

    public byte ReadByte() => checked((byte)ReadInteger());

    public short ReadInt16() => checked((short)ReadInteger());

    public int ReadInt32() => checked((int)ReadInteger());

    public long ReadInt64() => checked((long)ReadInteger());

    public ushort ReadUInt16() => checked((ushort)ReadInteger());

    public uint ReadUInt32() => checked((uint)ReadInteger());

    public ulong ReadUInt64() => checked((ulong)ReadInteger());

    public char ReadChar() => (char)ReadUInt16();

    public bool ReadBoolean()
    {
        byte code = NextCode;
        if (code is not (0xc2 or 0xc3))
        {
            throw InvalidCode(code);
        }

        reader.Advance(1);
        return code == 0xc3;
    }

    public float ReadSingle() => NextCode switch
    {
        0xca => BitConverter.UInt32BitsToSingle((uint)ReadBits(4)),
        0xcb => (float)BitConverter.UInt64BitsToDouble(ReadBits(8)),
        _ => FromInteger<float>(ReadInteger()),
    };

    public double ReadDouble() => NextCode switch
    {
        0xca => BitConverter.UInt32BitsToSingle((uint)ReadBits(4)),
        0xcb => BitConverter.UInt64BitsToDouble(ReadBits(8)),
        _ => FromInteger<double>(ReadInteger()),
    };

    public DateTime ReadDateTime()
    {
        byte code = reader.Remaining > 1 ? NextCode : throw new EndOfStreamException();
        long length = code switch
        {
            >= 0xd4 and <= 0xd8 => 1 << ((byte)ReadBits(0) - 0xd4),
            0xc7 => (long)ReadBits(1),
            0xc8 => (long)ReadBits(2),
            0xc9 => (long)ReadBits(4),
            _ => throw InvalidCode(code),
        };
        byte type = ReadRaw(1).FirstSpan[0];
        if (checked((int)length) is not (4 or 8 or 12) || type != 0xff)
        {
            throw InvalidCode(code);
        }

        Span<byte> data = stackalloc byte[12];
        ReadRaw(length).CopyTo(data);
        if (length == 4)
        {
            return DateTime.UnixEpoch.AddSeconds(BinaryPrimitives.ReadUInt32BigEndian(data));
        }

        ulong both = BinaryPrimitives.ReadUInt64BigEndian(data);
        return length == 8
            ? DateTime.UnixEpoch.AddSeconds(both & 0x3_ffff_ffff).AddTicks((long)(both >> 34) / 100)
            : DateTime.UnixEpoch.AddSeconds(BinaryPrimitives.ReadInt64BigEndian(data[4..])).AddTicks((long)(both >> 32) / 100);
    }

    public ReadOnlySequence<byte>? ReadBytes()
    {
        if (TryReadNil())
        {
            return null;
        }

        byte code = NextCode;
        long length = code switch
        {
            0xc4 => (long)ReadBits(1),
            0xc5 => (long)ReadBits(2),
            0xc6 => (long)ReadBits(4),
            _ => throw InvalidCode(code),
        };
        return ReadRaw(length);
    }

    public string? ReadString()
    {
        if (TryReadNil())
        {
            return null;
        }

        byte code = NextCode;
        long length = code switch
        {
            >= 0xa0 and <= 0xbf => (long)ReadBits(0) & 31,
            0xd9 => (long)ReadBits(1),
            0xda => (long)ReadBits(2),
            0xdb => (long)ReadBits(4),
            _ => throw InvalidCode(code),
        };
        return Encoding.UTF8.GetString(ReadRaw(length));
    }

    private static MessagePackSerializationException InvalidCode(byte code) => new($"Unexpected msgpack code {code}.");

    private static T FromInteger<T>(Int128 value)
        where T : INumberBase<T> =>
        value < 0 ? T.CreateChecked((long)value) : T.CreateChecked((ulong)value);

    private Int128 ReadInteger()
    {
        byte code = NextCode;
        return code switch
        {
            <= 0x7f or >= 0xe0 => (sbyte)ReadBits(0),
            0xcc => ReadBits(1),
            0xcd => ReadBits(2),
            0xce => ReadBits(4),
            0xcf => ReadBits(8),
            0xd0 => (sbyte)ReadBits(1),
            0xd1 => (short)ReadBits(2),
            0xd2 => (int)ReadBits(4),
            0xd3 => (long)ReadBits(8),
            _ => throw InvalidCode(code),
        };
    }

    /// <summary>Reads a first byte and its payload of 0, 1, 2, 4 or 8 bytes; without a payload, the first byte is returned.</summary>
    private ulong ReadBits(int payloadLength)
    {
        Span<byte> token = stackalloc byte[1 + payloadLength];
        if (!reader.TryCopyTo(token))
        {
            throw new EndOfStreamException();
        }

        reader.Advance(token.Length);
        ReadOnlySpan<byte> payload = token[1..];
        return payloadLength switch
        {
            0 => token[0],
            1 => payload[0],
            2 => BinaryPrimitives.ReadUInt16BigEndian(payload),
            4 => BinaryPrimitives.ReadUInt32BigEndian(payload),
            _ => BinaryPrimitives.ReadUInt64BigEndian(payload),
        };
    }
}
