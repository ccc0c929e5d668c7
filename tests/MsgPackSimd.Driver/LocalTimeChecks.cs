using System;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>
/// Local times are written in UTC. Where the local time is UTC, as on most machines that run tests, that can't be seen; so this runs in a process whose time zone is
/// another one.
/// </summary>
internal static class LocalTimeChecks
{
    private const int Count = 100;

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
            var inUtc = new DateTime[Count];
            var asGiven = new DateTime[Count];
            var nullable = new DateTime?[Count];
            for (int i = 0; i < Count; i++)
            {
                inUtc[i] = DateTime.UnixEpoch.AddSeconds(1_000_000_000d + (i * 12_345_678d)).AddTicks(i % 4 == 0 ? 0 : 7 * i);
                asGiven[i] = i % step == 0
                    ? DateTime.SpecifyKind(inUtc[i] + offset, DateTimeKind.Local)
                    : DateTime.SpecifyKind(inUtc[i], i % 2 == 0 ? DateTimeKind.Utc : DateTimeKind.Unspecified);
                nullable[i] = asGiven[i];
                ok &= Verify(MessagePackTimestamp.FromDateTime(asGiven[i]) == MessagePackTimestamp.FromDateTime(inUtc[i]), "MessagePackTimestamp.FromDateTime");
            }

            for (int count = 0; count <= Count; count++)
            {
                ReadOnlySpan<byte> expected = ReferenceCodec.Encode<DateTime>(inUtc.AsSpan(0, count));
                ReadOnlySpan<DateTime> times = asGiven.AsSpan(0, count);
                ok &= Verify(expected.SequenceEqual(MessagePackArrayEncoder.Encode(times)), "Encode");
                ok &= Verify(expected.Length == MessagePackArrayEncoder.GetEncodedLength(times), "GetEncodedLength");
                byte[] destination = new byte[expected.Length];
                ok &= Verify(MessagePackArrayEncoder.TryEncode(times, destination, out int written) && expected.SequenceEqual(destination.AsSpan(0, written)), "TryEncode");

                ReadOnlySpan<byte> tokens = expected[(count < 16 ? 1 : 3)..];
                MessagePackArrayEncoder.EncodeNullableElements<DateTime>(nullable.AsSpan(0, count), destination, out _, out written);
                ok &= Verify(tokens.SequenceEqual(destination.AsSpan(0, written)), "EncodeNullableElements");
            }
        }

        return ok;
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
