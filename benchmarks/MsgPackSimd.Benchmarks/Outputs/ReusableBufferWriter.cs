using System;
using System.Buffers;

namespace MsgPackSimd.Benchmarks.Outputs;

/// <summary>An output that costs nothing: the same memory again and again, large enough for the worst case that a baseline asks for.</summary>
/// <remarks>
/// Each message begins at another place of a page, as in an application's output. On a Zen 4, a store that crosses the border of a page takes up to 30 ns
/// longer; the wider the store, the longer. If all messages began at one place, it would be by chance whether that place is just ahead of a border: all calls
/// of a process would pay for it, or none.
/// </remarks>
internal sealed class ReusableBufferWriter(int capacity) : IBufferWriter<byte>
{
    /// <summary>A power of two, in bytes.</summary>
    private const int PageLength = 4096;

    /// <summary>The distance between the places of two messages, in bytes: odd, so that every place comes up, and not a multiple of a cache line.</summary>
    private const int Stride = 269;

    private readonly byte[] buffer = new byte[PageLength + capacity];
    private int start;
    private int end;

    public ReadOnlySpan<byte> Written => buffer.AsSpan(start, end - start);

    public void Reset()
    {
        start = (start + Stride) % PageLength;
        end = start;
    }

    public void Advance(int count) => end += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => buffer.AsMemory(end);

    public Span<byte> GetSpan(int sizeHint = 0) => buffer.AsSpan(end);
}
