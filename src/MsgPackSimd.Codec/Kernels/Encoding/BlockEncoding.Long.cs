using System;
using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The loops around the blocks for long arrays, where runs of fixints with few others between them have a loop too.</content>
internal static partial class BlockEncoding
{
    /// <summary>After so many fixints at the beginning, there may be few others behind them.</summary>
    private const int MinFixInts = 16;

    /// <summary>With fewer elements, it was a failed attempt to enter <see cref="FixIntRunEncoding"/>.</summary>
    private const int MinRun = 256;

    /// <summary>The same if tokens of full width follow, which have a loop of their own: one block.</summary>
    private const int MinRunToFullWidth = FixIntRunEncoding.BlockLength;

    /// <summary>If the loop for full width takes fewer elements, to enter and leave it costs what it saves, and it has to pause.</summary>
    private const int MinFullWidth = 48;

    /// <summary>How many elements are encoded without that loop then.</summary>
    private const int FullWidthPause = 512;

    /// <summary>How many elements are encoded without another attempt after one that failed.</summary>
    private const int MinPause = 1024;

    /// <summary>How many elements are encoded without another attempt after many that failed.</summary>
    private const int MaxPause = 16 * 1024;

    /// <summary>Encodes what is behind the fixints that a long array begins with.</summary>
    /// <inheritdoc cref="EncodeFrom"/>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static OperationStatus EncodeLongFrom<T, TLane, TKernel>(
        ReadOnlySpan<T> values, Span<byte> destination, int fixInts, out int valuesRead, out int bytesWritten)
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane>
    {
        Debug.Assert(TKernel.MaxOthers != 0, "The kernel has no loop for runs of fixints.");
        ref TLane source = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(values));
        ref byte target = ref MemoryMarshal.GetReference(destination);
        nint count = values.Length;
        nint room = destination.Length;
        nint read = fixInts;
        nint written = fixInts;
        nint runsFrom = 0;
        nint fullWidthFrom = 0;
        nint pause = 0;
        nint first;
        NextLoop next = read >= MinFixInts ? NextLoop.FixIntRuns
            : read == 0 && TKernel.HasFullWidth(source) ? NextLoop.FullWidth
            : NextLoop.MixedWidths;
        while (read < count)
        {
            switch (next)
            {
                case NextLoop.MixedWidths:
                    next = EncodeMixed<TLane, TKernel>(
                        ref MemoryMarshal.GetReference(TKernel.Rows), ref source, count, ref target, room, runsFrom, fullWidthFrom, ref read, ref written);
                    break;
                case NextLoop.FixIntRuns:
                    first = read;
                    next = FixIntRunEncoding.Encode<TLane, TKernel>(ref source, count, ref target, room, ref read, ref written);
                    pause = read - first >= (next == NextLoop.FullWidth ? MinRunToFullWidth : MinRun) ? 0 : Math.Clamp(4 * pause, MinPause, MaxPause);
                    runsFrom = read + pause;
                    break;
                case NextLoop.FixInts:
                    EncodeUniform<TLane, TKernel>(next, ref source, count, ref target, room, ref read, ref written);
                    next = read >= runsFrom ? NextLoop.FixIntRuns : NextLoop.MixedWidths;
                    break;
                case NextLoop.FullWidth:
                    first = read;
                    EncodeUniform<TLane, TKernel>(next, ref source, count, ref target, room, ref read, ref written);

                    // Where that took nothing, the blocks go on at once.
                    next = read > first && read >= runsFrom ? NextLoop.FixIntRuns : NextLoop.MixedWidths;
                    if (first > 0 && read - first < MinFullWidth)
                    {
                        fullWidthFrom = read + FullWidthPause;
                    }

                    break;
                default:
                    return EncodeWithoutRoom<T, TLane, TKernel>(values, destination, (int)read, (int)written, out valuesRead, out bytesWritten);
            }
        }

        valuesRead = (int)read;
        bytesWritten = (int)written;
        return OperationStatus.Done;
    }
}
