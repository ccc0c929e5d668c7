using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Codec.Tables;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Checks each table by its purpose, without its template: a row, applied to values and prefixes as a shuffle would do it, gives the tokens of the
/// reference codec.
/// </summary>
public class TableTests
{
    [Fact]
    public void Int8_octet_rows_give_the_tokens_of_the_reference()
    {
        for (int index = 0; index < 256; index++)
        {
            sbyte[] values = [.. Enumerable.Range(0, 8).Select(i => (sbyte)((index >> i & 1) != 0 ? -128 + i : i - 3))];
            byte[] register = [.. values.Select(value => (byte)value), .. Enumerable.Repeat((byte)0xd0, 8)];
            byte[] expected = ReferenceCodec.EncodeElements<sbyte>(values);
            Assert.Equal(8 + BitOperations.PopCount((uint)index), expected.Length);
            Assert.Equal(expected, Shuffle(register, Int8OctetTable.Rows.Slice(index * Int8OctetTable.RowSpacing, 16))[..expected.Length]);
        }

        Assert.Equal(256 * 16, Int8OctetTable.Rows.Length);
    }

    [Fact]
    public void Int16_quad_rows_give_the_tokens_of_the_reference() =>
        CheckRows<short>(Int16QuadTable.Rows, Int16QuadTable.RowSpacing, [0b00, 0b01, 0b11], 2, [5, -5, 200, -100, 1000, -1000]);

    [Fact]
    public void Int32_pair_rows_give_the_tokens_of_the_reference() => CheckRows<int>(
        Int32PairTable.Rows, Int32PairTable.RowSpacing, [0x0, 0x2, 0x6, -1, 0xf], 4, [5, -5, 200, -100, 1000, -1000, 100_000, -100_000]);

    [Fact]
    public void Int64_rows_give_the_tokens_of_the_reference() => CheckRows<long>(
        Int64Table.Rows,
        Int64Table.RowSpacing,
        [0x00, 0x02, 0x06, -1, 0x1e, -1, -1, -1, 0xff],
        8,
        [5, -5, 200, -100, 1000, -1000, 100_000, -100_000, 1L << 40, -1L << 40]);

    /// <summary>The tables as the kernels have them: the same rows, none of which lies across the border of two cache lines.</summary>
    [Fact]
    public void Aligned_rows_are_the_same_and_cross_no_cache_line()
    {
        int[] all = [.. Enumerable.Range(0, 256)];
        CheckAligned(AlignedRows.Int8Octets, Int8OctetTable.Rows, all, Int8OctetTable.RowSpacing);
        CheckAligned(AlignedRows.Int16Quads, Int16QuadTable.Rows, all, Int16QuadTable.RowSpacing);
        int[] classes = [0x0, 0x2, 0x6, 0xf];
        CheckAligned(AlignedRows.Int32Pairs, Int32PairTable.Rows, [.. classes.SelectMany(_ => classes, (upper, lower) => upper << 4 | lower)], Int32PairTable.RowSpacing);
        CheckAligned(AlignedRows.Int64s, Int64Table.Rows, [0x00, 0x02, 0x06, 0x1e, 0xff], Int64Table.RowSpacing);
    }

    [Fact]
    public void Nullable_lane_rows_place_every_value_and_flag()
    {
        CheckNullableLanes<sbyte>(NullableLaneTable.Size1);
        CheckNullableLanes<short>(NullableLaneTable.Size2);
        CheckNullableLanes<int>(NullableLaneTable.Size4);
        CheckNullableLanes<long>(NullableLaneTable.Size8);
    }

    [Fact]
    public void Token_lanes_of_bytes_give_the_tokens_of_the_reference()
    {
        CheckByteLanes<sbyte>(TokenLaneTable.Int8, 0xd0);
        CheckByteLanes<byte>(TokenLaneTable.UInt8, 0xcc);
    }

    private static unsafe void CheckAligned(ReadOnlySpan<byte> aligned, ReadOnlySpan<byte> table, int[] indexes, int spacing)
    {
        const int CacheLine = 64;
        Assert.Equal(table, aligned);
        nuint start = (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(aligned));
        foreach (int index in indexes)
        {
            Assert.InRange((start + (nuint)(index * spacing)) % CacheLine, 0u, (nuint)CacheLine - 16);
        }
    }

    /// <summary>All values, a block of them at a time.</summary>
    private static void CheckByteLanes<T>(ReadOnlySpan<byte> table, byte prefix)
        where T : unmanaged
    {
        Assert.Equal(4 * 64, table.Length);
        for (int first = 0; first < 256; first += 32)
        {
            byte[] values = [.. Enumerable.Range(first, 32).Select(i => (byte)(97 * i))];
            var tokens = new List<byte>();
            for (int lane = 0; lane < 64; lane++)
            {
                byte value = values[table[64 + lane]];
                if ((sbyte)value <= (sbyte)table[192 + lane])
                {
                    tokens.Add(table[128 + lane] == 0 ? prefix : value);
                }
            }

            Assert.Equal(ReferenceCodec.EncodeElements<T>(MemoryMarshal.Cast<byte, T>(values)), tokens);
        }
    }

    [Fact]
    public void Token_lanes_of_wider_integers_give_the_tokens_of_the_reference()
    {
        CheckLanes<short>(TokenLaneTable.Int16, Samples.Boundaries<short>());
        CheckLanes<ushort>(TokenLaneTable.Int16, Samples.Boundaries<ushort>());
        CheckLanes<int>(TokenLaneTable.Int32, Samples.Boundaries<int>());
        CheckLanes<uint>(TokenLaneTable.UInt32, Samples.Boundaries<uint>());
        CheckLanes<long>(TokenLaneTable.Int64, Samples.Boundaries<long>());
        CheckLanes<ulong>(TokenLaneTable.UInt64, Samples.Boundaries<ulong>());
    }

    [Fact]
    public void Token_lanes_of_full_width_reverse_the_bytes_and_mark_the_prefixes()
    {
        CheckFullWidth(TokenLaneTable.FullWidth16, 2);
        CheckFullWidth(TokenLaneTable.FullWidth32, 4);
        CheckFullWidth(TokenLaneTable.FullWidth64, 8);
    }

    [Fact]
    public void Timestamp_rows_of_both_forms_give_the_tokens_of_the_reference()
    {
        CheckTimestamps(TimestampTable.Timestamp64, 80, 0xd7, i => DateTime.UnixEpoch.AddSeconds(0x7f030405L * (i + 1)).AddTicks(0x234567 * (i + 1)));
        CheckTimestamps(TimestampTable.Timestamp32, 64, 0xd6, i => DateTime.UnixEpoch.AddSeconds(0x01020304 * (i + 1)));
    }

    [Fact]
    public void Codes_by_leading_zeros_and_sign_are_those_of_the_reference()
    {
        for (int bits = 0; bits <= 64; bits++)
        {
            ulong magnitude = bits == 0 ? 0 : ulong.MaxValue >> (64 - bits);
            int from28 = Math.Max(BitOperations.LeadingZeroCount(magnitude | 16) - 28, 0);
            Assert.Equal(Code(magnitude), TokenLaneTable.UInt64[256 + from28]);
            if (bits < 64)
            {
                Assert.Equal(Code((long)magnitude), TokenLaneTable.Int64[256 + from28]);
                Assert.Equal(Code(~(long)magnitude), TokenLaneTable.Int64[256 + (from28 | 32)]);
            }

            if (bits <= 32)
            {
                Assert.Equal(Code((uint)magnitude), TokenLaneTable.UInt32[256 + 32 - bits]);
            }

            if (bits < 32)
            {
                Assert.Equal(Code((int)magnitude), TokenLaneTable.Int32[256 + 32 - bits]);
                Assert.Equal(Code(~(int)magnitude), TokenLaneTable.Int32[256 + ((32 - bits) ^ 32)]);
            }
        }
    }

    [Fact]
    public void Integer_forms_by_leading_zeros_are_those_of_the_reference()
    {
        Assert.Equal(128, IntegerFormTable.Entries.Length);
        for (int index = 0; index < 128; index++)
        {
            int bits = 64 - (index % 64);
            ulong magnitude = ulong.MaxValue >> (64 - bits);
            if (index >= 64 && bits == 64)
            {
                // No negative value's complement has 64 bits.
                continue;
            }

            byte[] token = index < 64
                ? ReferenceCodec.EncodeElements<ulong>([magnitude])
                : ReferenceCodec.EncodeElements<long>([~(long)magnitude]);
            uint entry = IntegerFormTable.Entries[index];
            Assert.Equal(token.Length, (int)(entry >> 24));
            if (token.Length == 1)
            {
                Assert.Equal(0x0000_ff00u, entry & 0xffff);
            }
            else
            {
                Assert.Equal(token[0], entry & 0xffff);
                Assert.Equal(64 - (8 * (token.Length - 1)), (int)(entry >> 16 & 0xff));
            }
        }
    }

    [Fact]
    public void Token_words_by_leading_zeros_give_the_tokens_of_the_reference()
    {
        Assert.Equal(66, TokenWordTable.Entries.Length);
        for (int index = 0; index < 66; index++)
        {
            int bits = 32 - (index % 33);
            if (index >= 33 && bits == 32)
            {
                // No negative value's complement has 32 bits.
                continue;
            }

            // The least and the greatest value with this number of bits.
            long least = bits == 0 ? 0 : 1L << (bits - 1);
            foreach (long magnitude in new[] { least, (1L << bits) - 1 })
            {
                long value = index < 33 ? magnitude : ~magnitude;
                byte[] token = ReferenceCodec.EncodeElements<long>([value]);
                ulong entry = TokenWordTable.Entries[index];
                ulong word = (ulong)value << (int)(entry & 0xff) ^ entry;
                byte[] bytes = new byte[sizeof(ulong)];
                BinaryPrimitives.WriteUInt64BigEndian(bytes, word);
                Assert.Equal(token.Length, (int)(entry >> 8 & 0xff));
                Assert.Equal(token, bytes[..token.Length]);
            }
        }
    }

    /// <summary>
    /// Cuts a value out as the tables say, and compares with what the reference reads; so that a table serves floats too, these have their bits.
    /// </summary>
    [Fact]
    public void Number_tokens_by_first_byte_are_read_as_the_reference_does()
    {
        ReadOnlySpan<byte> rows = NumberTokenTable.Rows;
        Assert.Equal(5 * 256, rows.Length);
        for (int code = 0; code < 256; code++)
        {
            byte[] bytes = [(byte)code, 0x92, 0x81, 0x70, 0xff, 0x01, 0x02, 0x03, 0x04];
            ReferenceResult<double> expected = ReferenceCodec.DecodeElements<double>(bytes, 1);
            var kind = (NumberKind)rows[NumberTokenTable.Kinds + code];
            if (expected.Values.Length == 0)
            {
                Assert.Equal(NumberKind.None, kind);
                Assert.Equal(1, rows[code]);
                continue;
            }

            Assert.Equal(expected.Consumed, rows[code]);
            ulong word = BinaryPrimitives.ReadUInt64BigEndian([.. bytes.Skip(rows[NumberTokenTable.Positions + code]), 0]);
            long value = (long)(word >> rows[NumberTokenTable.Logical + code]) >> rows[NumberTokenTable.Arithmetic + code];
            double actual = kind switch
            {
                NumberKind.Integer => value,
                NumberKind.UInt64 => (ulong)value,
                NumberKind.Single => BitConverter.UInt32BitsToSingle((uint)value),
                _ => BitConverter.Int64BitsToDouble(value),
            };
            Assert.Equal(expected.Values[0], actual);
        }
    }

    [Fact]
    public void Integer_tokens_by_first_byte_are_read_as_the_reference_does()
    {
        Assert.Equal(256, IntegerTokenTable.Entries.Length);
        Assert.Equal(256, IntegerTokenTable.Lengths.Length);
        for (int code = 0; code < 256; code++)
        {
            // Compares what the entry says about the token with what the reference reads.
            byte[] bytes = [(byte)code, 0x92, 0x81, 0x70, 0xff, 0x01, 0x02, 0x03, 0x04];
            uint entry = IntegerTokenTable.Entries[code];
            int length = IntegerTokenTable.Lengths[code];
            ReferenceResult<long> signed = ReferenceCodec.DecodeElements<long>(bytes, 1);
            ReferenceResult<ulong> unsigned = ReferenceCodec.DecodeElements<ulong>(bytes, 1);
            if (signed.Values.Length + unsigned.Values.Length == 0)
            {
                Assert.Equal(0u, entry);
                Assert.Equal(1, length);
                continue;
            }

            Assert.Equal(1u, entry & 0xff);
            Assert.Equal(Math.Max(signed.Consumed, unsigned.Consumed), length);
            ulong word = BinaryPrimitives.ReadUInt64BigEndian([.. bytes.Skip((int)(entry >> 8 & 0xff)), 0]);
            int shift = (int)(entry >> 16 & 0xff);
            if (entry >> 24 == 0)
            {
                Assert.Equal(unsigned.Values[0], word >> shift);
            }
            else
            {
                Assert.Equal(0xffu, entry >> 24);
                Assert.Equal(signed.Values[0], (long)word >> shift);
            }
        }
    }

    /// <summary>Rows for as many elements as fill half a register; the other half holds the prefixes that each can have.</summary>
    private static void CheckRows<T>(ReadOnlySpan<byte> rows, int spacing, int[] codes, int size, long[] kinds)
        where T : unmanaged, INumber<T>
    {
        int elements = 8 / size;
        var used = new HashSet<int>();
        for (int pattern = 0; pattern < Math.Pow(kinds.Length, elements); pattern++)
        {
            byte[] register = new byte[16];
            T[] values = new T[elements];
            int index = 0;
            for (int i = 0, rest = pattern; i < elements; i++, rest /= kinds.Length)
            {
                long value = kinds[rest % kinds.Length];
                values[i] = T.CreateChecked(value);
                BitConverter.GetBytes(value).AsSpan(0, size).CopyTo(register.AsSpan(i * size));
                byte[] token = ReferenceCodec.EncodeElements<T>([values[i]]);
                byte[] prefixes = value < 0 ? [0xd0, 0xd1, 0xd2, 0xd3] : [0xcc, 0xcd, 0xce, 0xcf];
                prefixes.AsSpan(0, Math.Min(size, 4)).CopyTo(register.AsSpan(8 + (i * size)));
                index |= codes[token.Length - 1] << (i * size);
            }

            byte[] expected = ReferenceCodec.EncodeElements<T>(values);
            Assert.Equal(elements + BitOperations.PopCount((uint)index), expected.Length);
            Assert.Equal(expected, Shuffle(register, rows.Slice(index * spacing, 16))[..expected.Length]);
            used.Add(index);
        }

        // Nothing else is in the table, and no rows overlap.
        var free = new HashSet<int>(Enumerable.Range(0, rows.Length));
        foreach (int index in used)
        {
            Assert.All(Enumerable.Range(index * spacing, 16), at => Assert.True(free.Remove(at), $"row {index:x2}"));
        }

        Assert.Equal((255 * spacing) + 16, rows.Length);
        foreach (int at in free)
        {
            Assert.Equal(0, rows[at]);
        }
    }

    private static byte[] Shuffle(byte[] register, ReadOnlySpan<byte> row)
    {
        byte[] result = new byte[16];
        for (int i = 0; i < 16; i++)
        {
            result[i] = row[i] == 0x80 ? (byte)0 : register[row[i]];
        }

        return result;
    }

    /// <summary>The prefix of a value's token, 0 where it has none.</summary>
    private static byte Code<T>(T value)
        where T : unmanaged
    {
        byte[] token = ReferenceCodec.EncodeElements<T>([value]);
        return token.Length == 1 ? (byte)0 : token[0];
    }

    /// <summary>Each boundary at each place of a block, laid out and compressed by the rows, gives the tokens of the reference codec.</summary>
    private static void CheckLanes<T>(ReadOnlySpan<byte> table, T[] boundaries)
        where T : unmanaged
    {
        int size = Unsafe.SizeOf<T>();
        int count = 64 / (1 + size);
        Assert.Equal(size == 2 ? 4 * 64 : 5 * 64, table.Length);
        for (int first = 0; first < boundaries.Length; first++)
        {
            T[] values = [.. Enumerable.Range(0, count).Select(i => boundaries[(first + i) % boundaries.Length])];
            ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes<T>(values);
            byte[] codes = new byte[64];
            for (int i = 0; i < count; i++)
            {
                codes[i * size] = Code(values[i]);
            }

            var tokens = new List<byte>();
            for (int lane = 0; lane < 64; lane++)
            {
                byte spread = codes[table[64 + lane]];
                if ((spread & 0x83) >= table[192 + lane])
                {
                    tokens.Add(table[128 + lane] == 0 ? spread : bytes[table[lane]]);
                }
            }

            Assert.Equal(ReferenceCodec.EncodeElements<T>(values), tokens);
        }
    }

    /// <summary>Big-endian values, and before each its top byte once more, in a lane that is marked as the prefix's.</summary>
    private static void CheckFullWidth(ReadOnlySpan<byte> table, int size)
    {
        Assert.Equal(2 * 72, table.Length);
        for (int lane = 0; lane < 72; lane++)
        {
            int element = lane / (1 + size);
            int place = lane % (1 + size);
            Assert.Equal((element * size) + size - Math.Max(place, 1), table[lane]);
            Assert.Equal(place == 0 ? 0xff : 0, table[72 + lane]);
        }
    }

    /// <summary>Eight numbers, permuted together with heads, are the tokens of the reference codec.</summary>
    private static void CheckTimestamps(ReadOnlySpan<byte> table, int length, byte code, Func<int, DateTime> time)
    {
        Assert.Equal(length, table.Length);
        DateTime[] times = [.. Enumerable.Range(0, 8).Select(time)];
        byte[] expected = ReferenceCodec.EncodeElements<DateTime>(times);
        byte[] numbers = new byte[64];
        for (int i = 0; i < times.Length; i++)
        {
            (long second, long ticks) = Math.DivRem(times[i].Ticks - DateTime.UnixEpoch.Ticks, TimeSpan.TicksPerSecond);
            BinaryPrimitives.WriteUInt64LittleEndian(numbers.AsSpan(8 * i), ((ulong)ticks * 100 << 34) | (ulong)second);
        }

        byte[] heads = [.. Enumerable.Repeat(new[] { code, (byte)0xff }, 32).SelectMany(head => head)];
        byte[] tokens = new byte[length];
        for (int i = 0; i < length; i++)
        {
            tokens[i] = table[i] < 64 ? numbers[table[i]] : heads[table[i] - 64];
        }

        Assert.Equal(expected, tokens[..expected.Length]);
    }

    /// <summary>Elements that may be missing, as they lie in 128 bytes; the flags and the bytes of the values are all different.</summary>
    private static void CheckNullableLanes<T>(ReadOnlySpan<byte> table)
        where T : unmanaged
    {
        int size = Unsafe.SizeOf<T>();
        byte[] memory = [.. Enumerable.Repeat((byte)0xee, 128)];
        byte[] values = [.. Enumerable.Range(0, 64).Select(i => (byte)i)];
        for (int i = 0; i < 64 / size; i++)
        {
            memory[2 * size * i] = Flag(i);
            values.AsSpan(size * i, size).CopyTo(memory.AsSpan((2 * size * i) + size));
        }

        Assert.Equal(3 * 64, table.Length);
        Assert.Equal(values, Permute(memory, table[..64]));
        Assert.Equal([.. Enumerable.Range(0, 64).Select(lane => Flag(lane / size))], Permute(memory, table.Slice(64, 64)));
        Assert.Equal([.. Enumerable.Range(0, 64).Select(lane => Flag(lane / (size + 1)))], Permute(memory, table.Slice(128, 64)));

        static byte Flag(int element) => (byte)(0x80 + element);

        static byte[] Permute(byte[] bytes, ReadOnlySpan<byte> row)
        {
            byte[] result = new byte[row.Length];
            for (int i = 0; i < row.Length; i++)
            {
                result[i] = bytes[row[i]];
            }

            return result;
        }
    }
}
