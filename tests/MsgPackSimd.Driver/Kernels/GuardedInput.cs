using System;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>
/// What encoders are given between guard pages: elements of a distribution, with the tokens that the reference codec makes of them. They are made once for all
/// kernels of a type: the reference is slow, and an emulator is slower.
/// </summary>
internal sealed class GuardedInput<T>
    where T : unmanaged
{
    public const int MaxCount = 300;

    /// <summary>Not a distribution: elements whose tokens are the longest. With all of them, a kernel's last store ends the furthest.</summary>
    private const string Longest = "longest";

    public static readonly GuardedInput<T>[] All = [new("random"), new("mixed_width"), new("small"), new(Longest)];

    private readonly T[] values;
    private readonly byte[] tokens;
    private readonly int[] borders;

    private GuardedInput(string name)
    {
        Name = name;
        values = name == Longest ? LongestTokens(2 * MaxCount) : LargeInput.Create<T>(name, 2 * MaxCount, 300);
        tokens = ReferenceCodec.EncodeElements<T>(values, out borders);
    }

    public string Name { get; }

    /// <summary>So many elements. For each number they begin with another one.</summary>
    public ReadOnlySpan<T> Values(int count) => values.AsSpan(count, count);

    /// <summary>The tokens of <see cref="Values"/>.</summary>
    public ReadOnlySpan<byte> Tokens(int count) => tokens.AsSpan(borders[count]..borders[2 * count]);

    /// <summary>The offset of each of these tokens, and behind these where the last one ends.</summary>
    public int[] Borders(int count)
    {
        int[] relative = new int[count + 1];
        for (int i = 0; i <= count; i++)
        {
            relative[i] = borders[count + i] - borders[count];
        }

        return relative;
    }

    private static T[] LongestTokens(int count)
    {
        ValuePool<T>.Pooled[] longest = ValuePool<T>.ByLength[^1];
        var values = new T[count];
        for (int i = 0; i < count; i++)
        {
            values[i] = longest[i % longest.Length].Value;
        }

        return values;
    }
}
