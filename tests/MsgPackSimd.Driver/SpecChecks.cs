using System;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Driver;

/// <summary>
/// Every reader and writer of single tokens, in memory that ends right before a page that can't be touched, with every first byte, in every length up
/// to more than the longest token's: each reads and writes nothing but what it was given.
/// </summary>
internal static class SpecChecks
{
    private const int MaxLength = 24;

    private static readonly GuardedMemory Bytes = new(MaxLength);
    private static readonly char[] Chars = new char[MaxLength];

    public static bool Run()
    {
        ulong digest = 14695981039346656037;
        int cases = 0;
        foreach (byte fill in new byte[] { 0, 1, 3, 12, 0x7f, 0x80, 0xff })
        {
            for (int code = 0; code <= 255; code++)
            {
                CurrentCase.Set($"tokens: {code:x2} and {fill:x2}");
                for (int length = 0; length <= MaxLength; length++)
                {
                    Span<byte> source = Bytes.AtEnd<byte>(length);
                    source.Fill(fill);
                    if (length > 0)
                    {
                        source[0] = (byte)code;
                    }

                    digest = Read(source, digest);
                    cases++;
                }
            }
        }

        for (int room = 0; room <= MaxLength; room++)
        {
            CurrentCase.Set($"tokens: into {room} bytes");
            for (int shift = 0; shift < 64; shift++)
            {
                digest = Write(Bytes.AtEnd<byte>(room), long.MinValue >> shift, digest);
                digest = Write(Bytes.AtEnd<byte>(room), long.MaxValue >> shift, digest);
                cases += 2;
            }
        }

        Console.WriteLine($"tokens {cases} {digest:x16}");
        return true;
    }

    private static ulong Read(ReadOnlySpan<byte> source, ulong digest)
    {
        digest = Add(digest, (int)MessagePackSpec.TryReadNil(source, out int length), length);
        digest = Add(digest, (int)MessagePackSpec.TryReadBoolean(source, out _, out length), length);
        digest = Add(digest, (int)MessagePackSpec.TryReadSByte(source, out sbyte int8, out length), length + int8);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt16(source, out short int16, out length), length + int16);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt32(source, out int int32, out length), length + int32);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt64(source, out long int64, out length), length + int64);
        digest = Add(digest, (int)MessagePackSpec.TryReadByte(source, out byte uint8, out length), length + uint8);
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt16(source, out ushort uint16, out length), length + uint16);
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt32(source, out uint uint32, out length), length + uint32);
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt64(source, out ulong uint64, out length), length + (long)uint64);
        digest = Add(digest, (int)MessagePackSpec.TryReadSingle(source, out float single, out length), BitConverter.SingleToInt32Bits(single));
        digest = Add(digest, (int)MessagePackSpec.TryReadDouble(source, out double number, out length), BitConverter.DoubleToInt64Bits(number));
        digest = Add(digest, (int)MessagePackSpec.TryReadSingleToken(source, out _, out length), length);
        digest = Add(digest, (int)MessagePackSpec.TryReadDoubleToken(source, out _, out length), length);
        digest = Add(digest, (int)MessagePackSpec.TryReadStringHeader(source, out uint count, out length), length + count);
        digest = Add(digest, (int)MessagePackSpec.TryReadBinaryHeader(source, out count, out length), length + count);
        digest = Add(digest, (int)MessagePackSpec.TryReadArrayHeader(source, out count, out length), length + count);
        digest = Add(digest, (int)MessagePackSpec.TryReadMapHeader(source, out count, out length), length + count);
        digest = Add(digest, (int)MessagePackSpec.TryReadExtensionHeader(source, out sbyte type, out count, out length), length + count + type);
        digest = Add(digest, (int)MessagePackSpec.TryReadUtf8(source, out ReadOnlySpan<byte> bytes, out length), length + bytes.Length);
        digest = Add(digest, (int)MessagePackSpec.TryReadString(source, Chars, out int chars, out length), length + chars);
        digest = Add(digest, (int)MessagePackSpec.TryReadBinary(source, out bytes, out length), length + bytes.Length);
        digest = Add(digest, (int)MessagePackSpec.TryReadExtension(source, out type, out bytes, out length), length + bytes.Length + type);
        digest = Add(digest, (int)MessagePackSpec.TryReadTimestamp(source, out MessagePackTimestamp time, out length), length + time.Seconds + time.Nanoseconds);
        digest = Add(digest, (int)MessagePackSpec.TrySkip(source, out length), length);
        return ReadOn(source, digest);
    }

    /// <summary>The forms that move the source on, each from where the one before has left it.</summary>
    private static ulong ReadOn(ReadOnlySpan<byte> source, ulong digest)
    {
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt64(ref source, out ulong uint64), source.Length + (long)uint64);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt64(ref source, out long int64), source.Length + int64);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt16(ref source, out short int16), source.Length + int16);
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt32(ref source, out uint uint32), source.Length + uint32);
        digest = Add(digest, (int)MessagePackSpec.TryReadInt32(ref source, out int int32), source.Length + int32);
        digest = Add(digest, (int)MessagePackSpec.TryReadUInt16(ref source, out ushort uint16), source.Length + uint16);
        digest = Add(digest, (int)MessagePackSpec.TryReadByte(ref source, out byte uint8), source.Length + uint8);
        digest = Add(digest, (int)MessagePackSpec.TryReadSByte(ref source, out sbyte int8), source.Length + int8);
        digest = Add(digest, (int)MessagePackSpec.TryReadDouble(ref source, out double number), BitConverter.DoubleToInt64Bits(number));
        return Add(digest, (int)MessagePackSpec.TryReadSingle(ref source, out float single), BitConverter.SingleToInt32Bits(single));
    }

    private static ulong Write(Span<byte> destination, long value, ulong digest)
    {
        MessagePackSpec.TryWriteSByte(destination, (sbyte)value, out int written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteInt16(destination, (short)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteInt32(destination, (int)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteInt64(destination, value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteByte(destination, (byte)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteUInt16(destination, (ushort)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteUInt32(destination, (uint)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteUInt64(destination, (ulong)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteInt64Token(destination, value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteInt16Token(destination, (short)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteSingle(destination, value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteArrayHeader(destination, (uint)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteStringHeader(destination, (uint)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteExtensionHeader(destination, (sbyte)value, (uint)value, out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteString(destination, "aß日".AsSpan(0, (int)(value & 3)), out written);
        digest = Add(digest, destination, written);
        MessagePackSpec.TryWriteTimestamp(destination, new MessagePackTimestamp(value, (int)(value & 1)), out written);
        digest = Add(digest, destination, written);

        // The forms that move the destination on, until one has no room; what they must not touch is behind the last byte.
        Span<byte> rest = destination;
        bool hasRoom = MessagePackSpec.TryWriteInt64(ref rest, value) && MessagePackSpec.TryWriteUInt64(ref rest, (ulong)value)
            && MessagePackSpec.TryWriteSByte(ref rest, (sbyte)value) && MessagePackSpec.TryWriteUInt16(ref rest, (ushort)value)
            && MessagePackSpec.TryWriteInt32(ref rest, (int)value) && MessagePackSpec.TryWriteSingle(ref rest, value);
        return Add(Add(digest, hasRoom ? 1 : 0, rest.Length), destination, destination.Length - rest.Length);
    }

    private static ulong Add(ulong digest, ReadOnlySpan<byte> destination, int written)
    {
        foreach (byte b in destination[..written])
        {
            digest = (digest ^ b) * 1099511628211;
        }

        return digest;
    }

    private static ulong Add(ulong digest, int status, long number) =>
        (((digest ^ (ulong)status) * 1099511628211) ^ (ulong)number) * 1099511628211;
}
