using System.Buffers;

namespace MsgPackSimd.Codec;

/// <summary>
/// The outcome of reading one token of <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">the MessagePack formats</see>.
/// </summary>
/// <remarks>
/// It is more detailed than <see cref="OperationStatus"/>, which has only <see cref="OperationStatus.InvalidData"/> for both <see cref="WrongToken"/> and
/// <see cref="DoesNotFit"/>.
/// </remarks>
public enum MessagePackReadStatus
{
    /// <summary>The token was read.</summary>
    Done,

    /// <summary>The source ends inside the token, or is empty; as far as it goes, it holds a token of an accepted kind.</summary>
    NeedMoreData,

    /// <summary>
    /// The token is not of a kind that is accepted here. Its first byte decides that (for a timestamp also the extension's type and length, once the whole ext
    /// header is there), so that this is returned even if the token is cut short after it.
    /// </summary>
    WrongToken,

    /// <summary>
    /// The token is of an accepted kind, but can't be read into what was asked for, because
    /// <list type="bullet">
    /// <item>an integer is out of the type's range;</item>
    /// <item>a string is not well-formed UTF-8, or is longer than the caller's span
    /// (<see cref="MessagePackSpec.TryReadString(System.ReadOnlySpan{byte}, System.Span{char}, out int, out int)"/>);</item>
    /// <item>a timestamp has more than 999,999,999 nanoseconds;</item>
    /// <item>a str, bin or ext token is longer than <see cref="int.MaxValue"/> bytes, the longest that a span can be; or</item>
    /// <item>
    /// a value to be skipped is nested too deeply, or longer than that (<see cref="MessagePackSpec.TrySkip(System.ReadOnlySpan{byte}, out int, int)"/>).
    /// </item>
    /// </list>
    /// </summary>
    DoesNotFit,
}
