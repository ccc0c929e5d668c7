using System;
using System.Linq;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks;

/// <summary>
/// As many different arrays as it takes that the branch predictor can't learn them by heart: 64 Ki elements in all. With one small array in a
/// loop, code that branches on the data looks up to five times quicker than it is.
/// </summary>
internal sealed class RotatingInputs<T>
    where T : unmanaged
{
    private const int TotalElements = 64 * 1024;

    public RotatingInputs(string distribution, int count)
    {
        int arrays = Math.Clamp(TotalElements / Math.Max(count, 1), 1, 4096);
        Values = [.. Enumerable.Range(0, arrays).Select(i => LargeInput.Create<T>(distribution, count, 0x5eed + (ulong)i))];
        Encoded = [.. Values.Select(values => ReferenceCodec.Encode<T>(values))];
        EncodedBytes = Encoded.Sum(bytes => (long)bytes.Length);
    }

    public T[][] Values { get; }

    public byte[][] Encoded { get; }

    /// <summary>Gets the sum of the encoded lengths, in bytes.</summary>
    public long EncodedBytes { get; }
}
