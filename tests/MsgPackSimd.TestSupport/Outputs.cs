using System;
using System.Buffers;
using System.Collections.Generic;

namespace MsgPackSimd.TestSupport;

/// <summary>How an output answers when it is asked for memory.</summary>
public enum Generosity
{
    /// <summary>Exactly the size asked for; one byte where any size will do.</summary>
    Exact,

    /// <summary>A byte more.</summary>
    OneByteMore,

    /// <summary>A megabyte more.</summary>
    Lavish,

    /// <summary>A byte less, against the contract.</summary>
    OneByteShort,

    /// <summary>Five bytes at most, against the contract: enough for every header.</summary>
    FiveBytes,

    /// <summary>Nothing, against the contract.</summary>
    Nothing,
}

/// <summary>
/// An output that hands out new memory each time, watches the bytes before and behind it, and may throw when it is asked for the n-th time.
/// </summary>
public sealed class WatchedOutput(Generosity generosity) : IBufferWriter<byte>
{
    private const byte Untouched = 0xa5;

    private const int Margin = 128;

    private readonly List<byte> written = [];
    private byte[] memory = new byte[2 * Margin];
    private int length;

    /// <summary>Gets or sets at which call, counted from 1, it throws a <see cref="TimeoutException"/>.</summary>
    public int ThrowAtCall { get; set; } = int.MaxValue;

    /// <summary>Gets how many times it was asked.</summary>
    public int Calls { get; private set; }

    public int LargestSizeHint { get; private set; }

    /// <summary>Gets what was advanced over.</summary>
    public byte[] Written => [.. written];

    /// <summary>Gets whether a byte outside of what was handed out was changed, or more was advanced over than was handed out.</summary>
    public bool WasOverrun { get; private set; }

    public void Advance(int count)
    {
        Watch();
        WasOverrun |= count < 0 || count > length;
        written.AddRange(memory.AsSpan(Margin, Math.Min(count, length)));
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Watch();
        Calls++;
        LargestSizeHint = Math.Max(LargestSizeHint, sizeHint);
        if (Calls >= ThrowAtCall)
        {
            throw new TimeoutException();
        }

        length = generosity switch
        {
            Generosity.Exact => Math.Max(1, sizeHint),
            Generosity.OneByteMore => sizeHint + 1,
            Generosity.Lavish => sizeHint + (1 << 20),
            Generosity.OneByteShort => Math.Max(1, sizeHint - 1),
            Generosity.FiveBytes => 5,
            _ => 0,
        };
        memory = new byte[length + (2 * Margin)];
        memory.AsSpan(0, Margin).Fill(Untouched);
        memory.AsSpan(Margin + length).Fill(Untouched);
        return memory.AsMemory(Margin, length);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    /// <summary>Looks at the margins of what was handed out last.</summary>
    public void Watch()
    {
        if (Calls > 0)
        {
            WasOverrun |= memory.AsSpan(0, Margin).ContainsAnyExcept(Untouched) || memory.AsSpan(Margin + length).ContainsAnyExcept(Untouched);
        }
    }
}

/// <summary>Takes any number of bytes without keeping them, and checks that they are the given ones over and over, behind a header.</summary>
public sealed class DiscardingOutput(byte[] header, byte[] repeated) : IBufferWriter<byte>
{
    private byte[] memory = new byte[64 * 1024];

    /// <summary>Gets how many bytes there were.</summary>
    public long Length { get; private set; }

    /// <summary>Gets the position of the first wrong byte; -1 if there was none.</summary>
    public long FirstDifference { get; private set; } = -1;

    public void Advance(int count)
    {
        for (int i = 0; i < count && FirstDifference < 0; i++)
        {
            long at = Length + i;
            byte expected = at < header.Length ? header[at] : repeated[(at - header.Length) % repeated.Length];
            if (memory[i] != expected)
            {
                FirstDifference = at;
            }
        }

        Length += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (memory.Length < sizeHint)
        {
            memory = new byte[sizeHint];
        }

        return memory;
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}

/// <summary>The same memory each time.</summary>
public sealed class RepeatedOutput(int capacity) : IBufferWriter<byte>
{
    private readonly byte[] memory = new byte[capacity];
    private int written;

    public ReadOnlySpan<byte> Written => memory.AsSpan(0, written);

    public void Reset() => written = 0;

    public void Advance(int count) => written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => memory.AsMemory(written);

    public Span<byte> GetSpan(int sizeHint = 0) => memory.AsSpan(written);
}
