namespace MsgPackSimd.Codec.Kernels.Scalar;

/// <summary>Why a stretch of elements that may be missing ends.</summary>
internal enum NullableStretchEnd
{
    /// <summary>There is no more room, there are too few bytes, or the next token is not read there.</summary>
    Other,

    /// <summary>So many in a row were there, or were missing, the last ones that were decoded.</summary>
    Alike,

    /// <summary>Too often one that was there was followed by one that was missing.</summary>
    Changing,
}
