using System.Buffers;

namespace MsgPackSimd.Codec.Format;

/// <summary>
/// What came of reading one token. Finer than <see cref="OperationStatus"/>, which has one word for the last two: the throwing forms
/// throw a different exception for each.
/// </summary>
internal enum TokenStatus
{
    /// <summary>The token was read.</summary>
    Done,

    /// <summary>The bytes end inside the token (or before it), and as far as they go it is of an accepted kind.</summary>
    NeedMoreData,

    /// <summary>The token's first byte is not one that the element type accepts. Said even where the token is cut short.</summary>
    WrongKind,

    /// <summary>The token is whole and of an accepted kind, but its value is out of the element type's range.</summary>
    DoesNotFit,
}

internal static class TokenStatusExtensions
{
    public static OperationStatus ToOperationStatus(this TokenStatus status) => status switch
    {
        TokenStatus.Done => OperationStatus.Done,
        TokenStatus.NeedMoreData => OperationStatus.NeedMoreData,
        _ => OperationStatus.InvalidData,
    };
}
