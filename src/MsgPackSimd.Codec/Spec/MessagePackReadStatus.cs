using System.Buffers;

namespace MsgPackSimd.Codec;

/// <summary>What came of reading one token.</summary>
/// <remarks>Finer than <see cref="OperationStatus"/>, which has one word for the last two.</remarks>
public enum MessagePackReadStatus
{
    /// <summary>The token was read.</summary>
    Done,

    /// <summary>The bytes end inside the token (or before it), and as far as they go it is of an accepted kind.</summary>
    NeedMoreData,

    /// <summary>The token's first byte is not one that is accepted here. Said even where the token is cut short.</summary>
    WrongToken,

    /// <summary>
    /// The token is of an accepted kind, but its value is none of what it is read into: out of range, not well-formed, or longer than any
    /// span can be.
    /// </summary>
    DoesNotFit,
}
