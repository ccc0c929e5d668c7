using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Elements;

/// <summary>
/// A <see cref="DateTime"/> as the number that it is in memory: its ticks of 100 nanoseconds since the year 1, and its <see cref="DateTimeKind"/> in the two
/// highest bits. <see cref="DateTime.ToBinary"/> returns this number, except for local times.
/// </summary>
internal static class DateTimeBits
{
    /// <summary>The bit of the kind <see cref="DateTimeKind.Utc"/>, the second highest. A local time has the highest one.</summary>
    public const ulong Utc = 1UL << 62;

    /// <summary>The ticks from the year 1 to 1970-01-01 00:00:00 UTC, where MessagePack's timestamps begin.</summary>
    public const ulong EpochTicks = MessagePackTimestamp.EpochSecond * TimeSpan.TicksPerSecond;

    /// <summary>Whether a <see cref="DateTime"/> is this number in this runtime. It always was, but nothing guarantees it.</summary>
    public static readonly bool AreKnown =
        HasKnownBits(DateTimeKind.Unspecified, 0) && HasKnownBits(DateTimeKind.Utc, Utc) && HasKnownBits(DateTimeKind.Local, 1UL << 63);

    /// <summary>
    /// Whether, besides, a <see cref="DateTime"/> that may be missing lies in memory as <see cref="NullableLane{TLane}"/> says. The layout of
    /// <see cref="DateTime"/> is up to the runtime, and so is that of what contains one.
    /// </summary>
    public static readonly bool AreKnownInNullable = AreKnown && HasKnownLayout(new DateTime(1L << 40), 1, 1UL << 40) && HasKnownLayout(null, 0, 0);

    private static bool HasKnownLayout(DateTime? element, byte hasValue, ulong value)
    {
        if (Unsafe.SizeOf<DateTime?>() != Unsafe.SizeOf<NullableLane<ulong>>())
        {
            return false;
        }

        NullableLane<ulong> lane = Unsafe.BitCast<DateTime?, NullableLane<ulong>>(element);
        return lane.HasValue == hasValue && lane.Value == value;
    }

    private static bool HasKnownBits(DateTimeKind kind, ulong kindBits)
    {
        const long Ticks = 0x0876_5432_10fe_dcba;
        return Unsafe.SizeOf<DateTime>() == sizeof(ulong) && Unsafe.BitCast<DateTime, ulong>(new DateTime(Ticks, kind)) == ((ulong)Ticks | kindBits);
    }
}
