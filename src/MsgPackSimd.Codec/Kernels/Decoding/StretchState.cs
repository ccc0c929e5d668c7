namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// What the integers of one segment tell about those of the next, so that a border between segments does not end a stretch: at the start of an array, nothing.
/// </summary>
internal struct StretchState
{
    /// <summary>How many bytes the next stretch of mixed widths may have; 0 if that is as at the start of an array.</summary>
    public nint MixedLength;

    /// <summary>Whether windows are expected to hold many tokens.</summary>
    public bool IsDense;

    /// <summary>The length of the tokens of the uniform stretch that the border has cut; 0 if it has cut none.</summary>
    public int UniformLength;
}
