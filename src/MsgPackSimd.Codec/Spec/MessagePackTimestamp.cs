using System;

namespace MsgPackSimd.Codec;

/// <summary>
/// A point in time as MessagePack represents it: seconds since 1970-01-01 00:00:00 UTC, not counting leap seconds, and nanoseconds. Its range is that of
/// <see cref="long"/> seconds, some 292 billion years either way.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#timestamp-extension-type">the timestamp extension type</see>.
/// </summary>
/// <remarks>
/// The default value is 1970-01-01 00:00:00 UTC. Timestamps are ordered by time: by <see cref="Seconds"/> first, then by <see cref="Nanoseconds"/>.
/// </remarks>
public readonly struct MessagePackTimestamp : IEquatable<MessagePackTimestamp>, IComparable<MessagePackTimestamp>
{
    /// <summary>The most nanoseconds there can be beside the seconds.</summary>
    internal const int MaxNanoseconds = 999_999_999;

    /// <summary>The first second of 1970, counted from the year 1.</summary>
    internal const long EpochSecond = 62_135_596_800;

    internal const int NanosecondsPerTick = 100;

    /// <summary>Initializes a new instance of the <see cref="MessagePackTimestamp"/> struct.</summary>
    /// <param name="seconds">The whole seconds since 1970-01-01 00:00:00 UTC, rounded down: negative for earlier times.</param>
    /// <param name="nanoseconds">The nanoseconds to be added to those seconds, from 0 to 999,999,999.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="nanoseconds"/> is negative or greater than 999,999,999.</exception>
    public MessagePackTimestamp(long seconds, int nanoseconds)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(nanoseconds);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(nanoseconds, MaxNanoseconds);
        Seconds = seconds;
        Nanoseconds = nanoseconds;
    }

    /// <summary>Gets the whole seconds since 1970-01-01 00:00:00 UTC, rounded down: negative for earlier times.</summary>
    public long Seconds { get; }

    /// <summary>Gets the nanoseconds to be added to <see cref="Seconds"/> since 1970-01-01 00:00:00 UTC, from 0 to 999,999,999.</summary>
    public int Nanoseconds { get; }

    /// <summary>Compares two timestamps for equality.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if both the seconds and the nanoseconds are equal.</returns>
    public static bool operator ==(MessagePackTimestamp left, MessagePackTimestamp right) => left.Equals(right);

    /// <summary>Compares two timestamps for inequality.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if the seconds or the nanoseconds differ.</returns>
    public static bool operator !=(MessagePackTimestamp left, MessagePackTimestamp right) => !left.Equals(right);

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if <paramref name="left"/> is the earlier one.</returns>
    public static bool operator <(MessagePackTimestamp left, MessagePackTimestamp right) => left.CompareTo(right) < 0;

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if <paramref name="left"/> is not the later one.</returns>
    public static bool operator <=(MessagePackTimestamp left, MessagePackTimestamp right) => left.CompareTo(right) <= 0;

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if <paramref name="left"/> is the later one.</returns>
    public static bool operator >(MessagePackTimestamp left, MessagePackTimestamp right) => left.CompareTo(right) > 0;

    /// <summary>Compares two timestamps.</summary>
    /// <param name="left">One timestamp.</param>
    /// <param name="right">The other timestamp.</param>
    /// <returns><see langword="true"/> if <paramref name="left"/> is not the earlier one.</returns>
    public static bool operator >=(MessagePackTimestamp left, MessagePackTimestamp right) => left.CompareTo(right) >= 0;

    /// <summary>Creates a timestamp from a <see cref="DateTime"/>.</summary>
    /// <param name="value">
    /// The time. As with MessagePack-CSharp, a time of <see cref="DateTimeKind.Local"/> is converted to UTC, and one of
    /// <see cref="DateTimeKind.Unspecified"/> is taken to be UTC.
    /// </param>
    /// <returns>
    /// The same time, without loss of precision. (Only a local time that, in UTC, is not in the years 1 to 9999 becomes the nearest time that is, as in <see
    /// cref="DateTime.ToUniversalTime"/>.)
    /// </returns>
    public static MessagePackTimestamp FromDateTime(DateTime value)
    {
        DateTime utc = value.Kind == DateTimeKind.Local ? value.ToUniversalTime() : value;
        (long seconds, long ticks) = Math.DivRem(utc.Ticks, TimeSpan.TicksPerSecond);
        return new MessagePackTimestamp(seconds - EpochSecond, (int)ticks * NanosecondsPerTick);
    }

    /// <summary>Creates a timestamp from a <see cref="DateTimeOffset"/>, whose offset is not kept.</summary>
    /// <param name="value">The time.</param>
    /// <returns>The same point in time.</returns>
    public static MessagePackTimestamp FromDateTimeOffset(DateTimeOffset value) => FromDateTime(value.UtcDateTime);

    /// <summary>Converts to a <see cref="DateTime"/> in UTC, if the time is in its range, the years 1 to 9999.</summary>
    /// <param name="value">Receives the time, rounded down to 100 nanoseconds.</param>
    /// <returns><see langword="false"/> when the time is out of range.</returns>
    public bool TryToDateTime(out DateTime value) => TryCreateDateTime(Seconds, (uint)Nanoseconds, out value);

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

    /// <summary>Converts to a <see cref="DateTimeOffset"/> with offset 0, if the time is in its range, the years 1 to 9999.</summary>
    /// <param name="value">Receives the time, rounded down to 100 nanoseconds.</param>
    /// <returns><see langword="false"/> when the time is out of range.</returns>
    public bool TryToDateTimeOffset(out DateTimeOffset value)
    {
        bool isInRange = TryToDateTime(out DateTime utc);
        value = isInRange ? new DateTimeOffset(utc) : default;
        return isInRange;
    }

    /// <summary>Converts to a <see cref="DateTimeOffset"/> with offset 0.</summary>
    /// <returns>The time, rounded down to 100 nanoseconds.</returns>
    /// <exception cref="OverflowException">The time is not in the years 1 to 9999.</exception>
    public DateTimeOffset ToDateTimeOffset() => new(ToDateTime());

    /// <summary>
    /// Converts as <see cref="TryToDateTime"/> does, from any number of nanoseconds, even more than a second. Both the seconds alone and the sum must be in
    /// the years 1 to 9999.
    /// </summary>
    internal static bool TryCreateDateTime(long seconds, uint nanoseconds, out DateTime value)
    {
        const long LastSecond = 315_537_897_599; // of the year 9999, counted from the year 1
        long ticks = 0;
        bool isInRange = seconds is >= -EpochSecond and <= LastSecond - EpochSecond;
        if (isInRange)
        {
            ticks = ((seconds + EpochSecond) * TimeSpan.TicksPerSecond) + (nanoseconds / NanosecondsPerTick);
            isInRange = ticks <= DateTime.MaxValue.Ticks;
        }

        value = isInRange ? new DateTime(ticks, DateTimeKind.Utc) : default;
        return isInRange;
    }

    /// <inheritdoc/>
    public bool Equals(MessagePackTimestamp other) => Seconds == other.Seconds && Nanoseconds == other.Nanoseconds;

    /// <inheritdoc/>
    public int CompareTo(MessagePackTimestamp other)
    {
        int order = Seconds.CompareTo(other.Seconds);
        return order != 0 ? order : Nanoseconds.CompareTo(other.Nanoseconds);
    }

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is MessagePackTimestamp other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Seconds, Nanoseconds);

    /// <summary>Formats the seconds and the nanoseconds, independently of the culture.</summary>
    /// <returns>For example "1.000000002" for one second and two nanoseconds; for negative seconds "-1 + 0.000000002".</returns>
    public override string ToString() => Seconds >= 0
        ? string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Seconds}.{Nanoseconds:d9}")
        : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Seconds} + 0.{Nanoseconds:d9}");
}
