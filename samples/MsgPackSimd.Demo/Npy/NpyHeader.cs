using System.Collections.Generic;

namespace MsgPackSimd.Demo.Npy;

/// <summary>What the header of a <c>.npy</c> file says about the C-ordered array that follows it.</summary>
/// <param name="Type">The element type.</param>
/// <param name="IsBigEndian">Whether values have their most significant byte first.</param>
/// <param name="Shape">The dimensions; none for a single value.</param>
/// <param name="Count">The number of values: the product of the dimensions.</param>
internal sealed record NpyHeader(ElementType Type, bool IsBigEndian, IReadOnlyList<long> Shape, int Count)
{
    /// <summary>Gets what a table says about an array that does not have one dimension, as MessagePack arrays have; otherwise an empty text.</summary>
    public string Note => Shape.Count switch
    {
        0 => "a single value without dimensions",
        1 => "",
        _ => $"flattened from {string.Join(" x ", Shape)}",
    };
}
