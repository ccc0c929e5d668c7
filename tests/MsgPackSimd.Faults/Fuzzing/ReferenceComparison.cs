using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using MessagePack;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>Does one case with the codec and the formatter on one side and the reference codec on the other.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="subject">What is compared with the reference.</param>
public sealed class ReferenceComparison<T>(Subject<T> subject)
    where T : unmanaged
{
    private const byte Untouched = 0xa5;

    /// <summary>Elements and bytes around a destination that must stay as they are.</summary>
    private const int Margin = 64;

    private readonly ArrayBufferWriter<byte> output = new();
    private readonly NullableComparison<T> nullables = new(subject);
    private T[] elements = [];
    private byte[] bytes = [];

    /// <summary>Gets how many cases ended in each way, by the reference.</summary>
    public Dictionary<ReferenceOutcome, long> Outcomes { get; } = Enum.GetValues<ReferenceOutcome>().ToDictionary(outcome => outcome, _ => 0L);

    /// <summary>What a test of one case calls: throws where there is a difference.</summary>
    public static void Verify(FuzzKind kind, string bytes, int room, int[] cuts, Subject<T>? subject = null)
    {
        string? difference = new ReferenceComparison<T>(subject ?? new Subject<T>()).Compare(new FuzzCase(kind, Convert.FromHexString(bytes), room, cuts));
        if (difference is not null)
        {
            throw new InvalidDataException(difference);
        }
    }

    /// <summary>Compares.</summary>
    /// <param name="fuzzCase">The case.</param>
    /// <param name="withExceptions">
    /// Whether to go through the forms that throw where an exception is what must come out. It costs a hundred times what a status costs.
    /// </param>
    /// <returns>The first difference; null where there is none.</returns>
    public string? Compare(FuzzCase fuzzCase, bool withExceptions = true)
    {
        try
        {
            return fuzzCase.Kind switch
            {
                FuzzKind.Elements => CompareElements(fuzzCase),
                FuzzKind.Message => CompareMessage(fuzzCase, withExceptions),
                _ => CompareGrid(fuzzCase, withExceptions),
            };
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return $"unexpected {e.GetType().Name}: {e.Message}";
        }
    }

    private static string? Differ(string what, object expected, object actual) =>
        expected.Equals(actual) ? null : $"{what}: {actual} instead of {expected}";

    private static string? DifferInValues(string what, ReadOnlySpan<T> expected, ReadOnlySpan<T> actual)
    {
        if (expected.Length != actual.Length)
        {
            return $"{what}: {actual.Length} elements instead of {expected.Length}";
        }

        for (int i = 0; i < expected.Length; i++)
        {
            // As memory: NaNs with other bits differ, and so do bools that are neither 0 nor 1.
            if (!MemoryMarshal.AsBytes(expected.Slice(i, 1)).SequenceEqual(MemoryMarshal.AsBytes(actual.Slice(i, 1))))
            {
                return $"{what}: element {i} of {expected.Length} is {actual[i]} instead of {expected[i]}";
            }
        }

        return null;
    }

    private string? CompareElements(FuzzCase fuzzCase)
    {
        ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(fuzzCase.Bytes, fuzzCase.Room);
        Outcomes[expected.Outcome]++;

        Span<T> destination = Elements(fuzzCase.Room);
        OperationStatus status = subject.DecodeElements(fuzzCase.Bytes, destination, out int consumed, out int written);
        string? difference = CheckElements("DecodeElements of a span", expected, status, consumed, written, fuzzCase.Room);
        if (difference is not null)
        {
            return difference;
        }

        destination = Elements(fuzzCase.Room);
        status = subject.DecodeElements(fuzzCase.Sequence, destination, out long longConsumed, out written);
        return CheckElements("DecodeElements of a sequence", expected, status, longConsumed, written, fuzzCase.Room)
            ?? CompareEncoding(expected.Values, fuzzCase.Room)
            ?? nullables.Compare(fuzzCase, expected);
    }

    private string? CheckElements(string what, ReferenceResult<T> expected, OperationStatus status, long consumed, int written, int room) =>
        Differ($"{what}, status", expected.Outcome.ToOperationStatus(), status)
        ?? Differ($"{what}, bytes consumed", (long)expected.Consumed, consumed)
        ?? Differ($"{what}, values written", expected.Values.Length, written)
        ?? DifferInValues(what, expected.Values, elements.AsSpan(Margin, written))
        ?? (MarginsAreUntouched(MemoryMarshal.AsBytes(elements.AsSpan(0, room + (2 * Margin))), Margin * SizeOf())
            ? null : $"{what}: wrote outside of its destination");

    /// <summary>Encodes the values that came out of a case: made of all kinds of tokens, they are good values to put in.</summary>
    private string? CompareEncoding(T[] values, int room)
    {
        byte[] expected = ReferenceCodec.EncodeElements<T>(values);
        int destinationLength = room % (expected.Length + 40);
        int expectedRead = values.Length;
        int expectedWritten = expected.Length;
        if (destinationLength < expected.Length)
        {
            int[] borders = ReferenceCodec.DecodeElements<T>(expected, int.MaxValue).Borders;
            expectedRead = Array.FindLastIndex(borders, border => border <= destinationLength);
            expectedWritten = borders[expectedRead];
        }

        Span<byte> destination = Bytes(destinationLength);
        OperationStatus status = subject.EncodeElements(values, destination, out int read, out int written);
        OperationStatus expectedStatus = expectedRead == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall;
        int header = ReferenceCodec.Encode<T>(values).Length - expected.Length;
        return Differ("EncodeElements, status", expectedStatus, status)
            ?? Differ("EncodeElements, values read", expectedRead, read)
            ?? Differ("EncodeElements, bytes written", expectedWritten, written)
            ?? Differ("EncodeElements", Convert.ToHexString(expected, 0, written), Convert.ToHexString(bytes, Margin, written))
            ?? Differ("GetEncodedLength", (long)header + expected.Length, subject.GetEncodedLength(values))
            ?? (MarginsAreUntouched(bytes.AsSpan(0, destinationLength + (2 * Margin)), Margin)
                ? null : "EncodeElements: wrote outside of its destination");
    }

    private string? CompareMessage(FuzzCase fuzzCase, bool withExceptions)
    {
        (ReferenceOutcome headerOutcome, int count, int headerLength) = ReferenceCodec.ReadHeader(fuzzCase.Bytes);
        ReadOnlySequence<byte> sequence = fuzzCase.Sequence;
        OperationStatus status = subject.TryReadHeader(fuzzCase.Bytes, out int actualCount, out int length);
        OperationStatus sequenceStatus = subject.TryReadHeader(sequence, out int sequenceCount, out long sequenceLength);
        string? difference =
            Differ("TryReadHeader of a span", (headerOutcome.ToOperationStatus(), count, headerLength), (status, actualCount, length))
            ?? Differ("TryReadHeader of a sequence", (headerOutcome.ToOperationStatus(), count, (long)headerLength), (sequenceStatus, sequenceCount, sequenceLength));
        if (difference is not null)
        {
            return difference;
        }

        (ReferenceOutcome outcome, T[]? expected, int consumed) = ReferenceCodec.Decode<T>(fuzzCase.Bytes);
        Outcomes[outcome]++;
        if (outcome == ReferenceOutcome.Done)
        {
            return CompareGoodMessage(fuzzCase, sequence, expected, consumed);
        }

        return withExceptions ? CompareBadMessage(fuzzCase, sequence, outcome) : null;
    }

    private string? CompareGoodMessage(FuzzCase fuzzCase, ReadOnlySequence<byte> sequence, T[]? expected, int consumed)
    {
        T[]? values = subject.Decode(fuzzCase.Bytes, out int actualConsumed);
        string? difference = Check("Decode of a span", values, actualConsumed);
        if (difference is not null)
        {
            return difference;
        }

        values = subject.Decode(sequence, out long longConsumed);
        difference = Check("Decode of a sequence", values, longConsumed);
        if (difference is not null)
        {
            return difference;
        }

        values = subject.Deserialize(sequence, out longConsumed);
        difference = Check("formatter", values, longConsumed);
        if (difference is not null)
        {
            return difference;
        }

        int count = expected?.Length ?? -1;
        int room = Math.Max(0, count) + (fuzzCase.Room % Margin);
        int actualCount = subject.Decode(fuzzCase.Bytes, Elements(room), out actualConsumed);
        difference = CheckFilled("Decode of a span into a span", actualCount, actualConsumed);
        if (difference is not null)
        {
            return difference;
        }

        actualCount = subject.Decode(sequence, Elements(room), out longConsumed);
        difference = CheckFilled("Decode of a sequence into a span", actualCount, longConsumed);
        if (difference is not null)
        {
            return difference;
        }

        List<T>? list = subject.DeserializeList(sequence, out longConsumed);
        difference = Check("formatter of a list", list is null ? null : [.. list], longConsumed);
        if (difference is not null)
        {
            return difference;
        }

        byte[] encoded = expected is null ? [0xc0] : ReferenceCodec.Encode<T>(expected);
        difference = Written("formatter", encoded, () => subject.Serialize(output, values))
            ?? Written("formatter of a list", encoded, () => subject.SerializeList(output, list));
        if (difference is not null || expected is null)
        {
            return difference;
        }

        ReadOnlySequence<T> pieces = Segmentation.InPieces<T>(expected, 1 + (fuzzCase.Room % (expected.Length + 1)));
        return Written("formatter of a sequence", encoded, () => subject.SerializeSequence(output, pieces));

        string? Check(string what, T[]? actual, long actualLength) =>
            Differ($"{what}, null", expected is null, actual is null)
            ?? DifferInValues(what, expected, actual)
            ?? Differ($"{what}, bytes consumed", (long)consumed, actualLength);

        string? CheckFilled(string what, int filled, long actualLength) =>
            Differ($"{what}, count", count, filled)
            ?? DifferInValues(what, expected, elements.AsSpan(Margin, Math.Max(0, filled)))
            ?? Differ($"{what}, bytes consumed", (long)consumed, actualLength)
            ?? (MarginsAreUntouched(MemoryMarshal.AsBytes(elements.AsSpan(0, room + (2 * Margin))), Margin * SizeOf())
                ? null : $"{what}: wrote outside of its destination");
    }

    private string? CompareGrid(FuzzCase fuzzCase, bool withExceptions)
    {
        (ReferenceOutcome outcome, T[,]? expected, int consumed) = ReferenceCodec.DecodeGrid<T>(fuzzCase.Bytes);
        Outcomes[outcome]++;
        ReadOnlySequence<byte> sequence = fuzzCase.Sequence;
        if (outcome != ReferenceOutcome.Done)
        {
            return withExceptions ? Thrown("formatter of a grid", FormatterException(outcome), () => subject.DeserializeGrid(sequence, out _), isFormatter: true) : null;
        }

        T[,]? values = subject.DeserializeGrid(sequence, out long actualConsumed);
        return Differ("formatter of a grid, lengths", Lengths(expected), Lengths(values))
            ?? DifferInValues("formatter of a grid", expected is null ? [] : [.. expected.Cast<T>()], values is null ? [] : [.. values.Cast<T>()])
            ?? Differ("formatter of a grid, bytes consumed", (long)consumed, actualConsumed)
            ?? Written("formatter of a grid", ReferenceCodec.EncodeGrid(expected), () => subject.SerializeGrid(output, values));

        static (int Rows, int Columns) Lengths(T[,]? grid) => grid is null ? (-1, -1) : (grid.GetLength(0), grid.GetLength(1));
    }

    private string? Written(string what, byte[] expected, Action write)
    {
        output.ResetWrittenCount();
        write();
        return output.WrittenSpan.SequenceEqual(expected)
            ? null
            : $"{what}: wrote {Convert.ToHexString(output.WrittenSpan)} instead of {Convert.ToHexString(expected)}";
    }

    private static Type CodecException(ReferenceOutcome outcome) => outcome switch
    {
        ReferenceOutcome.EndsEarly => typeof(EndOfStreamException),
        ReferenceOutcome.DoesNotFit => typeof(OverflowException),
        _ => typeof(FormatException),
    };

    private static Type FormatterException(ReferenceOutcome outcome) =>
        outcome == ReferenceOutcome.WrongKind ? typeof(MessagePackSerializationException) : CodecException(outcome);

    private string? CompareBadMessage(FuzzCase fuzzCase, ReadOnlySequence<byte> sequence, ReferenceOutcome outcome)
    {
        Type kind = CodecException(outcome);
        Type formatterKind = FormatterException(outcome);
        (_, int count, _) = ReferenceCodec.ReadHeader(fuzzCase.Bytes);

        // A header that promises too much is an error before the destination is looked at, so there need not be more elements of room than bytes.
        int room = Math.Min(Math.Max(0, count), fuzzCase.Bytes.Length);
        return Thrown("Decode of a span", kind, () => subject.Decode(fuzzCase.Bytes, out _))
            ?? Thrown("Decode of a sequence", kind, () => subject.Decode(sequence, out _))
            ?? ThrownInside("Decode of a span into a span", kind, room, () => subject.Decode(fuzzCase.Bytes, Elements(room), out _))
            ?? ThrownInside("Decode of a sequence into a span", kind, room, () => subject.Decode(sequence, Elements(room), out _))
            ?? Thrown("formatter", formatterKind, () => subject.Deserialize(sequence, out _), isFormatter: true)
            ?? Thrown("formatter of a list", formatterKind, () => subject.DeserializeList(sequence, out _), isFormatter: true);
    }

    /// <summary>Whether it throws what it should, and writes nothing outside of the elements that it has room for.</summary>
    private string? ThrownInside(string what, Type expected, int room, Action action) =>
        Thrown(what, expected, action)
        ?? (MarginsAreUntouched(MemoryMarshal.AsBytes(elements.AsSpan(0, room + (2 * Margin))), Margin * SizeOf())
            ? null
            : $"{what}: wrote outside of its destination");

    private static string? Thrown(string what, Type expected, Action action, bool isFormatter = false)
    {
        try
        {
            action();
        }
        catch (ArgumentOutOfRangeException) when (isFormatter &&
            (typeof(T) == typeof(DateTime) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)) && expected == typeof(OverflowException))
        {
            // A time or a day out of range, read by a formatter; the tests that compare with the built-in formatters know which exception is right when.
            return null;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return Differ($"{what}, exception", expected.Name, e.GetType().Name);
        }

        return $"{what}: no exception instead of {expected.Name}";
    }

    private static bool MarginsAreUntouched(ReadOnlySpan<byte> memory, int margin) =>
        !memory[..margin].ContainsAnyExcept(Untouched) && !memory[^margin..].ContainsAnyExcept(Untouched);

    private static unsafe int SizeOf() => sizeof(T);

    private Span<T> Elements(int room)
    {
        if (elements.Length < room + (2 * Margin))
        {
            elements = new T[(room + (2 * Margin)) * 2];
        }

        MemoryMarshal.AsBytes(elements.AsSpan(0, room + (2 * Margin))).Fill(Untouched);
        return elements.AsSpan(Margin, room);
    }

    private Span<byte> Bytes(int room)
    {
        if (bytes.Length < room + (2 * Margin))
        {
            bytes = new byte[(room + (2 * Margin)) * 2];
        }

        bytes.AsSpan(0, room + (2 * Margin)).Fill(Untouched);
        return bytes.AsSpan(Margin, room);
    }
}
