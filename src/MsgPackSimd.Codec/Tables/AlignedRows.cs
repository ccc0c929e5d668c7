using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Tables;

/// <summary>Copies of the encoders' shuffle tables, in which no row lies across the border of two cache lines.</summary>
/// <remarks>
/// <para>
/// The constants of an assembly begin at multiples of eight, and at which ones depends on the size of all that is before them. So of two builds that differ
/// somewhere else, one may have rows across borders, which took up to 1.1 times as long (docs/algorithms/experiments.md). C# has no way to ask for more.
/// </para>
/// <para>
/// The copies begin 16 bytes behind a border. Rows that lie 16 bytes apart then lie within cache lines. Of rows that lie 8 bytes apart, one in eight would not;
/// but none that is used is such a row, as a test shows.
/// </para>
/// </remarks>
internal static unsafe class AlignedRows
{
    private const int CacheLine = 64;

    /// <summary>How far behind a border the copies begin.</summary>
    private const int Offset = 16;

    /// <summary>How far from each other the copies begin: the length of the longest table.</summary>
    private const int Spacing = 4096;

    private static readonly byte[] Memory = GC.AllocateUninitializedArray<byte>(CacheLine + (4 * Spacing), pinned: true);

    private static readonly byte* Start = Copy();

    /// <summary>Gets the rows of <see cref="Int8OctetTable"/>.</summary>
    public static ReadOnlySpan<byte> Int8Octets
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Start, Int8OctetTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int16QuadTable"/>.</summary>
    public static ReadOnlySpan<byte> Int16Quads
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Start + Spacing, Int16QuadTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int32PairTable"/>.</summary>
    public static ReadOnlySpan<byte> Int32Pairs
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Start + (2 * Spacing), Int32PairTable.Rows.Length);
    }

    /// <summary>Gets the rows of <see cref="Int64Table"/>.</summary>
    public static ReadOnlySpan<byte> Int64s
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Start + (3 * Spacing), Int64Table.Rows.Length);
    }

    private static byte* Copy()
    {
        byte* memory = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(Memory, 0);
        int start = ((CacheLine - (int)((nuint)memory % CacheLine)) % CacheLine) + Offset;
        Span<byte> copies = Memory.AsSpan(start);
        Int8OctetTable.Rows.CopyTo(copies);
        Int16QuadTable.Rows.CopyTo(copies[Spacing..]);
        Int32PairTable.Rows.CopyTo(copies[(2 * Spacing)..]);
        Int64Table.Rows.CopyTo(copies[(3 * Spacing)..]);
        return memory + start;
    }
}
