namespace MsgPackSimd.Codec.Kernels;

/// <summary>Why an encoder's loop for mixed widths was left.</summary>
internal enum MixedLoopEnd
{
    /// <summary>Too few elements or bytes are left for another block.</summary>
    Last,

    /// <summary>A round of fixints has been seen.</summary>
    FixInts,

    /// <summary>A round of tokens of full width has been seen.</summary>
    FullWidth,
}
