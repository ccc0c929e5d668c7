using System;
using System.Linq;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Inputs;

/// <summary>
/// So many different arrays that the branch predictor can't learn them by heart. With one small array in a loop, code that branches on the data looks up
/// to five times quicker than it is.
/// </summary>
internal sealed class RotatingInputs<T>
    where T : unmanaged
{
    /// <summary>
    /// With a quarter as many, our scalar code encodes arrays of one integer a quarter quicker, since the predictor learns some of them; with four times as
    /// many, the only change is that the caches have to hold more.
    /// </summary>
    private const int MaxArrays = 16 * 1024;

    /// <summary>
    /// Elements in all. A Zen 5 learns 64 Ki integers of which one in ten is random: the built-in formatter encodes them in 1.2 ns each, and 256 Ki or 4 Mi
    /// of them in 3.1. Of those of which one in 50 is, it learns 256 Ki: they take 0.6 ns each, and 1 Mi of them 1.0. Nobody's code branches on floats,
    /// doubles and bools, nor on integers that are all small, so more of them would only take up more of the caches.
    /// </summary>
    private static int GetTotalElements(string distribution) =>
        typeof(T) == typeof(float) || typeof(T) == typeof(double) || typeof(T) == typeof(Half) || typeof(T) == typeof(bool) ? 64 * 1024
            : distribution == LargeInput.Small ? 64 * 1024
            : distribution == LargeInput.RarelyLarge ? 1024 * 1024
            : 256 * 1024;

    /// <summary>Makes the arrays.</summary>
    /// <param name="distribution">What they are filled with: one of <see cref="InputNames"/>.</param>
    /// <param name="count">The elements of each array.</param>
    public RotatingInputs(string distribution, int count)
        : this(distribution, count, GetTotalElements(distribution))
    {
    }

    /// <summary>Makes the arrays.</summary>
    /// <param name="distribution">What they are filled with: one of <see cref="InputNames"/>.</param>
    /// <param name="count">The elements of each array.</param>
    /// <param name="totalElements">The elements of all arrays together; where there is only one array, it may have more.</param>
    public RotatingInputs(string distribution, int count, int totalElements)
    {
        Values = InputArrays.Create<T>(distribution, count, GetArrayCount(count, totalElements));

        // Not the reference codec's bytes: with 16 Mi elements it takes longer than what is measured. The tests compare the two.
        Encoded = [.. Values.Select(values => MessagePackArrayEncoder.Encode<T>(values))];
        EncodedBytes = Encoded.Sum(bytes => (long)bytes.Length);
    }

    public T[][] Values { get; }

    public byte[][] Encoded { get; }

    /// <summary>Gets the sum of the encoded lengths, in bytes.</summary>
    public long EncodedBytes { get; }

    /// <summary>The encoded bytes of one array, on average.</summary>
    public static double GetAverageEncodedLength(string distribution, int count)
    {
        T[][] values = InputArrays.Create<T>(distribution, count, GetArrayCount(count, GetTotalElements(distribution)));
        return values.Average(array => MessagePackArrayEncoder.GetEncodedLength<T>(array));
    }

    private static int GetArrayCount(int count, int totalElements) => Math.Clamp(totalElements / Math.Max(count, 1), 1, MaxArrays);
}
