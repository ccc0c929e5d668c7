using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary><see cref="RunScanVector128{TLane, TSignedness}"/> on 32 bytes at a time.</summary>
/// <remarks>
/// Bytes are moved within each half of a register, and come from the half behind it:
/// <code>
///   current      A  B
///   behind       C  D
///   halves       B  C      one permute
/// </code>
/// </remarks>
internal static class RunScanAvx2<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <inheritdoc cref="RunScanVector128{TLane, TSignedness}.Scan"/>
    /// <param name="lengthTable">Lengths less one, by index.</param>
    /// <param name="classTable">Classes, likewise.</param>
    /// <param name="source">The bytes: as many as are looked up, and 32 behind them.</param>
    /// <param name="count">How many are looked up: a multiple of 32.</param>
    /// <param name="scan">Receives, for each, what a step decodes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Scan(Vector128<byte> lengthTable, Vector128<byte> classTable, ref byte source, nint count, ref byte scan)
    {
        Bounds.Assert(count, Vector256<byte>.Count, count + RunScanVector128<TLane, TSignedness>.Reach);
        Bounds.Assert(0, count, ScannedRuns.Length);
        Vector256<byte> lengthTables = Vector256.Create(lengthTable, lengthTable);
        Vector256<byte> classTables = Vector256.Create(classTable, classTable);
        Vector256<byte> nearest1Behind = IntegerScan<TLane, TSignedness>.Index(Vector256.LoadUnsafe(ref source, (nuint)count));
        Vector256<byte> nearest2Behind = Nearer(nearest1Behind, nearest1Behind, 1);
        Vector256<byte> nearest4Behind = Nearer(nearest2Behind, nearest2Behind, 2);
        Vector256<byte> nearest8Behind = Nearer(nearest4Behind, nearest4Behind, 4);
        for (nint at = count - Vector256<byte>.Count; at >= 0; at -= Vector256<byte>.Count)
        {
            Vector256<byte> nearest1 = IntegerScan<TLane, TSignedness>.Index(Vector256.LoadUnsafe(ref source, (nuint)at));
            Vector256<byte> nearest2 = Nearer(nearest1, nearest1Behind, 1);
            Vector256<byte> nearest4 = Nearer(nearest2, nearest2Behind, 2);
            Vector256<byte> nearest8 = Nearer(nearest4, nearest4Behind, 4);
            Vector256<byte> nearest16 = Nearer(nearest8, nearest8Behind, 8);
            Vector256<byte> runs = (nearest16.AsUInt16() >> 4).AsByte() & Vector256.Create((byte)0x0f);
            Vector256<byte> index = nearest16 & Vector256.Create((byte)0x0f);
            (runs + Avx2.Shuffle(lengthTables, index) + Vector256<byte>.One).StoreUnsafe(ref scan, (nuint)at);
            runs.StoreUnsafe(ref scan, (nuint)(at + ScannedRuns.Runs));
            Avx2.Shuffle(classTables, index).StoreUnsafe(ref scan, (nuint)(at + ScannedRuns.Classes));
            nearest1Behind = nearest1;
            nearest2Behind = nearest2;
            nearest4Behind = nearest4;
            nearest8Behind = nearest8;
        }
    }

    /// <summary>The nearer of what a byte has found and what the byte some bytes behind it has.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> Nearer(Vector256<byte> current, Vector256<byte> behind, [ConstantExpected(Max = (byte)15)] byte distance)
    {
        Vector256<byte> halves = Avx2.Permute2x128(current, behind, 0x21);
        return Vector256.Min(current, Avx2.AddSaturate(Avx2.AlignRight(halves, current, distance), Vector256.Create((byte)(distance << 4))));
    }
}
