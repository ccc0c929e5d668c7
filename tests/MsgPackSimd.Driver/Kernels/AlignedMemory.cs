using System;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>Memory that begins at a multiple of 64, with room to begin at any byte after that, and margins that tell when they are touched.</summary>
internal sealed unsafe class AlignedMemory : IDisposable
{
    public const int Alignment = 64;

    private const int Margin = 128;

    private const byte Untouched = 0xa5;

    private readonly byte* memory;
    private readonly int capacity;
    private byte* first;
    private int length;

    public AlignedMemory(int capacity)
    {
        this.capacity = capacity;
        int size = capacity + Alignment + (2 * Margin);
        memory = (byte*)NativeMemory.AlignedAlloc((nuint)size, Alignment);
        new Span<byte>(memory, size).Fill(Untouched);
        first = memory + Margin;
    }

    /// <summary>Gets whether the bytes on both sides of the last span are as they were.</summary>
    public bool MarginsAreUntouched =>
        !new ReadOnlySpan<byte>(first - Margin, Margin).ContainsAnyExcept(Untouched)
        && !new ReadOnlySpan<byte>(first + length, Margin).ContainsAnyExcept(Untouched);

    /// <summary>A span that begins so many bytes behind an aligned address, be that where an element may lie or not.</summary>
    public Span<T> At<T>(int misalignment, int count)
        where T : unmanaged
    {
        // What was handed out before becomes margin again.
        new Span<byte>(first, length).Fill(Untouched);
        first = memory + Margin + misalignment;
        length = count * sizeof(T);
        if (misalignment >= Alignment || length > capacity)
        {
            throw new ArgumentOutOfRangeException(nameof(count));
        }

        return new Span<T>(first, count);
    }

    public void Dispose() => NativeMemory.AlignedFree(memory);
}
