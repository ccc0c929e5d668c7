using System;

namespace MsgPackSimd.Codec;

/// <summary>
/// A point in time as MessagePack has it: seconds since 1970-01-01 00:00:00 UTC, leap seconds not counted, and nanoseconds. Its range is that of
/// <see cref="long"/> seconds, some 292 billion years either way.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">the timestamp extension type</see>.
/// </summary>
public readonly struct MessagePackTimestamp : IEquatable<MessagePackTimestamp>
{
    /// <summary>The most nanoseconds there can be beside the seconds.</summary>
    internal const int MaxNanoseconds = 999_999_999;

    private const int NanosecondsPerTick = 100;

    /// <summary>Makes a timestamp of its two numbers.</summary>
    /// <param name="seconds">The whole seconds since 1970, rounded down: below 0 for times before it.</param>
    /// <param name="nanoseconds">The nanoseconds after those seconds, 0 to 999,999,999.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="nanoseconds"/> is out of its range.</exception>
    public MessagePackTimestamp(long seconds, int nanoseconds)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(nanoseconds);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(nanoseconds, MaxNanoseconds);
        Seconds = seconds;
        Nanoseconds = nanoseconds;
    }

    /// <summary>Gets the whole seconds since 1970, rounded down: below 0 for times before it.</summary>
    public long Seconds { get; }

    /// <summary>Gets the nanoseconds after those seconds, 0 to 999,999,999.</summary>
    public int Nanoseconds { get; }

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>Whether both numbers are the same.</returns>
    public static bool operator ==(MessagePackTimestamp left, MessagePackTimestamp right) => left.Equals(right);

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One.</param>
    /// <param name="right">The other.</param>
    /// <returns>Whether one of the numbers is another.</returns>
    public static bool operator !=(MessagePackTimestamp left, MessagePackTimestamp right) => !left.Equals(right);

    /// <summary>Makes a timestamp of a <see cref="DateTime"/>.</summary>
    /// <param name="value">
    /// The time. As MessagePack-CSharp does, one of <see cref="DateTimeKind.Local"/> is converted to UTC, and one of
    /// <see cref="DateTimeKind.Unspecified"/> taken for UTC.
    /// </param>
    /// <returns>The same time: nothing is lost.</returns>
    public static MessagePackTimestamp FromDateTime(DateTime value)
    {
        DateTime utc = value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value;
        (long seconds, long ticks) = Math.DivRem(utc.Ticks, TimeSpan.TicksPerSecond);
        return new MessagePackTimestamp(seconds - (DateTime.UnixEpoch.Ticks / TimeSpan.TicksPerSecond), (int)ticks * NanosecondsPerTick);
    }

    /// <summary>Makes a timestamp of a <see cref="DateTimeOffset"/>, whose offset is not kept.</summary>
    /// <param name="value">The time.</param>
    /// <returns>The same point in time.</returns>
    public static MessagePackTimestamp FromDateTimeOffset(DateTimeOffset value) => FromDateTime(value.UtcDateTime);

    /// <summary>Converts to a <see cref="DateTime"/> in UTC, if it is in its range, the years 1 to 9999.</summary>
    /// <param name="value">Receives the time, rounded down to 100 nanoseconds.</param>
    /// <returns><see langword="false"/> when the time is out of range.</returns>
    public bool TryToDateTime(out DateTime value)
    {
        const long LastSecond = 315_537_897_599; // of the year 9999, counted from the year 1
        const long EpochSecond = 62_135_596_800;
        if (Seconds < -EpochSecond || Seconds > LastSecond - EpochSecond)
        {
            value = default;
            return false;
        }

        long ticks = ((Seconds + EpochSecond) * TimeSpan.TicksPerSecond) + (Nanoseconds / NanosecondsPerTick);
        value = new DateTime(ticks, DateTimeKind.Utc);
        return true;
    }

    /// <summary>Converts to a <see cref="DateTime"/> in UTC.</summary>
    /// <returns>The time, rounded down to 100 nanoseconds.</returns>
    /// <exception cref="OverflowException">The time is not in the years 1 to 9999.</exception>
    public DateTime ToDateTime()
    {
        if (!TryToDateTime(out DateTime value))
        {
            ThrowHelper.ThrowTimestampOutOfRange(Seconds);
        }

        return value;
    }

    /// <summary>Converts to a <see cref="DateTimeOffset"/> of offset 0, if it is in its range, the years 1 to 9999.</summary>
    /// <param name="value">Receives the time, rounded down to 100 nanoseconds.</param>
    /// <returns><see langword="false"/> when the time is out of range.</returns>
    public bool TryToDateTimeOffset(out DateTimeOffset value)
    {
        bool isInRange = TryToDateTime(out DateTime utc);
        value = isInRange ? new DateTimeOffset(utc) : default;
        return isInRange;
    }

    /// <summary>Converts to a <see cref="DateTimeOffset"/> of offset 0.</summary>
    /// <returns>The time, rounded down to 100 nanoseconds.</returns>
    /// <exception cref="OverflowException">The time is not in the years 1 to 9999.</exception>
    public DateTimeOffset ToDateTimeOffset() => new(ToDateTime());

    /// <inheritdoc/>
    public bool Equals(MessagePackTimestamp other) => Seconds == other.Seconds && Nanoseconds == other.Nanoseconds;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is MessagePackTimestamp other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Seconds, Nanoseconds);

    /// <summary>Names the two numbers.</summary>
    /// <returns>Seconds and nanoseconds, "1.000000002" for a second and two nanoseconds; before 1970 "-1 + 0.000000002".</returns>
    public override string ToString() => Seconds >= 0
        ? string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Seconds}.{Nanoseconds:d9}")
        : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Seconds} + 0.{Nanoseconds:d9}");
}
