using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>
/// The tokens of a case once more, with nils between them: the same elements must come out as without the nils, and a missing element for each nil.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="subject">What is compared with the reference.</param>
internal sealed class NullableComparison<T>(Subject<T> subject)
    where T : unmanaged
{
    private const byte Nil = 0xc0;
    private const byte Untouched = 0xa5;

    /// <summary>Elements behind a destination that must stay as they are.</summary>
    private const int Margin = 64;

    /// <summary>How many nils come before a token, by where it stands: none for a while, one now and then, or many.</summary>
    private static readonly int[] Nils = [0, 1, 0, 0, 0, 2, 0, 0, 40, 0, 0, 0, 0, 0, 0, 1];

    /// <summary>Compares.</summary>
    /// <param name="fuzzCase">The case, of tokens without a header.</param>
    /// <param name="expected">What the reference says of it.</param>
    /// <returns>The first difference; null where there is none.</returns>
    public string? Compare(FuzzCase fuzzCase, ReferenceResult<T> expected)
    {
        var source = new List<byte>();
        var encoded = new List<byte>();
        var borders = new List<int> { 0 };
        var values = new List<T?>();
        int spread = 1 + (fuzzCase.Room % 7);
        for (int i = 0; i < expected.Values.Length; i++)
        {
            for (int nils = i % spread == 0 ? Nils[(i + fuzzCase.Room) % Nils.Length] : 0; nils > 0; nils--)
            {
                source.Add(Nil);
                encoded.Add(Nil);
                values.Add(null);
                borders.Add(encoded.Count);
            }

            source.AddRange(fuzzCase.Bytes[expected.Borders[i]..expected.Borders[i + 1]]);
            encoded.AddRange(ReferenceCodec.EncodeElements<T>([expected.Values[i]]));
            values.Add(expected.Values[i]);
            borders.Add(encoded.Count);
        }

        int consumed = source.Count;
        source.AddRange(fuzzCase.Bytes[expected.Consumed..]);
        if (source.Count > consumed && source[consumed] == Nil)
        {
            // Nil ended the case, but is a missing element here.
            source.RemoveRange(consumed, source.Count - consumed);
            expected = expected with { Outcome = ReferenceOutcome.Done };
        }

        int room = values.Count + fuzzCase.Room - expected.Values.Length;
        return CompareDecoding([.. source], room, values, expected.Outcome, consumed) ?? CompareEncoding([.. values], [.. encoded], borders, fuzzCase.Room);
    }

    private string? CompareDecoding(byte[] source, int room, List<T?> expected, ReferenceOutcome outcome, int consumed)
    {
        OperationStatus status = outcome.ToOperationStatus();
        T?[] decoded = NewDestination(room);
        (OperationStatus, long, int) actual = (subject.DecodeNullableElements(source, decoded.AsSpan(0, room), out int spanConsumed, out int written), spanConsumed, written);
        string? difference = Difference(actual, decoded);
        if (difference is not null)
        {
            return $"DecodeNullableElements: {difference}";
        }

        decoded = NewDestination(room);
        ReadOnlySequence<byte> pieces = Segmentation.InPieces(source, 1 + (room % 40));
        actual = (subject.DecodeNullableElements(pieces, decoded.AsSpan(0, room), out long sequenceConsumed, out written), sequenceConsumed, written);
        difference = Difference(actual, decoded);
        return difference is null ? null : $"DecodeNullableElements of a sequence: {difference}";

        string? Difference((OperationStatus Status, long Consumed, int Written) actual, T?[] decoded)
        {
            if (actual != (status, consumed, expected.Count))
            {
                return $"{actual} instead of {(status, consumed, expected.Count)} of {Convert.ToHexString(source)} into {room}";
            }

            for (int i = 0; i < expected.Count; i++)
            {
                T first = expected[i].GetValueOrDefault();
                T second = decoded[i].GetValueOrDefault();
                if (expected[i].HasValue != decoded[i].HasValue
                    || !MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in first)).SequenceEqual(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in second))))
                {
                    return $"element {i} of {expected.Count} is {Name(decoded[i])} instead of {Name(expected[i])} of {Convert.ToHexString(source)}";
                }
            }

            return Array.TrueForAll(decoded[room..], element => element.HasValue) ? null : "wrote outside of its destination";
        }

        static string Name(T? element) => element.HasValue ? $"{element}" : $"nothing ({element.GetValueOrDefault()})";
    }

    private static T?[] NewDestination(int room)
    {
        T?[] destination = new T?[room + Margin];
        destination.AsSpan().Fill(default(T));
        return destination;
    }

    private string? CompareEncoding(T?[] values, byte[] expected, List<int> borders, int room)
    {
        // In all the room that it takes, or in less, where it must stop at the last whole element that there is room for.
        byte[] destination = new byte[expected.Length + Margin];
        destination.AsSpan().Fill(Untouched);
        int length = Math.Max(0, expected.Length - (room % 40));
        int expectedRead = borders.FindLastIndex(border => border <= length);
        OperationStatus expectedStatus = expectedRead == values.Length ? OperationStatus.Done : OperationStatus.DestinationTooSmall;
        int expectedWritten = borders[expectedRead];
        OperationStatus status = subject.EncodeNullableElements(values, destination.AsSpan(0, length), out int read, out int written);

        // What lies between the elements and the end of the destination may be anything.
        return (status, read, written) != (expectedStatus, expectedRead, expectedWritten)
            || !expected.AsSpan(0, written).SequenceEqual(destination.AsSpan(0, written))
            || destination.AsSpan(length).ContainsAnyExcept(Untouched)
                ? $"EncodeNullableElements: {(status, read, written)}, {Convert.ToHexString(destination, 0, Math.Clamp(written, 0, destination.Length))} "
                    + $"instead of {(expectedStatus, expectedRead, expectedWritten)}, {Convert.ToHexString(expected)} into {length}"
                : null;
    }
}
