using System;
using System.Buffers;
using System.Collections.Generic;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults.Fuzzing;

/// <summary>What a case is for.</summary>
public enum FuzzKind
{
    /// <summary>Tokens without a header: the codec's <see cref="OperationStatus"/> forms, and encoding.</summary>
    Elements,

    /// <summary>A message with a header: the codec's throwing forms, and the formatters of arrays, lists and memories.</summary>
    Message,

    /// <summary>An array of two dimensions, two lengths before its elements: the formatter for these.</summary>
    Grid,
}

/// <summary>One input.</summary>
/// <param name="Kind">What reads it.</param>
/// <param name="Bytes">The bytes.</param>
/// <param name="Room">How many elements, or bytes, the destination has room for.</param>
/// <param name="Cuts">Where the bytes are cut into segments, in ascending order; the same place twice makes an empty segment.</param>
public sealed record FuzzCase(FuzzKind Kind, byte[] Bytes, int Room, int[] Cuts)
{
    /// <summary>Gets the bytes in segments.</summary>
    public ReadOnlySequence<byte> Sequence
    {
        get
        {
            var segments = new List<ReadOnlyMemory<byte>>(Cuts.Length + 1);
            int start = 0;
            foreach (int cut in Cuts)
            {
                segments.Add(Bytes.AsMemory(start, cut - start));
                start = cut;
            }

            segments.Add(Bytes.AsMemory(start));
            return Segmentation.Join(segments);
        }
    }

    /// <summary>Gets the case as the arguments of <see cref="ReferenceComparison{T}"/>, to be put into a test.</summary>
    public string Arguments =>
        $"FuzzKind.{Kind}, \"{Convert.ToHexString(Bytes).ToLowerInvariant()}\", {Room}, [{string.Join(", ", Cuts)}]";
}
