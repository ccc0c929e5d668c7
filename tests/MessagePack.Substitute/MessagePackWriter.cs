using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using System.Threading;

namespace MessagePack;

/// <summary>
/// Like the real writer, a buffer over the output: <see cref="Advance"/> is passed on when the buffer is used up, and by <see cref="Flush"/>.
/// </summary>
public ref struct MessagePackWriter
{
    private readonly IBufferWriter<byte> output;
    private Span<byte> rest;
    private int buffered;

    public MessagePackWriter(IBufferWriter<byte> writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        output = writer;
        rest = writer.GetSpan();
        buffered = 0;
    }

    public CancellationToken CancellationToken { get; set; }

    public bool OldSpec { get; set; }

    public Span<byte> GetSpan(int length)
    {
        if (rest.Length < length)
        {
            Flush();
            rest = output.GetSpan(length);
        }

        return rest;
    }

    public void Advance(int length)
    {
        buffered += length;
        rest = rest[length..];
    }

    public void Flush()
    {
        if (buffered > 0)
        {
            output.Advance(buffered);
            buffered = 0;
            rest = default;
        }
    }

    public void WriteNil() => WriteByte(0xc0);

    public void WriteArrayHeader(int count)
    {
        if (count <= 15)
        {
            WriteByte((byte)(0x90 | count));
        }
        else if (count <= ushort.MaxValue)
        {
            WriteCode(0xdc, 2);
            BinaryPrimitives.WriteUInt16BigEndian(Take(2), (ushort)count);
        }
        else
        {
            WriteCode(0xdd, 4);
            BinaryPrimitives.WriteInt32BigEndian(Take(4), count);
        }
    }

    public void Write(int value)
    {
        switch (value)
        {
            case >= -32 and <= 127:
                WriteByte((byte)value);
                break;
            case >= 0 and <= byte.MaxValue:
                WriteCode(0xcc, 1);
                WriteByte((byte)value);
                break;
            case >= 0 and <= ushort.MaxValue:
                WriteCode(0xcd, 2);
                BinaryPrimitives.WriteUInt16BigEndian(Take(2), (ushort)value);
                break;
            case >= sbyte.MinValue and < 0:
                WriteCode(0xd0, 1);
                WriteByte((byte)value);
                break;
            case >= short.MinValue and < 0:
                WriteCode(0xd1, 2);
                BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)value);
                break;
            default:
                WriteCode(value >= 0 ? (byte)0xce : (byte)0xd2, 4);
                BinaryPrimitives.WriteInt32BigEndian(Take(4), value);
                break;
        }
    }

    public void Write(DateTime value)
    {
        if (OldSpec)
        {
            throw new NotSupportedException("The old specification has no timestamps.");
        }

        DateTime utc = value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value;
        (long seconds, long ticks) = Math.DivRem(utc.Ticks, TimeSpan.TicksPerSecond);
        seconds -= DateTime.UnixEpoch.Ticks / TimeSpan.TicksPerSecond;
        ulong both = ((ulong)ticks * 100 << 34) | (ulong)seconds;
        if (seconds >> 34 != 0)
        {
            WriteCode(0xc7, 14);
            WriteByte(12);
            WriteByte(0xff);
            BinaryPrimitives.WriteInt32BigEndian(Take(4), (int)ticks * 100);
            BinaryPrimitives.WriteInt64BigEndian(Take(8), seconds);
        }
        else if (both > uint.MaxValue)
        {
            WriteCode(0xd7, 9);
            WriteByte(0xff);
            BinaryPrimitives.WriteUInt64BigEndian(Take(8), both);
        }
        else
        {
            WriteCode(0xd6, 5);
            WriteByte(0xff);
            BinaryPrimitives.WriteUInt32BigEndian(Take(4), (uint)both);
        }
    }

    public void Write(string? value)
    {
        if (value is null)
        {
            WriteNil();
            return;
        }

        byte[] utf8 = Encoding.UTF8.GetBytes(value);
        WriteCode(0xdb, 4);
        BinaryPrimitives.WriteInt32BigEndian(Take(4), utf8.Length);
        utf8.CopyTo(Take(utf8.Length));
    }

    private void WriteByte(byte value) => Take(1)[0] = value;

    private void WriteCode(byte code, int payloadLength)
    {
        GetSpan(1 + payloadLength);
        WriteByte(code);
    }

    private Span<byte> Take(int length)
    {
        Span<byte> span = GetSpan(length)[..length];
        Advance(length);
        return span;
    }
}
