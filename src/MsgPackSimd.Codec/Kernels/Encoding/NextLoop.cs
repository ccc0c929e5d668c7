namespace MsgPackSimd.Codec.Kernels;

/// <summary>Which of an encoder's loops goes on.</summary>
internal enum NextLoop
{
    /// <summary>That for mixed widths.</summary>
    MixedWidths,

    /// <summary>That for fixints: a round of them has been seen.</summary>
    FixInts,

    /// <summary>That for fixints with few other elements between them: a round of such has been seen.</summary>
    FixIntRuns,

    /// <summary>That for tokens of full width: a round of them has been seen.</summary>
    FullWidth,

    /// <summary>None: all elements are encoded, or there is too little room for another block.</summary>
    None,
}
