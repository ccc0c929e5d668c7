namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>What is measured of an array.</summary>
internal static class Direction
{
    /// <summary>Through the serializer, into existing memory.</summary>
    public const string Encode = "encode";

    /// <summary>Through the serializer, into a new <c>byte[]</c>.</summary>
    public const string Bytes = "bytes";

    /// <summary>Through the serializer, into a pipe, from which the bytes are taken unread.</summary>
    public const string Pipe = "pipe";

    /// <summary>Through the serializer, into a new array.</summary>
    public const string Decode = "decode";

    /// <summary>
    /// Decoding into existing memory, not through the serializer: what decoding costs without the new array. Nothing built-in does that, so the baseline
    /// is the scalar code.
    /// </summary>
    public const string Span = "span";

    public static readonly string[] All = [Encode, Bytes, Pipe, Decode, Span];
}
