namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>SplitMix64: cheap to seed, so that every case has its own and can be made again alone, and the same on every runtime.</summary>
public sealed class FuzzRandom(ulong seed)
{
    private ulong state = seed;

    public ulong Next64()
    {
        ulong z = state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>From 0 up to, and not including, <paramref name="end"/>; 0 where that is 0.</summary>
    public int Next(int end) => end <= 0 ? 0 : (int)((Next64() >> 33) % (ulong)end);

    public int Next(int start, int end) => start + Next(end - start);

    public byte NextByte() => (byte)(Next64() >> 56);

    /// <summary>True once in so many times.</summary>
    public bool OneIn(int times) => Next(times) == 0;
}
