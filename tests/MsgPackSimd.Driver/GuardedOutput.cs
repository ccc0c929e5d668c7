using System;
using System.Buffers;

namespace MsgPackSimd.Driver;

/// <summary>
/// An output that hands out exactly as many bytes as it is asked for, with a page behind them, or before them, that can't be touched.
/// </summary>
/// <param name="memory">What it hands out.</param>
/// <param name="kept">Receives what is written.</param>
/// <param name="atEnd">Whether the bytes end where the guard begins, rather than begin where one ends.</param>
internal sealed class GuardedOutput(GuardedMemory memory, byte[] kept, bool atEnd) : IBufferWriter<byte>
{
    private int length;
    private int written;

    public ReadOnlySpan<byte> Written => kept.AsSpan(0, written);

    public void Advance(int count)
    {
        Handed(length)[..count].CopyTo(kept.AsSpan(written));
        written += count;
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        length = Math.Max(1, sizeHint);
        return Handed(length);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        length = Math.Max(1, sizeHint);
        return atEnd ? memory.MemoryAtEnd(length) : memory.MemoryAtStart(length);
    }

    private Span<byte> Handed(int count) => atEnd ? memory.AtEnd<byte>(count) : memory.AtStart<byte>(count);
}
