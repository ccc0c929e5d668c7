using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>Cheap to seed, so that every case has its own and can be made again alone.</summary>
public sealed class FuzzRandom(ulong seed)
{
    private ulong state = seed;

    public ulong Next64() => SplitMix64.Next(ref state);

    /// <summary>From 0 up to, and not including, <paramref name="end"/>; 0 where that is 0.</summary>
    public int Next(int end) => end <= 0 ? 0 : (int)((Next64() >> 33) % (ulong)end);

    public int Next(int start, int end) => start + Next(end - start);

    public byte NextByte() => (byte)(Next64() >> 56);

    /// <summary>True once in so many times.</summary>
    public bool OneIn(int times) => Next(times) == 0;
}
