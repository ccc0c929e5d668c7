using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Checks each table of the decode kernels by its purpose, without its template: looked up as a kernel does it, the bytes of a token become the value that
/// the reference codec reads, or are refused where the reference reads none.
/// </summary>
public class DecodeTableTests
{
    private static readonly byte[][] Payloads =
    [
        [0, 0, 0, 0, 0, 0, 0, 0], [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x80, 0, 0, 0, 0, 0, 0, 1],
        [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0],
        [0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10],
    ];

    [Fact]
    public void Wide_windows_of_16_bits_read_tokens_as_the_reference_does() =>
        CheckWide<short>(MixedWidthTable.Int16Classes, MixedWidthTable.Offsets16);

    [Fact]
    public void Wide_windows_of_unsigned_16_bits_read_tokens_as_the_reference_does() =>
        CheckWide<ushort>(MixedWidthTable.UInt16Classes, MixedWidthTable.Offsets16);

    [Fact]
    public void Wide_windows_of_32_bits_read_tokens_as_the_reference_does() =>
        CheckWide<int>(MixedWidthTable.Int32Classes, MixedWidthTable.Offsets32);

    [Fact]
    public void Wide_windows_of_unsigned_32_bits_read_tokens_as_the_reference_does() =>
        CheckWide<uint>(MixedWidthTable.UInt32Classes, MixedWidthTable.Offsets32);

    [Fact]
    public void Wide_windows_of_64_bits_read_tokens_as_the_reference_does() =>
        CheckWide<long>(MixedWidthTable.Int64Classes, MixedWidthTable.Offsets64);

    [Fact]
    public void Wide_windows_of_unsigned_64_bits_read_tokens_as_the_reference_does() =>
        CheckWide<ulong>(MixedWidthTable.UInt64Classes, MixedWidthTable.Offsets64);

    [Fact]
    public void Narrow_windows_of_16_bits_read_tokens_as_the_reference_does()
    {
        CheckNarrow<short>(MixedWidthTable.Int16NarrowClasses, MixedWidthTable.NarrowPositions16, MixedWidthTable.NarrowSigns16, RowOfWords);
        CheckNarrow<ushort>(MixedWidthTable.UInt16NarrowClasses, MixedWidthTable.NarrowPositions16, MixedWidthTable.NarrowSigns16, RowOfWords);
    }

    [Fact]
    public void Narrow_windows_of_32_bits_read_tokens_as_the_reference_does()
    {
        CheckNarrow<int>(
            MixedWidthTable.Int32NarrowClasses, MixedWidthTable.NarrowPositions32, MixedWidthTable.NarrowShifts32, RowOfDwords, isShifted: true);
        CheckNarrow<uint>(
            MixedWidthTable.UInt32NarrowClasses, MixedWidthTable.NarrowPositions32, MixedWidthTable.NarrowShifts32, RowOfDwords, isShifted: true);
    }

    [Fact]
    public void Narrow_windows_of_32_bits_by_bytes_read_tokens_as_the_reference_does()
    {
        CheckNarrow<int>(MixedWidthTable.Int32ByteClasses, MixedWidthTable.BytePositions32, MixedWidthTable.ByteSigns32, RowOfBytes);
        CheckNarrow<uint>(MixedWidthTable.UInt32ByteClasses, MixedWidthTable.BytePositions32, MixedWidthTable.ByteSigns32, RowOfBytes);
    }

    [Fact]
    public void Rows_of_tokens_read_them_as_the_reference_does()
    {
        CheckRows<short>(TokenRowTable.Int16Rows);
        CheckRows<ushort>(TokenRowTable.UInt16Rows);
        CheckRows<int>(TokenRowTable.Int32Rows);
        CheckRows<uint>(TokenRowTable.UInt32Rows);
        CheckRows<long>(TokenRowTable.Int64Rows);
        CheckRows<ulong>(TokenRowTable.UInt64Rows);
    }

    [Fact]
    public void The_row_of_nil_gives_zero()
    {
        const int Nil = 9;
        Assert.Equal(0, TokenRowTable.LengthsLessOne[Nil]);
        Assert.Equal(TokenRowTable.IntegerNil, TokenRowTable.Classes[Nil]);
        CheckNil(TokenRowTable.Int16Rows);
        CheckNil(TokenRowTable.UInt16Rows);
        CheckNil(TokenRowTable.Int32Rows);
        CheckNil(TokenRowTable.UInt32Rows);
        CheckNil(TokenRowTable.Int64Rows);
        CheckNil(TokenRowTable.UInt64Rows);

        static void CheckNil(ReadOnlySpan<byte> rows)
        {
            ReadOnlySpan<byte> row = rows.Slice(TokenRowTable.IntegerNil * TokenRowTable.RowScale, 32);
            Assert.All(row[..16].ToArray(), cell => Assert.Equal(0x80, cell));
            Assert.All(row[16..].ToArray(), cell => Assert.Equal(0, cell));
        }
    }

    [Fact]
    public void Rows_of_uniform_tokens_find_every_prefix_and_payload_byte()
    {
        CheckUniform(2, 2, UniformTable.Values16From2, UniformTable.Prefixes16From2);
        CheckUniform(2, 3, UniformTable.Values16From3, UniformTable.Prefixes16From3);
        CheckUniform(4, 2, UniformTable.Values32From2, UniformTable.Prefixes32From2);
        CheckUniform(4, 3, UniformTable.Values32From3, UniformTable.Prefixes32From3);
        CheckUniform(4, 5, UniformTable.Values32From5, UniformTable.Prefixes32From5);
        CheckUniform(8, 2, UniformTable.Values64From2, UniformTable.Prefixes64From2);
        CheckUniform(8, 3, UniformTable.Values64From3, UniformTable.Prefixes64From3);
        CheckUniform(8, 5, UniformTable.Values64From5, UniformTable.Prefixes64From5);
        CheckUniform(8, 9, UniformTable.Values64From9, UniformTable.Prefixes64From9);
    }

    [Fact]
    public void Places_of_prefixes_are_every_fifth_and_every_ninth_byte()
    {
        for (int i = 0; i < 64; i++)
        {
            Assert.Equal(i % 5 == 0 ? 0xff : 0, UniformTable.Places5[i]);
            Assert.Equal((i + 80 - 64) % 5 == 0 ? 0xff : 0, UniformTable.SecondPlaces5[i]);
            Assert.Equal(i % 9 == 0 ? 0xff : 0, UniformTable.Places9[i]);
            Assert.Equal((i + 72 - 64) % 9 == 0 ? 0xff : 0, UniformTable.SecondPlaces9[i]);
        }
    }

    [Fact]
    public void Byte_selections_move_the_bytes_with_clear_bits_to_the_front()
    {
        Assert.Equal(256 * 8, ByteSelectionTable.Rows.Length);
        for (int index = 0; index < 256; index++)
        {
            byte[] kept = [.. Enumerable.Range(0, 8).Where(i => (index >> i & 1) == 0).Select(i => (byte)i)];
            byte[] row = ByteSelectionTable.Rows.Slice(index * 8, 8).ToArray();
            Assert.Equal(kept, row[..kept.Length]);
            Assert.All(row[kept.Length..], b => Assert.Equal(0x80, b));
        }
    }

    [Fact]
    public void Bit_counts_are_those_of_the_bytes() =>
        Assert.Equal(Enumerable.Range(0, 256).Select(i => (byte)Convert.ToString(i, 2).Count(digit => digit == '1')), BitCountTable.Counts.ToArray());

    /// <summary>The class and row of every first byte in the 64-byte kernels.</summary>
    private static void CheckWide<T>(ReadOnlySpan<byte> classes, ReadOnlySpan<byte> offsets)
        where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
    {
        int size = Marshal.SizeOf<T>();
        for (int code = 0; code < 256; code++)
        {
            int index = Math.Max(code, MixedWidthTable.LeastRowCode) & 0x3f;
            int tokenClass = classes[index];
            int row = tokenClass & (size == 8 ? 7 : 15);
            foreach (byte[] payload in Payloads)
            {
                byte[] window = [(byte)code, .. payload];
                byte[] value = new byte[size];
                for (int i = 0; i < size; i++)
                {
                    int offset = offsets[(row * size) + i];
                    value[i] = offset == 255 ? (byte)0 : offset < 64 ? window[offset] : (byte)((sbyte)window[offset - 64] >> 7);
                }

                int length = 1 + (size == 8 ? MixedWidthTable.LengthsLessOne[index] : tokenClass & 7);
                AssertStaysInWindow(length, size);
                Compare<T>(window, value, (tokenClass & value[^1] & 0x80) == 0, length);
            }
        }
    }

    /// <summary>
    /// No byte may be taken for a longer token than those that are decoded: behind such a token, the jumps would lead out of the window. (That the value is
    /// refused is not enough, since the bytes are loaded again for it, and another thread may have changed them.)
    /// </summary>
    private static void AssertStaysInWindow(int length, int size) => Assert.InRange(length, 1, 1 + size);

    private static ReadOnlySpan<byte> LengthsLessOne(int size) =>
        size == sizeof(short) ? MixedWidthTable.NarrowLengthsLessOne16 : MixedWidthTable.NarrowLengthsLessOne32;

    private static void CheckNarrow<T>(
        ReadOnlySpan<byte> classes,
        ReadOnlySpan<byte> positions,
        ReadOnlySpan<byte> extensions,
        Func<int, int, (int Position, int Extension, bool Range)> row,
        bool isShifted = false)
        where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
    {
        int size = Marshal.SizeOf<T>();
        for (int code = 0; code < 256; code++)
        {
            // For fixints of the element, bit 7 of the row is set, so that the shuffle gives zero.
            int index = Math.Min((byte)(code - 0xcc), (byte)8);
            bool fixint = (sbyte)code >= (IsSigned<T>() ? -32 : 0);
            int tokenClass = fixint ? 0 : classes[index];
            foreach (byte[] payload in Payloads)
            {
                byte[] window = [(byte)code, .. payload];
                byte[] value = new byte[size];
                byte[] extension = new byte[size];
                bool range = false;
                for (int i = 0; i < size; i++)
                {
                    (int at, int extensionAt, range) = row(tokenClass, i);
                    value[i] = positions[at] == 0x80 ? (byte)0 : window[positions[at]];
                    extension[i] = extensions[extensionAt];
                }

                if (isShifted)
                {
                    BitConverter.GetBytes(BitConverter.ToInt32(value) >> BitConverter.ToInt32(extension)).CopyTo(value, 0);
                }
                else
                {
                    T sign = T.ReadLittleEndian(extension, !IsSigned<T>());
                    unchecked((T.ReadLittleEndian(value, !IsSigned<T>()) ^ sign) - sign).WriteLittleEndian(value);
                }

                int length = 1 + (fixint ? 0 : LengthsLessOne(size)[index]);
                AssertStaysInWindow(length, size);
                Compare<T>(window, value, !range || value[^1] < 0x80, length);
            }
        }
    }

    /// <summary>The length, class and row of every first byte in the kernel that looks up lengths beforehand.</summary>
    private static void CheckRows<T>(ReadOnlySpan<byte> rows)
        where T : unmanaged, IBinaryInteger<T>, IMinMaxValue<T>
    {
        for (int code = 0; code < 256; code++)
        {
            // A fixint is looked up by 0x80 or above, which gives zeros, whatever the element.
            int index = Math.Min((byte)(code - 0xcc), (byte)8);
            bool fixint = (sbyte)code >= -32;
            int length = 1 + (fixint ? 0 : TokenRowTable.LengthsLessOne[index]);
            int tokenClass = fixint ? 0 : TokenRowTable.Classes[index];
            ReadOnlySpan<byte> row = rows.Slice(tokenClass * TokenRowTable.RowScale, 32);
            Assert.All(row[9..16].ToArray(), cell => Assert.Equal(0x80, cell));
            Assert.All(row[24..].ToArray(), cell => Assert.Equal(0, cell));
            foreach (byte[] payload in Payloads)
            {
                byte[] window = [(byte)code, .. payload];
                byte[] shuffled = [.. row[..16].ToArray().Select(from => from == 0x80 ? (byte)0 : window[from])];
                long value = BitConverter.ToInt64(shuffled);
                long sign = value & BitConverter.ToInt64(row[TokenRowTable.Signs..]);
                Compare<T>(window, BitConverter.GetBytes(value - sign - sign)[..Marshal.SizeOf<T>()], shuffled[8] < 0x80, length);
            }
        }
    }

    private static bool IsSigned<T>()
        where T : INumber<T>, IMinMaxValue<T> =>
        T.IsNegative(T.MinValue);

    private static (int Position, int Extension, bool Range) RowOfWords(int tokenClass, int i) =>
        ((tokenClass & 15) | i, (tokenClass & 15) | i, (tokenClass & 0x40) != 0);

    private static (int Position, int Extension, bool Range) RowOfDwords(int tokenClass, int i) =>
        (((tokenClass & 7) * 4) + i, ((tokenClass & 7) * 4) + i, (tokenClass & 0x80) != 0);

    private static (int Position, int Extension, bool Range) RowOfBytes(int tokenClass, int i) =>
        ((tokenClass & 0x0c) | i, (tokenClass & 0x03) | (i << 2), (tokenClass & 0x80) != 0);

    /// <summary>Compares what the tables make of a token with what the reference reads from it, if the token is no wider than the element's own.</summary>
    private static void Compare<T>(byte[] window, byte[] value, bool accepted, int length)
        where T : unmanaged
    {
        ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(window, 1);
        bool wanted = expected.Values.Length == 1 && expected.Consumed <= 1 + value.Length;
        Assert.True(wanted == accepted, $"{typeof(T).Name} {Convert.ToHexString(window)} accepted: {accepted}");
        if (wanted)
        {
            Assert.Equal(expected.Values[0], MemoryMarshal.Read<T>(value));
            Assert.Equal(expected.Consumed, length);
        }
    }

    /// <summary>Numbers tokens byte by byte, and checks where the tables find them in the two registers.</summary>
    private static void CheckUniform(int size, int length, ReadOnlySpan<byte> values, ReadOnlySpan<byte> prefixes)
    {
        int lanes = 64 / size;
        var tokens = new List<byte>();
        for (int i = 0; i < lanes; i++)
        {
            tokens.AddRange(Enumerable.Range(0, length).Select(b => checked((byte)((i * length) + b))));
        }

        byte[] first = [.. tokens.Concat(new byte[64]).Take(64)];
        byte[] second = tokens.Count > 64 ? [.. tokens.TakeLast(64)] : first;
        for (int lane = 0; lane < lanes; lane++)
        {
            for (int i = 0; i < size; i++)
            {
                int prefix = prefixes[(lane * size) + i];
                Assert.Equal(tokens[lane * length], prefix < 64 ? first[prefix] : second[prefix - 64]);
                if (i < length - 1)
                {
                    int value = values[(lane * size) + i];
                    Assert.Equal(tokens[((lane + 1) * length) - 1 - i], value < 64 ? first[value] : second[value - 64]);
                }
            }
        }
    }
}
