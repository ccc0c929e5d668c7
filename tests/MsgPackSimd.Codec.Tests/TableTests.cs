using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using MsgPackSimd.Codec.Tables;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Each table from what it is for, without its template: a row, applied to values and prefixes as a shuffle would, gives the tokens of the
/// reference codec.
/// </summary>
public class TableTests
{
    [Fact]
    public void SByte_octets()
    {
        for (int index = 0; index < 256; index++)
        {
            sbyte[] values = [.. Enumerable.Range(0, 8).Select(i => (sbyte)((index >> i & 1) != 0 ? -128 + i : i - 3))];
            byte[] register = [.. values.SelectMany(value => new byte[] { 0xd0, (byte)value })];
            byte[] expected = ReferenceCodec.EncodeElements<sbyte>(values);
            Assert.Equal(8 + BitOperations.PopCount((uint)index), expected.Length);
            Assert.Equal(expected, Shuffle(register, SByteOctetTable.Rows.Slice(index * 16, 16))[..expected.Length]);
        }

        Assert.Equal(256 * 16, SByteOctetTable.Rows.Length);
    }

    [Fact]
    public void Int16_quads() => CheckRows<short>(Int16QuadTable.Rows, 2, [5, -5, 200, -100, 1000, -1000]);

    [Fact]
    public void Int32_pairs() => CheckRows<int>(Int32PairTable.Rows, 4, [5, -5, 200, -100, 1000, -1000, 100_000, -100_000]);

    [Fact]
    public void Int64_elements() => CheckRows<long>(
        Int64Table.Rows, 8, [5, -5, 200, -100, 1000, -1000, 100_000, -100_000, 1L << 40, -1L << 40]);

    [Fact]
    public void Integer_forms_by_leading_zeros()
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
    public void Integer_tokens_by_first_byte()
    {
        Assert.Equal(256, IntegerTokenTable.Entries.Length);
        Assert.Equal(256, IntegerTokenTable.Lengths.Length);
        for (int code = 0; code < 256; code++)
        {
            // What the entry says of the token, against what the reference reads.
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

    /// <summary>Rows for as many elements as fill half a register; the other half holds their prefixes.</summary>
    private static void CheckRows<T>(ReadOnlySpan<byte> rows, int size, long[] kinds)
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
                register[8 + (i * size)] = token[0];
                index |= ((1 << (token.Length - 1)) - 1) << (i * size);
            }

            byte[] expected = ReferenceCodec.EncodeElements<T>(values);
            Assert.Equal(elements + BitOperations.PopCount((uint)index), expected.Length);
            Assert.Equal(expected, Shuffle(register, rows.Slice(index * 16, 16))[..expected.Length]);
            used.Add(index);
        }

        Assert.Equal(256 * 16, rows.Length);
        for (int index = 0; index < 256; index++)
        {
            Assert.True(used.Contains(index) || rows.Slice(index * 16, 16).IndexOfAnyExcept((byte)0) < 0, $"row {index:x2}");
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
}
