using System;
using System.Buffers;

namespace MsgPackSimd.Benchmarks;

/// <summary>An output that costs nothing: the same memory again and again, large enough for the worst case that a baseline asks for.</summary>
internal sealed class ReusableBufferWriter(int capacity) : IBufferWriter<byte>
{
    private readonly byte[] buffer = new byte[capacity];
    private int written;

    public ReadOnlySpan<byte> Written => buffer.AsSpan(0, written);

    public void Reset() => written = 0;

    public void Advance(int count) => written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => buffer.AsMemory(written);

    public Span<byte> GetSpan(int sizeHint = 0) => buffer.AsSpan(written);
}
