using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.TestSupport;

/// <summary>What the reference decoder makes of one message.</summary>
public enum ReferenceOutcome
{
    Done,

    /// <summary>Truncated, or more elements declared than bytes left.</summary>
    EndsEarly,

    /// <summary>A token of a kind that the type is not read from.</summary>
    WrongKind,

    /// <summary>A value, or the header's count, out of range.</summary>
    DoesNotFit,
}

public static class ReferenceOutcomes
{
    /// <summary>What the non-throwing forms return where this is the outcome.</summary>
    public static OperationStatus ToOperationStatus(this ReferenceOutcome outcome) => outcome switch
    {
        ReferenceOutcome.Done => OperationStatus.Done,
        ReferenceOutcome.EndsEarly => OperationStatus.NeedMoreData,
        _ => OperationStatus.InvalidData,
    };
}

/// <summary>What the reference decoder makes of a run of tokens: how far it gets, and why no further.</summary>
/// <param name="Outcome">Why it stopped.</param>
/// <param name="Values">The elements read before that.</param>
/// <param name="Consumed">The bytes of their tokens.</param>
/// <param name="Borders">The offset of each token read, and of the one that was not.</param>
public sealed record ReferenceResult<T>(ReferenceOutcome Outcome, T[] Values, int Consumed, int[] Borders);

/// <summary>
/// MessagePack arrays implemented a second time, from the table of the specification, in another way than in the library: the tokens are rows, numbers are
/// <see cref="Int128"/>, bytes are lists. It is slow and shares no code with what it judges.
/// </summary>
public static class ReferenceCodec
{
    /// <summary>https://github.com/msgpack/msgpack/blob/master/spec.md#int-format-family, without the two fixints.</summary>
    private static readonly (byte Code, int Width, bool Signed)[] IntegerForms =
    [
        (0xcc, 1, false), (0xcd, 2, false), (0xce, 4, false), (0xcf, 8, false),
        (0xd0, 1, true), (0xd1, 2, true), (0xd2, 4, true), (0xd3, 8, true),
    ];

    public static byte[] Encode<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        var output = new List<byte>();
        Int128 count = values.Length;
        if (count < 16)
        {
            output.Add((byte)(0x90 + count));
        }
        else
        {
            output.Add((byte)(count < 65536 ? 0xdc : 0xdd));
            Append(output, count, count < 65536 ? 2 : 4);
        }

        foreach (T value in values)
        {
            AppendToken(output, value);
        }

        return [.. output];
    }

    public static byte[] EncodeElements<T>(ReadOnlySpan<T> values)
        where T : unmanaged => EncodeElements(values, out _);

    /// <param name="values">The elements.</param>
    /// <param name="borders">Receives the offset of each token, and behind these where the last one ends.</param>
    public static byte[] EncodeElements<T>(ReadOnlySpan<T> values, out int[] borders)
        where T : unmanaged
    {
        var output = new List<byte>();
        borders = new int[values.Length + 1];
        for (int i = 0; i < values.Length; i++)
        {
            AppendToken(output, values[i]);
            borders[i + 1] = output.Count;
        }

        return [.. output];
    }

    /// <summary>Reads up to <paramref name="count"/> tokens.</summary>
    public static ReferenceResult<T> DecodeElements<T>(ReadOnlySpan<byte> source, int count)
        where T : unmanaged
    {
        var values = new List<T>();
        var borders = new List<int> { 0 };
        int position = 0;
        while (values.Count < count && position < source.Length)
        {
            ReferenceOutcome outcome = ReadToken(source[position..], out T value, out int length);
            if (outcome != ReferenceOutcome.Done)
            {
                return new ReferenceResult<T>(outcome, [.. values], position, [.. borders]);
            }

            values.Add(value);
            position += length;
            borders.Add(position);
        }

        return new ReferenceResult<T>(ReferenceOutcome.Done, [.. values], position, [.. borders]);
    }

    /// <summary>Reads a whole array, as the throwing forms do. Nil comes out as <see cref="ReferenceOutcome.Done"/> with null values.</summary>
    public static (ReferenceOutcome Outcome, T[]? Values, int Consumed) Decode<T>(ReadOnlySpan<byte> source)
        where T : unmanaged
    {
        (ReferenceOutcome outcome, int count, int header) = ReadHeader(source);
        if (outcome != ReferenceOutcome.Done)
        {
            return (outcome, null, 0);
        }

        if (count < 0)
        {
            return (ReferenceOutcome.Done, null, header);
        }

        if (count > source.Length - header)
        {
            return (ReferenceOutcome.EndsEarly, null, 0);
        }

        ReferenceResult<T> elements = DecodeElements<T>(source[header..], count);
        return elements.Outcome != ReferenceOutcome.Done ? (elements.Outcome, null, 0)
            : elements.Values.Length < count ? (ReferenceOutcome.EndsEarly, null, 0)
            : (ReferenceOutcome.Done, elements.Values, header + elements.Consumed);
    }

    /// <summary>Writes an array of two dimensions: an array that contains its lengths and the array of its elements; nil for null.</summary>
    public static byte[] EncodeGrid<T>(T[,]? values)
        where T : unmanaged
    {
        if (values is null)
        {
            return [0xc0];
        }

        T[] elements = [.. values.Cast<T>()];
        return [0x93, .. EncodeElements<int>([values.GetLength(0), values.GetLength(1)]), .. Encode<T>(elements)];
    }

    /// <summary>Reads what <see cref="EncodeGrid"/> writes. Lengths that no array has, or that do not match the elements, are of the wrong kind.</summary>
    public static (ReferenceOutcome Outcome, T[,]? Values, int Consumed) DecodeGrid<T>(ReadOnlySpan<byte> source)
        where T : unmanaged
    {
        (ReferenceOutcome outcome, int count, int position) = ReadHeader(source);
        if (outcome != ReferenceOutcome.Done || count < 0)
        {
            return (outcome, null, outcome == ReferenceOutcome.Done ? position : 0);
        }

        if (count > source.Length - position)
        {
            return (ReferenceOutcome.EndsEarly, null, 0);
        }

        if (count != 3)
        {
            return (ReferenceOutcome.WrongKind, null, 0);
        }

        ReferenceResult<int> lengths = DecodeElements<int>(source[position..], 2);
        if (lengths.Outcome != ReferenceOutcome.Done || lengths.Values.Length < 2)
        {
            return (lengths.Outcome != ReferenceOutcome.Done ? lengths.Outcome : ReferenceOutcome.EndsEarly, null, 0);
        }

        position += lengths.Consumed;
        (outcome, count, int header) = ReadHeader(source[position..]);
        if (outcome != ReferenceOutcome.Done || count < 0)
        {
            return (outcome != ReferenceOutcome.Done ? outcome : ReferenceOutcome.WrongKind, null, 0);
        }

        if (count > source.Length - position - header)
        {
            return (ReferenceOutcome.EndsEarly, null, 0);
        }

        (int rows, int columns) = (lengths.Values[0], lengths.Values[1]);
        if (rows < 0 || columns < 0 || rows > Array.MaxLength || columns > Array.MaxLength || (long)rows * columns != count)
        {
            return (ReferenceOutcome.WrongKind, null, 0);
        }

        (outcome, T[]? elements, int consumed) = Decode<T>(source[position..]);
        if (outcome != ReferenceOutcome.Done)
        {
            return (outcome, null, 0);
        }

        var values = new T[rows, columns];
        for (int i = 0; i < count; i++)
        {
            values[i / columns, i % columns] = elements![i];
        }

        return (ReferenceOutcome.Done, values, position + consumed);
    }

    /// <summary>Reads an array header; the count of nil is -1. The count is not compared with what follows.</summary>
    public static (ReferenceOutcome Outcome, int Count, int Length) ReadHeader(ReadOnlySpan<byte> source)
    {
        if (source.IsEmpty)
        {
            return (ReferenceOutcome.EndsEarly, 0, 0);
        }

        int first = source[0];
        if (first == 0xc0)
        {
            return (ReferenceOutcome.Done, -1, 1);
        }

        int width = first == 0xdc ? 2 : first == 0xdd ? 4 : 0;
        if (width == 0 && first >> 4 != 9)
        {
            return (ReferenceOutcome.WrongKind, 0, 0);
        }

        if (source.Length < 1 + width)
        {
            return (ReferenceOutcome.EndsEarly, 0, 0);
        }

        Int128 count = width == 0 ? first & 15 : BigEndian(source.Slice(1, width), false);
        return count > int.MaxValue ? (ReferenceOutcome.DoesNotFit, 0, 0) : (ReferenceOutcome.Done, (int)count, 1 + width);
    }

    /// <summary>Where the tokens of a message begin, and where the last one that can be read ends, from the array header at 0 on.</summary>
    public static int[] TokenBorders<T>(ReadOnlySpan<byte> message)
        where T : unmanaged
    {
        int header = message.IsEmpty ? 0 : Math.Min(message.Length, message[0] == 0xdc ? 3 : message[0] == 0xdd ? 5 : 1);
        return [0, .. DecodeElements<T>(message[header..], int.MaxValue).Borders.Select(border => header + border), message.Length];
    }

    private static void AppendToken<T>(List<byte> output, T value)
        where T : unmanaged
    {
        switch (value)
        {
            case bool truth:
                output.Add((byte)(truth ? 0xc3 : 0xc2));
                break;
            case float:
                output.Add(0xca);
                output.AddRange(MemoryBigEndian(value));
                break;
            case Half half:
                output.Add(0xca);
                output.AddRange(MemoryBigEndian((float)half));
                break;
            case double:
                output.Add(0xcb);
                output.AddRange(MemoryBigEndian(value));
                break;
            case DateTime time:
                AppendTimestamp(output, time.Kind == DateTimeKind.Local ? time.ToUniversalTime() : time);
                break;
            default:
                Int128 number = ToNumber(value);
                if (number >= -32 && number <= 127)
                {
                    output.Add((byte)(number & 255));
                    break;
                }

                foreach ((byte code, int width, bool signed) in IntegerForms)
                {
                    if (signed == number < 0 && Fits(number, width, signed))
                    {
                        output.Add(code);
                        Append(output, number, width);
                        break;
                    }
                }

                break;
        }
    }

    /// <summary>https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type.</summary>
    private static void AppendTimestamp(List<byte> output, DateTime utc)
    {
        Int128 nanoseconds = ((Int128)utc.Ticks - DateTime.UnixEpoch.Ticks) * 100;
        Int128 fraction = ((nanoseconds % 1_000_000_000) + 1_000_000_000) % 1_000_000_000;
        Int128 seconds = (nanoseconds - fraction) / 1_000_000_000;
        if (fraction == 0 && Fits(seconds, 4, signed: false))
        {
            output.AddRange([0xd6, 0xff]);
            Append(output, seconds, 4);
        }
        else if (seconds >= 0 && seconds < Int128.One << 34)
        {
            output.AddRange([0xd7, 0xff]);
            Append(output, (fraction << 34) + seconds, 8);
        }
        else
        {
            output.AddRange([0xc7, 12, 0xff]);
            Append(output, fraction, 4);
            Append(output, seconds, 8);
        }
    }

    /// <summary>Any form of ext whose type is -1 and whose data have 4, 8 or 12 bytes; more nanoseconds than a second has are added all the same.</summary>
    private static ReferenceOutcome ReadTimestamp(ReadOnlySpan<byte> source, out DateTime value, out int length)
    {
        value = default;
        length = 0;
        if (source.Length < 2)
        {
            return ReferenceOutcome.EndsEarly;
        }

        int code = source[0];
        int widthOfLength = code switch { 0xc7 => 1, 0xc8 => 2, 0xc9 => 4, >= 0xd4 and <= 0xd8 => 0, _ => -1 };
        if (widthOfLength < 0)
        {
            return ReferenceOutcome.WrongKind;
        }

        if (source.Length < 2 + widthOfLength)
        {
            return ReferenceOutcome.EndsEarly;
        }

        Int128 dataLength = widthOfLength == 0 ? 1 << (code - 0xd4) : BigEndian(source.Slice(1, widthOfLength), false);
        if (dataLength > int.MaxValue)
        {
            return ReferenceOutcome.DoesNotFit;
        }

        if (source[1 + widthOfLength] != 0xff || (dataLength != 4 && dataLength != 8 && dataLength != 12))
        {
            return ReferenceOutcome.WrongKind;
        }

        length = 2 + widthOfLength + (int)dataLength;
        if (source.Length < length)
        {
            return ReferenceOutcome.EndsEarly;
        }

        ReadOnlySpan<byte> data = source[(2 + widthOfLength)..length];
        (Int128 seconds, Int128 fraction) = data.Length switch
        {
            4 => (BigEndian(data, false), 0),
            8 => (BigEndian(data, false) % (Int128.One << 34), BigEndian(data, false) >> 34),
            _ => (BigEndian(data[4..], true), BigEndian(data[..4], false)),
        };
        Int128 wholeTicks = DateTime.UnixEpoch.Ticks + (seconds * 10_000_000);
        Int128 ticks = wholeTicks + (fraction / 100);
        if (wholeTicks < 0 || ticks > DateTime.MaxValue.Ticks)
        {
            return ReferenceOutcome.DoesNotFit;
        }

        value = new DateTime((long)ticks, DateTimeKind.Utc);
        return ReferenceOutcome.Done;
    }

    private static ReferenceOutcome ReadToken<T>(ReadOnlySpan<byte> source, out T value, out int length)
        where T : unmanaged
    {
        value = default;
        length = 1;
        byte code = source[0];
        if (value is bool)
        {
            value = As<bool, T>(code == 0xc3);
            return code is 0xc2 or 0xc3 ? ReferenceOutcome.Done : ReferenceOutcome.WrongKind;
        }

        if (value is DateTime)
        {
            ReferenceOutcome outcome = ReadTimestamp(source, out DateTime time, out length);
            value = As<DateTime, T>(time);
            return outcome;
        }

        if (value is Half)
        {
            ReferenceOutcome outcome = ReadToken(source, out float single, out length);
            value = As<Half, T>((Half)single);
            return outcome;
        }

        if (value is float or double && code is 0xca or 0xcb)
        {
            int floatWidth = code == 0xca ? 4 : 8;
            length += floatWidth;
            if (source.Length < length)
            {
                return ReferenceOutcome.EndsEarly;
            }

            byte[] littleEndian = source.Slice(1, floatWidth).ToArray();
            Array.Reverse(littleEndian);
            value = (value, floatWidth) switch
            {
                (float, 4) => As<uint, T>(BitConverter.ToUInt32(Native(littleEndian))),
                (float, 8) => As<float, T>((float)BitConverter.ToDouble(Native(littleEndian))),
                (double, 4) => As<double, T>(BitConverter.ToSingle(Native(littleEndian))),
                _ => As<ulong, T>(BitConverter.ToUInt64(Native(littleEndian))),
            };
            return ReferenceOutcome.Done;
        }

        Int128 number;
        if (code is < 0x80 or >= 0xe0)
        {
            number = code < 0x80 ? code : code - 256;
        }
        else
        {
            if (code is < 0xcc or > 0xd3)
            {
                return ReferenceOutcome.WrongKind;
            }

            (_, int width, bool signed) = IntegerForms[code - 0xcc];
            length += width;
            if (source.Length < length)
            {
                return ReferenceOutcome.EndsEarly;
            }

            number = BigEndian(source.Slice(1, width), signed);
        }

        switch (value)
        {
            case float:
                value = As<float, T>(number < 0 ? (float)(long)number : (float)(ulong)number);
                return ReferenceOutcome.Done;
            case double:
                value = As<double, T>(number < 0 ? (double)(long)number : (double)(ulong)number);
                return ReferenceOutcome.Done;
            default:
                int size = Unsafe.SizeOf<T>();
                if (!Fits(number, size, value is sbyte or short or int or long or TimeSpan)
                    || (value is DateOnly && (number < 0 || number > DateOnly.MaxValue.DayNumber))
                    || (value is TimeOnly && (number < 0 || number > TimeOnly.MaxValue.Ticks)))
                {
                    return ReferenceOutcome.DoesNotFit;
                }

                var memory = new List<byte>();
                Append(memory, number, size);
                memory.Reverse();
                value = MemoryMarshal.Read<T>(Native([.. memory]));
                return ReferenceOutcome.Done;
        }
    }

    private static bool Fits(Int128 number, int width, bool signed)
    {
        Int128 values = Int128.One << (8 * width);
        return signed ? number >= -values / 2 && number < values / 2 : number >= 0 && number < values;
    }

    private static Int128 ToNumber<T>(T value) => value switch
    {
        sbyte number => number,
        byte number => number,
        short number => number,
        int number => number,
        long number => number,
        ushort number => number,
        uint number => number,
        ulong number => number,
        char character => character,
        TimeSpan time => time.Ticks,
        DateOnly day => day.DayNumber,
        TimeOnly time => time.Ticks,
        _ => throw new NotSupportedException(typeof(T).Name),
    };

    private static Int128 BigEndian(ReadOnlySpan<byte> bytes, bool signed)
    {
        Int128 number = 0;
        foreach (byte b in bytes)
        {
            number = (number * 256) + b;
        }

        return signed && bytes[0] >= 128 ? number - (Int128.One << (8 * bytes.Length)) : number;
    }

    private static void Append(List<byte> output, Int128 number, int width)
    {
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
        {
            output.Add((byte)((number >> shift) & 255));
        }
    }

    private static byte[] MemoryBigEndian<T>(T value)
        where T : unmanaged
    {
        byte[] bytes = MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).ToArray();
        if (BitConverter.IsLittleEndian)
        {
            Array.Reverse(bytes);
        }

        return bytes;
    }

    private static byte[] Native(byte[] littleEndian) => BitConverter.IsLittleEndian ? littleEndian : [.. Enumerable.Reverse(littleEndian)];

    private static TTo As<TFrom, TTo>(TFrom value)
        where TFrom : unmanaged
        where TTo : unmanaged =>
        Unsafe.BitCast<TFrom, TTo>(value);
}
