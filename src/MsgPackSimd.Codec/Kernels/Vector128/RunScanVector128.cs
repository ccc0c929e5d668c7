using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Looks up, at every byte, what would be decoded by a step that begins there: how many fixints, and which token behind them. The first part of
/// <see cref="RunScanDecoderVector128{TLane, TSignedness}"/>, which draws it.
/// </summary>
internal static class RunScanVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>How many bytes behind the positions that are looked up are loaded, at most: where 32 are looked up at a time, the next 32.</summary>
    public const int Reach = 32;

    /// <summary>Gets of what the number of positions must be a multiple.</summary>
    public static int Step
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Avx2.IsSupported ? Vector256<byte>.Count : Vector128<byte>.Count;
    }

    /// <summary>
    /// Looks up bytes, 16 at a time, or 32 with AVX2: from the last ones to the first ones, since each vector needs what was found for the bytes behind it.
    /// </summary>
    /// <param name="source">The bytes: as many as are looked up, and <see cref="Reach"/> behind them.</param>
    /// <param name="count">How many are looked up: a multiple of <see cref="Step"/>.</param>
    /// <param name="scan">Receives, for each, what a step decodes (<see cref="ScannedRuns"/>).</param>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static void Scan(ref byte source, nint count, ref byte scan)
    {
        Vector128<byte> lengthTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(TokenRowTable.LengthsLessOne));
        Vector128<byte> classTable = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(TokenRowTable.Classes));
        if (Avx2.IsSupported)
        {
            RunScanAvx2<TLane, TSignedness>.Scan(lengthTable, classTable, ref source, count, ref scan);
            return;
        }

        Bounds.Assert(count, Reach, count + Reach);
        Bounds.Assert(0, count, ScannedRuns.Length);

        // At no distance, the key of a byte is its index. Of the bytes behind the last ones, only the first 15 matter: what these would find behind themselves does not.
        Vector128<byte> nearest1Behind = IntegerScan<TLane, TSignedness>.Index(Vector128.LoadUnsafe(ref source, (nuint)count));
        Vector128<byte> nearest2Behind = Nearer(nearest1Behind, nearest1Behind, 1);
        Vector128<byte> nearest4Behind = Nearer(nearest2Behind, nearest2Behind, 2);
        Vector128<byte> nearest8Behind = Nearer(nearest4Behind, nearest4Behind, 4);
        for (nint at = count - Vector128<byte>.Count; at >= 0; at -= Vector128<byte>.Count)
        {
            Vector128<byte> nearest1 = IntegerScan<TLane, TSignedness>.Index(Vector128.LoadUnsafe(ref source, (nuint)at));
            Vector128<byte> nearest2 = Nearer(nearest1, nearest1Behind, 1);
            Vector128<byte> nearest4 = Nearer(nearest2, nearest2Behind, 2);
            Vector128<byte> nearest8 = Nearer(nearest4, nearest4Behind, 4);
            Vector128<byte> nearest16 = Nearer(nearest8, nearest8Behind, 8);
            Vector128<byte> runs = (nearest16.AsUInt16() >> 4).AsByte() & Vector128.Create((byte)0x0f);
            Vector128<byte> index = nearest16 & Vector128.Create((byte)0x0f);
            (runs + Simd128.Shuffle(lengthTable, index) + Vector128<byte>.One).StoreUnsafe(ref scan, (nuint)at);
            runs.StoreUnsafe(ref scan, (nuint)(at + ScannedRuns.Runs));
            Simd128.Shuffle(classTable, index).StoreUnsafe(ref scan, (nuint)(at + ScannedRuns.Classes));
            nearest1Behind = nearest1;
            nearest2Behind = nearest2;
            nearest4Behind = nearest4;
            nearest8Behind = nearest8;
        }
    }

    /// <summary>The nearer of what a byte has found and what the byte some bytes behind it has.</summary>
    /// <param name="current">The keys of 16 bytes.</param>
    /// <param name="behind">The keys of the 16 behind them.</param>
    /// <param name="distance">How many bytes: 1, 2, 4 or 8.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Nearer(Vector128<byte> current, Vector128<byte> behind, [ConstantExpected(Max = (byte)15)] byte distance) =>
        Vector128.Min(current, Vector128.AddSaturate(Simd128.Behind(current, behind, distance), Vector128.Create((byte)(distance << 4))));
}
