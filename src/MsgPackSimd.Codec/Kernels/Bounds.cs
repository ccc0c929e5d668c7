using System.Diagnostics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// With this, kernels assert in debug builds that vector loads and stores by reference lie within the memory they were given. In release builds nothing is left
/// of these calls, not even the arguments.
/// </summary>
/// <remarks>
/// A method that is not told how much memory there is relies on its caller: for the first vector of <see cref="NullableBlockEncoder{TLane, TBlock}"/> and the
/// elements ahead of a <see cref="LastBlock"/>; for the room of what narrows or converts to a buffer (<see cref="Int64NarrowingVector128"/>, <see
/// cref="Int64NarrowingAvx2"/>, <see cref="HalfConversion"/>). Where <see cref="LengthScanDecoderVector128{TElement, TScan}"/> is told where the last token may
/// begin, its caller has subtracted what is loaded from there on; and <see cref="FixIntRunEncoding"/>, which counts the room that its stores take before the
/// first of them, asserts that the last one had it.
/// </remarks>
internal static class Bounds
{
    /// <summary>Asserts that a load or a store, or several beside each other, lie within a span.</summary>
    /// <param name="from">Where they begin, in elements or bytes from the span's start.</param>
    /// <param name="length">How many elements or bytes they touch.</param>
    /// <param name="end">The length of the span.</param>
    [Conditional("DEBUG")]
    public static void Assert(nint from, nint length, nint end) =>
        Debug.Assert(from >= 0 && length >= 0 && from <= end - length, $"{length} from {from} on end past {end}.");
}
