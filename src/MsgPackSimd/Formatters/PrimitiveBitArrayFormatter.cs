using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections;
using System.IO;
using System.Runtime.InteropServices;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Reads and writes a <see cref="BitArray"/> as MessagePack-CSharp's built-in formatter for it does: the same bytes, the same values, the same kinds of
/// exception.
/// </summary>
/// <remarks>
/// <para>
/// A <see cref="BitArray"/> is written as an array of bools (<see href="https://github.com/msgpack/msgpack/blob/master/spec.md#array-format-family">array
/// format family</see>, <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#bool-format-family">bool format family</see>): a byte for each bit,
/// which is what every reader of MessagePack understands. (Where both sides are yours, a <c>byte[]</c> of the bits takes an eighth of the room.)
/// </para>
/// <para>
/// Eight bits at a time are spread over the bytes of a 64-bit number, and brought together again by a multiplication:
/// </para>
/// <code>
///   bits                   0b…0010_0101
///   · 0101010101010101     25 25 25 25 25 25 25 25      the bits in every byte (the first one on the left)
///   &amp; 8040201008040201     01 00 04 00 00 20 00 00      of each byte, the bit of its own place
///   + 7f7f7f7f7f7f7f7f     80 7f 83 7f 7f 9f 7f 7f      bit 7 is set where that bit is
///   &gt;&gt; 7, &amp; 01…, | c2…     c3 c2 c3 c2 c2 c3 c2 c2      the tokens
/// </code>
/// <para>
/// Use it through <see cref="PrimitiveArrayResolver"/>, or on one member with <c>[MessagePackFormatter(typeof(PrimitiveBitArrayFormatter))]</c>. Instances hold
/// no state and are safe to use from multiple threads.
/// </para>
/// </remarks>
public sealed class PrimitiveBitArrayFormatter : IMessagePackFormatter<BitArray?>
{
    /// <summary>The shared instance.</summary>
    public static readonly PrimitiveBitArrayFormatter Instance = new();

    /// <summary>Up to this many bits are read with the reader's own method, as long as getting at its bytes would take longer.</summary>
    private const int MaxReaderCount = 3;

    private const ulong EveryByte = 0x0101_0101_0101_0101;

    /// <summary>Bit 0 of the first byte, bit 1 of the second, and so on.</summary>
    private const ulong Diagonal = 0x8040_2010_0804_0201;

    /// <summary>Moves bit 0 of the first byte to bit 56, of the second to bit 57, and so on; no two bits meet on the way.</summary>
    private const ulong Gather = 0x0102_0408_1020_4080;

    /// <summary>Initializes a new instance of the <see cref="PrimitiveBitArrayFormatter"/> class.</summary>
    public PrimitiveBitArrayFormatter()
    {
    }

    /// <summary>Writes the bits as an array of bools, header included; nil for <see langword="null"/>.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="value">The bits.</param>
    /// <param name="options">Not used.</param>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    public void Serialize(ref MessagePackWriter writer, BitArray? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        // (Another thread may be shortening it: no more bits are written than there are.)
        ReadOnlySpan<byte> bits = CollectionsMarshal.AsBytes(value);
        int count = (int)Math.Min(value.Length, 8L * bits.Length);
        if (count == 0)
        {
            writer.WriteArrayHeader(0);
            return;
        }

        if (count > ElementWriter.MaxChunkLength - MessagePackSpec.MaxArrayHeaderLength)
        {
            WriteMany(ref writer, bits, count);
            return;
        }

        // Header and tokens at once: the writer is asked for memory, and advanced, only once.
        Span<byte> span = writer.GetSpan(MessagePackSpec.MaxArrayHeaderLength + count);
        if (!MessagePackSpec.TryWriteArrayHeader(span, (uint)count, out int headerLength) || span.Length - headerLength < count)
        {
            ElementWriter.ThrowSpanTooShort(span.Length, typeof(BitArray));
        }

        Write(bits, span.Slice(headerLength, count));
        writer.Advance(headerLength + count);
    }

    /// <summary>Reads an array of bools, header included, or nil.</summary>
    /// <param name="reader">The reader; it is advanced past the array.</param>
    /// <param name="options">Not used.</param>
    /// <returns>The bits; <see langword="null"/> for nil.</returns>
    /// <exception cref="MessagePackSerializationException">Neither an array nor nil comes next, or an element is not a bool.</exception>
    /// <exception cref="OverflowException">The header declares more than <see cref="int.MaxValue"/> elements.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory for the elements, or an array can't have as many.</exception>
    /// <exception cref="EndOfStreamException">The data ends early, or the header declares more elements than there are bytes after it.</exception>
    public BitArray? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        // The reader has compared the count with the bytes that are left.
        int count = reader.ReadArrayHeader();
        var value = new BitArray(count);
        if (count <= MaxReaderCount)
        {
            for (int i = 0; i < count; i++)
            {
                value[i] = reader.ReadBoolean();
            }

            return value;
        }

        ReadOnlySequence<byte> tokens = reader.ReadRaw(count);
        Span<byte> bits = CollectionsMarshal.AsBytes(value);
        if (tokens.IsSingleSegment)
        {
            Read(tokens.FirstSpan, bits, tokens);
            return value;
        }

        Span<byte> chunk = stackalloc byte[1024];
        while (!tokens.IsEmpty)
        {
            int length = (int)Math.Min(tokens.Length, chunk.Length);
            tokens.Slice(0, length).CopyTo(chunk);
            Read(chunk[..length], bits, tokens);
            bits = bits[(length / 8)..];
            tokens = tokens.Slice(length);
        }

        return value;
    }

    private static void WriteMany(ref MessagePackWriter writer, ReadOnlySpan<byte> bits, int count)
    {
        writer.WriteArrayHeader(count);
        while (count > 0)
        {
            Span<byte> tokens = writer.GetSpan(Math.Min(count, ElementWriter.MaxChunkLength));
            int length = count <= tokens.Length ? count : tokens.Length & ~7;
            if (length == 0)
            {
                ElementWriter.ThrowSpanTooShort(tokens.Length, typeof(BitArray));
            }

            Write(bits, tokens[..length]);
            writer.Advance(length);
            bits = bits[(length / 8)..];
            count -= length;
        }
    }

    /// <summary>Writes as many tokens as <paramref name="tokens"/> has room for.</summary>
    private static void Write(ReadOnlySpan<byte> bits, Span<byte> tokens)
    {
        while (tokens.Length >= sizeof(ulong))
        {
            BinaryPrimitives.WriteUInt64LittleEndian(tokens, Spread(bits[0]));
            tokens = tokens[sizeof(ulong)..];
            bits = bits[1..];
        }

        for (int i = 0; i < tokens.Length; i++)
        {
            tokens[i] = (byte)(MessagePackFirstByte.False | ((bits[0] >> i) & 1));
        }
    }

    /// <summary>Reads all of <paramref name="tokens"/>.</summary>
    /// <param name="tokens">The tokens; only of the last ones may there be a number that is no multiple of eight.</param>
    /// <param name="bits">Receives the bits.</param>
    /// <param name="sequence">Begins with the same tokens, for the exception.</param>
    private static void Read(ReadOnlySpan<byte> tokens, Span<byte> bits, in ReadOnlySequence<byte> sequence)
    {
        int taken = 0;
        for (; tokens.Length - taken >= sizeof(ulong); taken += sizeof(ulong))
        {
            ulong values = BinaryPrimitives.ReadUInt64LittleEndian(tokens[taken..]) ^ (MessagePackFirstByte.False * EveryByte);
            if ((values & ~EveryByte) != 0)
            {
                break;
            }

            bits[taken / 8] = (byte)((values * Gather) >> 56);
        }

        for (; taken < tokens.Length; taken++)
        {
            if (tokens[taken] is not (MessagePackFirstByte.False or MessagePackFirstByte.True))
            {
                ThrowUnlessBoolean(sequence.Slice(taken));
            }

            bits[taken / 8] |= (byte)((tokens[taken] & 1) << (taken % 8));
        }
    }

    /// <summary>The tokens of eight bits, the first of them lowest.</summary>
    private static ulong Spread(byte bits)
    {
        ulong own = (bits * EveryByte) & Diagonal;
        return (((own + (0x7f * EveryByte)) >> 7) & EveryByte) | (MessagePackFirstByte.False * EveryByte);
    }

    /// <summary>
    /// MessagePack-CSharp's reader throws the exception that its users know. (It does not if another thread has just made a bool of the token.)
    /// </summary>
    private static void ThrowUnlessBoolean(in ReadOnlySequence<byte> token) => new MessagePackReader(token).ReadBoolean();
}
