using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Tests.Spec;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>
/// Every reader and writer of single tokens that does not throw (those that throw call them), in memory that ends right before a page that can't be touched,
/// and in memory that begins right after one. Each reader gets every first byte, in every length up to more than the longest token's; each writer gets every
/// amount of room. Statuses, lengths, values and bytes are compared with the format table and with the reference codec.
/// </summary>
internal static class SpecChecks
{
    private const int MaxLength = 24;
    private const byte Untouched = 0xa5;

    private static readonly GuardedMemory Bytes = new(MaxLength);
    private static readonly char[] Chars = new char[MaxLength];
    private static readonly SpecFormat[] Formats = Create(SpecFormat.Of);
    private static readonly string[] Families = Create(code => Formats[code].Name.Split(' ')[0]);

    /// <summary>What follows the first byte: a length and an extension's type, for some first bytes, and what they are lengths and types of.</summary>
    private static readonly byte[][] Tails =
    [
        Tail(0, fill: 0), Tail(1, fill: 1), Tail(3, fill: 3), Tail(12, fill: 12), Tail(0x7f, fill: 0x7f), Tail(0x80, fill: 0x80), Tail(0xff, fill: 0xff),

        // Timestamps: of all three lengths, and with the last nanosecond of a second and the one after it.
        Tail(0xff, fill: 0x15), Tail([4, 0xff], 0x15), Tail([0, 8, 0xff], 0x15), Tail([0, 0, 0, 4, 0xff], 0x80), Tail([12, 0xff, 0x3b, 0x9a, 0xc9, 0xff], 0x91),
        Tail([0, 12, 0xff, 0x3b, 0x9a, 0xca, 0], 0x15),
        Tail([0, 0, 0, 12, 0xff, 0, 0, 0, 1], 0x15),
        Tail([0xff, 0xee, 0x6b, 0x27, 0xfd], 1),
        Tail([0xff, 0xee, 0x6b, 0x28, 1], 1),

        // Text of one, two and three bytes a character.
        Tail([6, .. "aß日"u8], 0x20), Tail([0, 6, .. "日aß"u8], 0xe6), Tail([.. "ßa日"u8], 0x7e),
    ];

    private delegate MessagePackReadStatus Reader<T>(ReadOnlySpan<byte> source, out T value, out int length);

    private delegate MessagePackReadStatus ReaderOn<T>(ref ReadOnlySpan<byte> source, out T value);

    private delegate MessagePackReadStatus SpanReader(ReadOnlySpan<byte> source, out ReadOnlySpan<byte> value, out int length);

    private delegate bool Writer<T>(Span<byte> destination, T value, out int written);

    private delegate bool WriterOn<T>(ref Span<byte> destination, T value);

    public static bool Run()
    {
        bool ok = true;
        int cases = 0;
        for (int code = 0; code <= 255; code++)
        {
            for (int i = 0; i < Tails.Length; i++)
            {
                CurrentCase.Set($"tokens: {code:x2} and tail {i}");
                for (int length = 0; length <= MaxLength; length++)
                {
                    ok &= Read(Place(atEnd: true, length, code, Tails[i])) & Read(Place(atEnd: false, length, code, Tails[i]));
                    cases += 2;
                }
            }
        }

        for (int shift = 0; shift < 128; shift++)
        {
            // -2^k, from the least down to -1; then 2^k - 1, from the greatest down to 0.
            long value = (shift < 64 ? long.MinValue : long.MaxValue) >> (shift % 64);
            CurrentCase.Set($"tokens: writing {value}");
            ok &= WriteNumbers(value) & WriteHeads((uint)value, (sbyte)value) & WriteTimestamps(value);
            cases++;
        }

        CurrentCase.Set("tokens: writing nil, booleans, text and bytes");
        ok &= WriteOthers();
        Console.WriteLine($"tokens {cases + 1}{(ok ? "" : " FAILED")}");
        return ok;
    }

    private static byte[] Tail(byte first, byte fill) => Tail([first], fill);

    private static byte[] Tail(byte[] start, byte fill)
    {
        byte[] tail = new byte[MaxLength - 1];
        tail.AsSpan().Fill(fill);
        start.CopyTo(tail, 0);
        return tail;
    }

    /// <summary>Something for each first byte. (Without LINQ, which the arm64 emulation lacks.)</summary>
    private static T[] Create<T>(Func<int, T> create)
    {
        var all = new T[256];
        for (int code = 0; code < all.Length; code++)
        {
            all[code] = create(code);
        }

        return all;
    }

    private static Span<byte> Place(bool atEnd, int length, int code, byte[] tail)
    {
        Span<byte> source = atEnd ? Bytes.AtEnd<byte>(length) : Bytes.AtStart<byte>(length);
        if (length > 0)
        {
            source[0] = (byte)code;
            tail.AsSpan(0, length - 1).CopyTo(source[1..]);
        }

        return source;
    }

    private static bool Read(ReadOnlySpan<byte> source) =>
        ReadNil(source)
        & ReadValue<bool>(source, MessagePackSpec.TryReadBoolean, MessagePackSpec.TryReadBoolean)
        & ReadValue<sbyte>(source, MessagePackSpec.TryReadSByte, MessagePackSpec.TryReadSByte)
        & ReadValue<short>(source, MessagePackSpec.TryReadInt16, MessagePackSpec.TryReadInt16)
        & ReadValue<int>(source, MessagePackSpec.TryReadInt32, MessagePackSpec.TryReadInt32)
        & ReadValue<long>(source, MessagePackSpec.TryReadInt64, MessagePackSpec.TryReadInt64)
        & ReadValue<byte>(source, MessagePackSpec.TryReadByte, MessagePackSpec.TryReadByte)
        & ReadValue<ushort>(source, MessagePackSpec.TryReadUInt16, MessagePackSpec.TryReadUInt16)
        & ReadValue<uint>(source, MessagePackSpec.TryReadUInt32, MessagePackSpec.TryReadUInt32)
        & ReadValue<ulong>(source, MessagePackSpec.TryReadUInt64, MessagePackSpec.TryReadUInt64)
        & ReadValue<float>(source, MessagePackSpec.TryReadSingle, MessagePackSpec.TryReadSingle)
        & ReadValue<double>(source, MessagePackSpec.TryReadDouble, MessagePackSpec.TryReadDouble)
        & ReadValue<float>(source, MessagePackSpec.TryReadSingleToken, null, onlyCode: 0xca)
        & ReadValue<double>(source, MessagePackSpec.TryReadDoubleToken, null, onlyCode: 0xcb)
        & ReadHead(source, "fixarray", "array", MessagePackSpec.TryReadArrayHeader, MessagePackSpec.TryReadArrayHeader)
        & ReadHead(source, "fixmap", "map", MessagePackSpec.TryReadMapHeader, MessagePackSpec.TryReadMapHeader)
        & ReadHead(source, "fixstr", "str", MessagePackSpec.TryReadStringHeader, null)
        & ReadHead(source, "bin", "bin", MessagePackSpec.TryReadBinaryHeader, null)
        & ReadPayload(source, "bin", "bin", MessagePackSpec.TryReadBinary)
        & ReadText(source)
        & ReadExtension(source)
        & ReadTimestamp(source)
        & Skip(source);

    private static bool ReadNil(ReadOnlySpan<byte> source)
    {
        (MessagePackReadStatus Status, int Length) expected = source.IsEmpty ? (MessagePackReadStatus.NeedMoreData, 1)
            : source[0] == 0xc0 ? (MessagePackReadStatus.Done, 1)
            : (MessagePackReadStatus.WrongToken, 0);
        bool isRight = MessagePackSpec.TryReadNil(source, out int length) == expected.Status && length == expected.Length;
        ReadOnlySpan<byte> rest = source;
        isRight &= MessagePackSpec.TryReadNil(ref rest) == expected.Status && rest == After(source, expected);
        return Verify(isRight, source, "nil");
    }

    /// <summary>Reads what may be the element of an array, which the reference codec can read.</summary>
    private static bool ReadValue<T>(ReadOnlySpan<byte> source, Reader<T> read, ReaderOn<T>? readOn, int onlyCode = -1)
        where T : unmanaged
    {
        (MessagePackReadStatus Status, int Length) expected = (MessagePackReadStatus.NeedMoreData, 1);
        T expectedValue = default;
        if (!source.IsEmpty)
        {
            if (onlyCode >= 0 && source[0] != onlyCode)
            {
                expected = (MessagePackReadStatus.WrongToken, 0);
            }
            else
            {
                ReferenceResult<T> reference = ReferenceCodec.DecodeElements<T>(source, 1);
                MessagePackReadStatus status = reference.Outcome switch
                {
                    ReferenceOutcome.Done => MessagePackReadStatus.Done,
                    ReferenceOutcome.EndsEarly => MessagePackReadStatus.NeedMoreData,
                    ReferenceOutcome.WrongKind => MessagePackReadStatus.WrongToken,
                    _ => MessagePackReadStatus.DoesNotFit,
                };
                expected = (status, status == MessagePackReadStatus.WrongToken ? 0 : 1 + Formats[source[0]].Fixed);
                expectedValue = status == MessagePackReadStatus.Done ? reference.Values[0] : default;
            }
        }

        bool isRight = read(source, out T value, out int length) == expected.Status && length == expected.Length && IsSame(value, expectedValue);
        if (readOn is not null)
        {
            ReadOnlySpan<byte> rest = source;
            isRight &= readOn(ref rest, out value) == expected.Status && IsSame(value, expectedValue) && rest == After(source, expected);
        }

        // (The arm64 emulation has no names of types either, so they are only asked for where a check has failed.)
        return isRight || Verify(isRight, source, typeof(T).Name);
    }

    private static bool ReadHead(ReadOnlySpan<byte> source, string family, string otherFamily, Reader<uint> read, ReaderOn<uint>? readOn)
    {
        (MessagePackReadStatus Status, int Length) expected = ExpectHead(source, family, otherFamily, out uint expectedCount);
        bool isRight = read(source, out uint count, out int length) == expected.Status && length == expected.Length && count == expectedCount;
        if (readOn is not null)
        {
            ReadOnlySpan<byte> rest = source;
            isRight &= readOn(ref rest, out count) == expected.Status && count == expectedCount && rest == After(source, expected);
        }

        return Verify(isRight, source, $"head of {otherFamily}");
    }

    private static bool ReadPayload(ReadOnlySpan<byte> source, string family, string otherFamily, SpanReader read)
    {
        (MessagePackReadStatus Status, int Length) expected = ExpectPayload(source, family, otherFamily, out ReadOnlySpan<byte> payload);
        bool isRight = read(source, out ReadOnlySpan<byte> value, out int length) == expected.Status && length == expected.Length && IsAt(value, payload);
        return Verify(isRight, source, otherFamily);
    }

    private static bool ReadText(ReadOnlySpan<byte> source)
    {
        (MessagePackReadStatus Status, int Length) expected = ExpectPayload(source, "fixstr", "str", out ReadOnlySpan<byte> payload);
        if (!Utf8.IsValid(payload))
        {
            expected.Status = MessagePackReadStatus.DoesNotFit;
            payload = default;
        }

        string text = Encoding.UTF8.GetString(payload);
        bool isRight = MessagePackSpec.TryReadUtf8(source, out ReadOnlySpan<byte> utf8, out int length) == expected.Status && length == expected.Length && IsAt(utf8, payload);
        isRight &= MessagePackSpec.TryReadString(source, out string? value, out length) == expected.Status && length == expected.Length
            && value == (expected.Status == MessagePackReadStatus.Done ? text : null);
        isRight &= MessagePackSpec.TryReadString(source, Chars, out int chars, out length) == expected.Status && length == expected.Length
            && Chars.AsSpan(0, chars).SequenceEqual(text);
        return Verify(isRight, source, "text");
    }

    private static bool ReadExtension(ReadOnlySpan<byte> source)
    {
        (MessagePackReadStatus Status, int Length) expected = ExpectHead(source, "fixext", "ext", out uint expectedCount);
        sbyte expectedType = expected.Status == MessagePackReadStatus.Done ? (sbyte)source[expected.Length - 1] : default;
        bool isRight = MessagePackSpec.TryReadExtensionHeader(source, out sbyte type, out uint count, out int length) == expected.Status
            && length == expected.Length && type == expectedType && count == expectedCount;

        expected = ExpectPayload(source, "fixext", "ext", out ReadOnlySpan<byte> payload);
        expectedType = expected.Status == MessagePackReadStatus.Done ? expectedType : default;
        isRight &= MessagePackSpec.TryReadExtension(source, out type, out ReadOnlySpan<byte> data, out length) == expected.Status
            && length == expected.Length && type == expectedType && IsAt(data, payload);
        return Verify(isRight, source, "extension");
    }

    private static bool ReadTimestamp(ReadOnlySpan<byte> source)
    {
        (MessagePackReadStatus Status, int Length) expected = ExpectHead(source, "fixext", "ext", out uint count);
        MessagePackTimestamp expectedValue = default;
        bool isTimestamp = count is 4 or 8 or 12 && (sbyte)source[expected.Length - 1] == -1;
        if ((expected.Status == MessagePackReadStatus.Done && !isTimestamp) || (!source.IsEmpty && source[0] is 0xd4 or 0xd5 or 0xd8))
        {
            expected = (MessagePackReadStatus.WrongToken, 0);
        }
        else if (expected.Status == MessagePackReadStatus.Done)
        {
            expected = ExpectPayload(source, "fixext", "ext", out ReadOnlySpan<byte> data);
            if (expected.Status == MessagePackReadStatus.Done)
            {
                UInt128 number = BigEndian(data);
                (UInt128 seconds, UInt128 nanoseconds) = count switch
                {
                    4 => (number, UInt128.Zero),
                    8 => (number % ((UInt128)1 << 34), number >> 34),
                    _ => (number % ((UInt128)1 << 64), number >> 64),
                };
                if (nanoseconds > 999_999_999)
                {
                    expected.Status = MessagePackReadStatus.DoesNotFit;
                }
                else
                {
                    expectedValue = new MessagePackTimestamp((long)(ulong)seconds, (int)nanoseconds);
                }
            }
        }

        bool isRight = MessagePackSpec.TryReadTimestamp(source, out MessagePackTimestamp value, out int length) == expected.Status
            && length == expected.Length && value == expectedValue;
        return Verify(isRight, source, "timestamp");
    }

    /// <summary>
    /// It does not matter here which array or map an element belongs to: the value ends with the last element of them all, each of which takes at least one
    /// byte.
    /// </summary>
    private static bool Skip(ReadOnlySpan<byte> source)
    {
        (MessagePackReadStatus Status, int Length) expected = (MessagePackReadStatus.NeedMoreData, 1);
        long position = 0;
        for (long elements = 1; position + elements <= source.Length;)
        {
            ReadOnlySpan<byte> rest = source[(int)position..];
            string family = Families[rest[0]];
            if (family == "(never")
            {
                expected = (MessagePackReadStatus.WrongToken, 0);
                break;
            }

            // Where the head is cut short, its length is all that is known.
            (MessagePackReadStatus status, int length) = ExpectHead(rest, family, family, out uint count);
            bool isWhole = status == MessagePackReadStatus.Done;
            position += length + (isWhole ? Formats[rest[0]].IsContainer ? 0 : Formats[rest[0]].HasPayload || family == "fixext" ? count : Formats[rest[0]].Fixed : 0);
            elements += (isWhole && Formats[rest[0]].IsContainer ? family is "map" or "fixmap" ? 2L * count : count : 0) - 1;
            long end = position + elements;
            expected = end > int.MaxValue ? (MessagePackReadStatus.DoesNotFit, 0)
                : (end > source.Length ? MessagePackReadStatus.NeedMoreData : MessagePackReadStatus.Done, (int)end);
            if (elements == 0)
            {
                break;
            }
        }

        return Verify(MessagePackSpec.TrySkip(source, out int skipped) == expected.Status && skipped == expected.Length, source, "skip");
    }

    private static (MessagePackReadStatus Status, int Length) ExpectHead(ReadOnlySpan<byte> source, string family, string otherFamily, out uint count)
    {
        count = 0;
        if (source.IsEmpty)
        {
            return (MessagePackReadStatus.NeedMoreData, 1);
        }

        SpecFormat format = Formats[source[0]];
        if (Families[source[0]] != family && Families[source[0]] != otherFamily)
        {
            return (MessagePackReadStatus.WrongToken, 0);
        }

        int length = 1 + format.CountWidth + format.TypeWidth;
        if (source.Length < length)
        {
            return (MessagePackReadStatus.NeedMoreData, length);
        }

        count = format.CountWidth > 0 ? (uint)BigEndian(source.Slice(1, format.CountWidth)) : format.TypeWidth > 0 ? (uint)format.Fixed : (uint)(source[0] - format.First);
        return (MessagePackReadStatus.Done, length);
    }

    private static (MessagePackReadStatus Status, int Length) ExpectPayload(
        ReadOnlySpan<byte> source, string family, string otherFamily, out ReadOnlySpan<byte> payload)
    {
        payload = default;
        (MessagePackReadStatus Status, int Length) head = ExpectHead(source, family, otherFamily, out uint count);
        if (head.Status != MessagePackReadStatus.Done)
        {
            return head;
        }

        long end = (long)head.Length + count;
        if (end > int.MaxValue)
        {
            return (MessagePackReadStatus.DoesNotFit, 0);
        }

        if (end > source.Length)
        {
            return (MessagePackReadStatus.NeedMoreData, (int)end);
        }

        payload = source[head.Length..(int)end];
        return (MessagePackReadStatus.Done, (int)end);
    }

    private static bool WriteNumbers(long value) =>
        Write<sbyte>((sbyte)value, Shortest((sbyte)value), MessagePackSpec.TryWriteSByte, MessagePackSpec.TryWriteSByte)
        & Write<short>((short)value, Shortest((short)value), MessagePackSpec.TryWriteInt16, MessagePackSpec.TryWriteInt16)
        & Write<int>((int)value, Shortest((int)value), MessagePackSpec.TryWriteInt32, MessagePackSpec.TryWriteInt32)
        & Write<long>(value, Shortest(value), MessagePackSpec.TryWriteInt64, MessagePackSpec.TryWriteInt64)
        & Write<byte>((byte)value, Shortest((byte)value), MessagePackSpec.TryWriteByte, MessagePackSpec.TryWriteByte)
        & Write<ushort>((ushort)value, Shortest((ushort)value), MessagePackSpec.TryWriteUInt16, MessagePackSpec.TryWriteUInt16)
        & Write<uint>((uint)value, Shortest((uint)value), MessagePackSpec.TryWriteUInt32, MessagePackSpec.TryWriteUInt32)
        & Write<ulong>((ulong)value, Shortest((ulong)value), MessagePackSpec.TryWriteUInt64, MessagePackSpec.TryWriteUInt64)
        & Write<float>(value, Shortest((float)value), MessagePackSpec.TryWriteSingle, MessagePackSpec.TryWriteSingle)
        & Write<double>(value, Shortest((double)value), MessagePackSpec.TryWriteDouble, MessagePackSpec.TryWriteDouble)
        & Write<byte>((byte)value, Big(0xcc, value, 1), MessagePackSpec.TryWriteUInt8Token)
        & Write<ushort>((ushort)value, Big(0xcd, value, 2), MessagePackSpec.TryWriteUInt16Token)
        & Write<uint>((uint)value, Big(0xce, value, 4), MessagePackSpec.TryWriteUInt32Token)
        & Write<ulong>((ulong)value, Big(0xcf, value, 8), MessagePackSpec.TryWriteUInt64Token)
        & Write<sbyte>((sbyte)value, Big(0xd0, value, 1), MessagePackSpec.TryWriteInt8Token)
        & Write<short>((short)value, Big(0xd1, value, 2), MessagePackSpec.TryWriteInt16Token)
        & Write<int>((int)value, Big(0xd2, value, 4), MessagePackSpec.TryWriteInt32Token)
        & Write<long>(value, Big(0xd3, value, 8), MessagePackSpec.TryWriteInt64Token);

    private static bool WriteHeads(uint count, sbyte type) =>
        Write<uint>(count, ShortestHead(count, 0x90, 15, 0, 0xdc), MessagePackSpec.TryWriteArrayHeader, MessagePackSpec.TryWriteArrayHeader)
        & Write<uint>(count, ShortestHead(count, 0x80, 15, 0, 0xde), MessagePackSpec.TryWriteMapHeader, MessagePackSpec.TryWriteMapHeader)
        & Write<uint>(count, ShortestHead(count, 0xa0, 31, 0xd9, 0xda), MessagePackSpec.TryWriteStringHeader)
        & Write<uint>(count, ShortestHead(count, 0, -1, 0xc4, 0xc5), MessagePackSpec.TryWriteBinaryHeader)
        & Write<uint>(
            count,
            [.. count switch { 1 => [0xd4], 2 => [0xd5], 4 => [0xd6], 8 => [0xd7], 16 => [0xd8], _ => ShortestHead(count, 0, -1, 0xc7, 0xc8) }, (byte)type],
            (Span<byte> destination, uint value, out int written) => MessagePackSpec.TryWriteExtensionHeader(destination, type, value, out written))
        & Write<ushort>((ushort)count, Big(0xdc, count, 2), MessagePackSpec.TryWriteArray16Header)
        & Write<uint>(count, Big(0xdd, count, 4), MessagePackSpec.TryWriteArray32Header)
        & Write<ushort>((ushort)count, Big(0xde, count, 2), MessagePackSpec.TryWriteMap16Header)
        & Write<uint>(count, Big(0xdf, count, 4), MessagePackSpec.TryWriteMap32Header)
        & Write<byte>((byte)count, Big(0xd9, count, 1), MessagePackSpec.TryWriteStr8Header)
        & Write<ushort>((ushort)count, Big(0xda, count, 2), MessagePackSpec.TryWriteStr16Header)
        & Write<uint>(count, Big(0xdb, count, 4), MessagePackSpec.TryWriteStr32Header)
        & Write<byte>((byte)count, Big(0xc4, count, 1), MessagePackSpec.TryWriteBin8Header)
        & Write<ushort>((ushort)count, Big(0xc5, count, 2), MessagePackSpec.TryWriteBin16Header)
        & Write<uint>(count, Big(0xc6, count, 4), MessagePackSpec.TryWriteBin32Header)
        & Write<byte>(
            (byte)count,
            [.. Big(0xc7, count, 1), (byte)type],
            (Span<byte> destination, byte value, out int written) => MessagePackSpec.TryWriteExt8Header(destination, type, value, out written))
        & Write<ushort>(
            (ushort)count,
            [.. Big(0xc8, count, 2), (byte)type],
            (Span<byte> destination, ushort value, out int written) => MessagePackSpec.TryWriteExt16Header(destination, type, value, out written))
        & Write<uint>(
            count,
            [.. Big(0xc9, count, 4), (byte)type],
            (Span<byte> destination, uint value, out int written) => MessagePackSpec.TryWriteExt32Header(destination, type, value, out written));

    private static bool WriteTimestamps(long seconds)
    {
        bool ok = true;
        foreach (int nanoseconds in new[] { 0, 1, 999_999_999 })
        {
            byte[] token = seconds < 0 || seconds >> 34 != 0 ? [0xc7, 12, 0xff, .. Big(nanoseconds, 4), .. Big(seconds, 8)]
                : nanoseconds == 0 && seconds <= uint.MaxValue ? [0xd6, 0xff, .. Big(seconds, 4)]
                : [0xd7, 0xff, .. Big(((Int128)nanoseconds << 34) + seconds, 8)];
            ok &= Write<MessagePackTimestamp>(new MessagePackTimestamp(seconds, nanoseconds), token, MessagePackSpec.TryWriteTimestamp);
        }

        return ok;
    }

    private static bool WriteOthers()
    {
        bool ok = Write<int>(
            0,
            [0xc0],
            (Span<byte> destination, int _, out int written) => MessagePackSpec.TryWriteNil(destination, out written),
            (ref Span<byte> destination, int _) => MessagePackSpec.TryWriteNil(ref destination));
        ok &= Write<bool>(false, [0xc2], MessagePackSpec.TryWriteBoolean, MessagePackSpec.TryWriteBoolean);
        ok &= Write<bool>(true, [0xc3], MessagePackSpec.TryWriteBoolean, MessagePackSpec.TryWriteBoolean);
        for (int length = 0; length <= MaxLength; length++)
        {
            byte[] bytes = "abcdefghijklmnopqrstuvwx"u8[..length].ToArray();
            string text = "aß日aß日aß日aß日aß日aß日aß日aß日"[..length];
            byte[] extension = length switch { 1 => [0xd4], 2 => [0xd5], 4 => [0xd6], 8 => [0xd7], 16 => [0xd8], _ => [0xc7, (byte)length] };
            ok &= Write<byte[]>(
                bytes,
                [0xc4, (byte)length, .. bytes],
                (Span<byte> destination, byte[] value, out int written) => MessagePackSpec.TryWriteBinary(destination, value, out written));
            ok &= Write<byte[]>(
                bytes,
                [(byte)(0xa0 + length), .. bytes],
                (Span<byte> destination, byte[] value, out int written) => MessagePackSpec.TryWriteUtf8(destination, value, out written));
            ok &= Write<byte[]>(
                bytes,
                [.. extension, 0xfb, .. bytes],
                (Span<byte> destination, byte[] value, out int written) => MessagePackSpec.TryWriteExtension(destination, -5, value, out written));
            byte[] utf8 = Encoding.UTF8.GetBytes(text);
            ok &= Write<string>(
                text,
                [.. utf8.Length < 32 ? Big(0xa0 + utf8.Length, 0, 0) : Big(0xd9, utf8.Length, 1), .. utf8],
                (Span<byte> destination, string value, out int written) => MessagePackSpec.TryWriteString(destination, value, out written));
        }

        return ok;
    }

    /// <summary>Writes into every amount of room, from none to more than enough, with a guard behind it and with one before it.</summary>
    private static bool Write<T>(T value, byte[] token, Writer<T> write, WriterOn<T>? writeOn = null)
    {
        bool isRight = true;
        for (int room = 0; room <= MaxLength; room++)
        {
            bool hasRoom = room >= token.Length;
            int length = hasRoom ? token.Length : 0;
            for (int side = 0; side < 2; side++)
            {
                Span<byte> destination = side == 0 ? Bytes.AtEnd<byte>(room) : Bytes.AtStart<byte>(room);
                destination.Fill(Untouched);
                isRight &= write(destination, value, out int written) == hasRoom && written == length && IsWritten(destination, length);
                if (writeOn is not null)
                {
                    destination.Fill(Untouched);
                    Span<byte> rest = destination;
                    isRight &= writeOn(ref rest, value) == hasRoom && rest == destination[length..] && IsWritten(destination, length);
                }
            }
        }

        if (!isRight)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"tokens: {typeof(T).Name} {value} as {Convert.ToHexString(token)} FAILED"));
        }

        return isRight;

        // A text that has no room may have been begun.
        bool IsWritten(Span<byte> destination, int length) =>
            destination[..length].SequenceEqual(token.AsSpan(0, length))
            && (value is string || !destination[length..].ContainsAnyExcept(Untouched));
    }

    private static byte[] Shortest<T>(T value)
        where T : unmanaged =>
        ReferenceCodec.EncodeElements<T>([value]);

    /// <summary>
    /// The shortest head for a count: in the first byte itself, up to a maximum, or behind one with 8, 16 or 32 bits, as far as there is such a form.
    /// </summary>
    private static byte[] ShortestHead(uint count, int codeOfFix, int maxFix, int codeOf8, int codeOf16) =>
        count <= maxFix ? [(byte)(codeOfFix + count)]
        : codeOf8 != 0 && count <= byte.MaxValue ? Big(codeOf8, count, 1)
        : count <= ushort.MaxValue ? Big(codeOf16, count, 2)
        : Big(codeOf16 + 1, count, 4);

    private static byte[] Big(int code, Int128 number, int width) => [(byte)code, .. Big(number, width)];

    private static byte[] Big(Int128 number, int width)
    {
        byte[] bytes = new byte[width];
        for (int i = 1; i <= width; i++)
        {
            bytes[^i] = (byte)(number & 0xff);
            number >>= 8;
        }

        return bytes;
    }

    private static UInt128 BigEndian(ReadOnlySpan<byte> bytes)
    {
        UInt128 number = 0;
        foreach (byte b in bytes)
        {
            number = (number << 8) + b;
        }

        return number;
    }

    /// <summary>What is left of a source that a reader moves on; only what was read is taken from it.</summary>
    private static ReadOnlySpan<byte> After(ReadOnlySpan<byte> source, (MessagePackReadStatus Status, int Length) expected) =>
        expected.Status == MessagePackReadStatus.Done ? source[expected.Length..] : source;

    private static bool IsSame<T>(T value, T expected)
        where T : unmanaged =>
        MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).SequenceEqual(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in expected)));

    /// <summary>The same memory, not only the same bytes.</summary>
    private static bool IsAt(ReadOnlySpan<byte> value, ReadOnlySpan<byte> expected) => value == expected || (value.IsEmpty && expected.IsEmpty);

    private static bool Verify(bool isRight, ReadOnlySpan<byte> source, string what)
    {
        if (!isRight)
        {
            Console.WriteLine($"tokens: {what} of {Convert.ToHexString(source)} FAILED");
        }

        return isRight;
    }
}
