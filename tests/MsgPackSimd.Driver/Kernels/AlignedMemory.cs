using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>
/// Memory with room to begin at any byte modulo 64, and margins that tell when they are touched. There are two for all kernels, since an emulated
/// process never gives memory back.
/// </summary>
internal sealed unsafe class AlignedMemory
{
    public const int Alignment = 64;

    /// <summary>The most elements that are laid at an alignment.</summary>
    public const int MaxCount = 201;

    public static readonly AlignedMemory Source = new();

    public static readonly AlignedMemory Destination = new();

    private const int Margin = 128;

    /// <summary>The longest tokens, and room for every kernel's widest stores behind them.</summary>
    private const int Capacity = (MaxCount * Kernel.MaxTokenLength) + 256;

    private const byte Untouched = 0xa5;

    private readonly byte* aligned;
    private byte* first;
    private int length;

    private AlignedMemory()
    {
        int size = Capacity + Alignment + (2 * Margin);
        Span<byte> memory = new GuardedMemory(size).AtStart<byte>(size);
        memory.Fill(Untouched);
        aligned = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(memory)) + Margin;
        first = aligned;
    }

    /// <summary>Gets whether the bytes on both sides of the last span are as they were.</summary>
    public bool MarginsAreUntouched =>
        !new ReadOnlySpan<byte>(first - Margin, Margin).ContainsAnyExcept(Untouched)
        && !new ReadOnlySpan<byte>(first + length, Margin).ContainsAnyExcept(Untouched);

    /// <summary>A span that begins so many bytes behind an aligned address, whether or not an element may lie there.</summary>
    public Span<T> At<T>(int misalignment, int count)
        where T : unmanaged
    {
        // What was handed out before becomes margin again.
        new Span<byte>(first, length).Fill(Untouched);
        first = aligned + misalignment;
        length = count * sizeof(T);
        if (misalignment >= Alignment || length > Capacity)
        {
            throw new ArgumentOutOfRangeException(nameof(count));
        }

        return new Span<T>(first, count);
    }
}
