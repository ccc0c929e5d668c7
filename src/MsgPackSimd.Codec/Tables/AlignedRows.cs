using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Codec.Tables;

/// <summary>Copies of the encoders' shuffle tables, in which no row lies across the border of two cache lines.</summary>
/// <remarks>
/// <para>
/// The constants of an assembly begin at multiples of eight, and at which ones depends on the size of all that is before them. So of two builds that differ
/// somewhere else, one may have rows across borders, which took up to 1.1 times as long (docs/experiments/encode.md). C# has no way to ask for more.
/// </para>
/// <para>
/// The copies begin 16 bytes behind a border. Rows that lie 16 bytes apart then lie within cache lines. Of rows that lie 8 bytes apart, one in eight would not;
/// but none that is used is such a row, as a test shows.
/// </para>
/// </remarks>
internal static unsafe class AlignedRows
{
    /// <summary>How far behind a border the copies begin.</summary>
    private const int Offset = 16;

    /// <summary>How far from each other the copies begin: the length of the longest table.</summary>
    private const int Spacing = 4096;

    /// <summary>
    /// <see langword="null"/> if there was no memory for the copies: then the tables themselves are used, which do not move either. An exception here would
    /// make the encoders unusable for good.
    /// </summary>
    private static readonly byte[]? Memory = TryAllocate();

    private static readonly byte* Int8OctetsStart = Place(0, Int8OctetTable.Rows);

    private static readonly byte* Int16QuadsStart = Place(1, Int16QuadTable.Rows);

    private static readonly byte* Int32PairsStart = Place(2, Int32PairTable.Rows);

    private static readonly byte* Int64sStart = Place(3, Int64Table.Rows);

    /// <summary>Gets the rows of <see cref="Int8OctetTable"/>.</summary>
    public static ReadOnlySpan<byte> Int8Octets
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Int8OctetsStart, Int8OctetTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int16QuadTable"/>.</summary>
    public static ReadOnlySpan<byte> Int16Quads
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Int16QuadsStart, Int16QuadTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int32PairTable"/>.</summary>
    public static ReadOnlySpan<byte> Int32Pairs
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Int32PairsStart, Int32PairTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int64Table"/>.</summary>
    public static ReadOnlySpan<byte> Int64s
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Int64sStart, Int64Table.Rows.Length);
    }

    private static byte[]? TryAllocate()
    {
        try
        {
            return GC.AllocateUninitializedArray<byte>(CacheLine.Length + Offset + (4 * Spacing), pinned: true);
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    /// <summary>Copies a table to its place.</summary>
    /// <param name="index">Which table it is.</param>
    /// <param name="rows">The table, which is constant data of the assembly.</param>
    /// <returns>The place; that of the table itself if there are no copies.</returns>
    private static byte* Place(int index, ReadOnlySpan<byte> rows)
    {
        Debug.Assert(rows.Length <= Spacing);
        if (Memory is null)
        {
            return (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(rows));
        }

        byte* memory = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(Memory, 0);
        int start = (int)(((CacheLine.Length - ((nuint)memory % CacheLine.Length)) % CacheLine.Length) + Offset) + (index * Spacing);
        rows.CopyTo(Memory.AsSpan(start));
        return memory + start;
    }
}
