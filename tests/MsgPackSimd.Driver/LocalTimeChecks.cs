using System;
using System.Buffers;
using System.Collections.Generic;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>
/// Local times are written in UTC. Where the local time is UTC, as on most machines that run tests, that can't be seen; so this runs in a process whose time
/// zone is another one.
/// </summary>
internal static class LocalTimeChecks
{
    /// <summary>Every number of times up to this one is written, and <see cref="LongCount"/>.</summary>
    private const int Count = 100;

    /// <summary>More than a block of the builder holds, and than an output is asked to take at once.</summary>
    private const int LongCount = 5000;

    private const byte Nil = 0xc0;

    /// <summary>The methods that write an array of times, header included. (What writes only elements gets a header here, too.)</summary>
    private static readonly (string Name, Func<DateTime[], byte[]> Write)[] Methods =
    [
        ("Encode", static times => MessagePackArrayEncoder.Encode<DateTime>(times)),
        ("Encode into an output", static times => FromOutput(output => MessagePackArrayEncoder.Encode<DateTime>(times, output))),
        ("Encode of an array as a sequence", static times => MessagePackArrayEncoder.Encode((IEnumerable<DateTime>)times)),
        ("Encode of a collection", static times => MessagePackArrayEncoder.Encode(new Queue<DateTime>(times))),
        ("Encode of a sequence", static times => MessagePackArrayEncoder.Encode(OneByOne(times))),
        (
            "Encode of an array as a sequence into an output",
            static times => FromOutput(output => MessagePackArrayEncoder.Encode((IEnumerable<DateTime>)times, output))),
        ("Encode of a collection into an output", static times => FromOutput(output => MessagePackArrayEncoder.Encode(new Queue<DateTime>(times), output))),
        ("Encode of a sequence into an output", static times => FromOutput(output => MessagePackArrayEncoder.Encode(OneByOne(times), output))),
        (
            "TryEncode",
            static times => FromSpan(times.Length, (destination, out written) => MessagePackArrayEncoder.TryEncode<DateTime>(times, destination, out written))),
        (
            "EncodeElements",
            static times => FromSpan(times.Length, (destination, out written) =>
            {
                MessagePackArrayEncoder.TryWriteHeader(destination, times.Length, out int header);
                OperationStatus status = MessagePackArrayEncoder.EncodeElements<DateTime>(times, destination[header..], out _, out written);
                written += header;
                return status == OperationStatus.Done;
            })),
    ];

    /// <summary>The same for elements that may be missing.</summary>
    private static readonly (string Name, Func<DateTime?[], byte[]> Write)[] NullableMethods =
    [
        ("EncodeNullable", static times => MessagePackArrayEncoder.EncodeNullable<DateTime>(times)),
        ("EncodeNullable into an output", static times => FromOutput(output => MessagePackArrayEncoder.EncodeNullable<DateTime>(times, output))),
        (
            "TryEncodeNullable",
            static times => FromSpan(
                times.Length, (destination, out written) => MessagePackArrayEncoder.TryEncodeNullable<DateTime>(times, destination, out written))),
        (
            "EncodeNullableElements",
            static times => FromSpan(times.Length, (destination, out written) =>
            {
                MessagePackArrayEncoder.TryWriteHeader(destination, times.Length, out int header);
                OperationStatus status = MessagePackArrayEncoder.EncodeNullableElements<DateTime>(times, destination[header..], out _, out written);
                written += header;
                return status == OperationStatus.Done;
            })),
    ];

    /// <summary>The ways to append times to a builder. Behind others, a sequence has these encoded before it is enumerated.</summary>
    private static readonly (string Name, Action<MessagePackArrayBuilder<DateTime>, DateTime[]> Append)[] BuilderInputs =
    [
        ("times at once", static (builder, times) => builder.Append(times)),
        (
            "times one by one",
            static (builder, times) =>
            {
                foreach (DateTime time in times)
                {
                    builder.Append(time);
                }
            }),
        ("a collection", static (builder, times) => builder.Append(new Queue<DateTime>(times))),
        ("a sequence", static (builder, times) => builder.Append(OneByOne(times))),
        (
            "a span and a sequence",
            static (builder, times) =>
            {
                builder.Append(times.AsSpan(0, times.Length / 2));
                builder.Append(OneByOne(times[(times.Length / 2)..]));
            }),
    ];

    /// <summary>The ways to get an array from a builder. Only the last two have the builder encode what is in its block and keep that.</summary>
    private static readonly (string Name, Func<MessagePackArrayBuilder<DateTime>, byte[]> Write)[] BuilderOutputs =
    [
        ("ToArray", static builder => builder.ToArray()),
        ("TryWriteTo", static builder => FromSpan(builder.Count, builder.TryWriteTo)),
        ("WriteTo", static builder => FromOutput(builder.WriteTo)),
        ("WrittenSequence", static builder => builder.WrittenSequence.ToArray()),
        ("WrittenSpan", static builder => builder.WrittenSpan.ToArray()),
    ];

    /// <summary>Writes times to memory, if there is room.</summary>
    private delegate bool TryWrite(Span<byte> destination, out int bytesWritten);

    /// <summary>Checks all ways to write a time.</summary>
    /// <param name="offset">How far local time must be ahead of UTC, always.</param>
    /// <returns>Whether all is well.</returns>
    public static bool Run(TimeSpan offset)
    {
        if (TimeZoneInfo.Local.BaseUtcOffset != offset || TimeZoneInfo.Local.SupportsDaylightSavingTime)
        {
            Console.WriteLine($"The time zone is {TimeZoneInfo.Local.BaseUtcOffset}, {TimeZoneInfo.Local.Id}.");
            return false;
        }

        bool ok = true;
        for (int step = 1; step <= 5; step++)
        {
            // Every so many times are local, from all to one in five; of the others half do not say what they are, and are taken for UTC.
            var inUtc = new DateTime[LongCount];
            var asGiven = new DateTime[LongCount];
            for (int i = 0; i < LongCount; i++)
            {
                inUtc[i] = DateTime.UnixEpoch.AddSeconds(1_000_000_000d + (i * 12_345_678d)).AddTicks(i % 4 == 0 ? 0 : 7 * i);
                asGiven[i] = i % step == 0
                    ? DateTime.SpecifyKind(inUtc[i] + offset, DateTimeKind.Local)
                    : DateTime.SpecifyKind(inUtc[i], i % 2 == 0 ? DateTimeKind.Utc : DateTimeKind.Unspecified);
                ok &= Verify(MessagePackTimestamp.FromDateTime(asGiven[i]) == MessagePackTimestamp.FromDateTime(inUtc[i]), "MessagePackTimestamp.FromDateTime");
            }

            for (int count = 0; count <= Count; count++)
            {
                ok &= CheckAll(inUtc[..count], asGiven[..count]);
            }

            ok &= CheckAll(inUtc, asGiven);
        }

        return ok;
    }

    private static bool CheckAll(DateTime[] inUtc, DateTime[] asGiven)
    {
        byte[] expected = ReferenceCodec.Encode<DateTime>(inUtc);
        bool ok = Verify(expected.Length == MessagePackArrayEncoder.GetEncodedLength<DateTime>(asGiven), "GetEncodedLength");
        foreach ((string name, Func<DateTime[], byte[]> write) in Methods)
        {
            ok &= Verify(expected.AsSpan().SequenceEqual(write(asGiven)), name);
        }

        foreach ((string input, Action<MessagePackArrayBuilder<DateTime>, DateTime[]> append) in BuilderInputs)
        {
            using var builder = new MessagePackArrayBuilder<DateTime>();
            append(builder, asGiven);
            ok &= Verify(expected.Length == builder.GetEncodedLength(), $"GetEncodedLength of a builder, {input}");
            foreach ((string name, Func<MessagePackArrayBuilder<DateTime>, byte[]> write) in BuilderOutputs)
            {
                ok &= Verify(expected.AsSpan().SequenceEqual(write(builder)), $"{name} of a builder, {input}");
            }
        }

        return ok & CheckNullable(inUtc, asGiven, isMissing: static _ => false) & CheckNullable(inUtc, asGiven, isMissing: static i => i % 3 == 1);
    }

    private static bool CheckNullable(DateTime[] inUtc, DateTime[] asGiven, Func<int, bool> isMissing)
    {
        var nullable = new DateTime?[asGiven.Length];
        List<byte> expected = [.. ReferenceCodec.Encode<byte>(new byte[inUtc.Length])[..^inUtc.Length]];
        for (int i = 0; i < nullable.Length; i++)
        {
            nullable[i] = isMissing(i) ? null : asGiven[i];
            expected.AddRange(isMissing(i) ? [Nil] : ReferenceCodec.EncodeElements<DateTime>([inUtc[i]]));
        }

        bool ok = Verify(expected.Count == MessagePackArrayEncoder.GetNullableEncodedLength<DateTime>(nullable), "GetNullableEncodedLength");
        foreach ((string name, Func<DateTime?[], byte[]> write) in NullableMethods)
        {
            ok &= Verify(write(nullable).AsSpan().SequenceEqual(expected.ToArray()), name);
        }

        return ok;
    }

    private static byte[] FromOutput(Action<IBufferWriter<byte>> write)
    {
        var output = new ArrayBufferWriter<byte>();
        write(output);
        return output.WrittenSpan.ToArray();
    }

    private static byte[] FromSpan(int count, TryWrite write)
    {
        byte[] destination = new byte[MessagePackArrayEncoder.GetMaxEncodedLength<DateTime>(count)];
        return write(destination, out int bytesWritten) ? destination[..bytesWritten] : [];
    }

    private static IEnumerable<DateTime> OneByOne(DateTime[] times)
    {
        foreach (DateTime time in times)
        {
            yield return time;
        }
    }

    private static bool Verify(bool isRight, string what)
    {
        if (!isRight)
        {
            Console.WriteLine($"local times, {what} FAILED");
        }

        return isRight;
    }
}
