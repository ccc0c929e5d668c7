namespace MsgPackSimd.Codec.Kernels;

/// <summary>Why a stretch of elements that may be missing ends.</summary>
internal enum NullableStretchEnd
{
    /// <summary>There is no more room, there are too few bytes, or the next token can't be decoded there.</summary>
    Other,

    /// <summary>The last elements decoded were all present, or all missing: as many in a row as end a stretch.</summary>
    Alike,

    /// <summary>Too often, a present element was followed by a missing one.</summary>
    Changing,
}
