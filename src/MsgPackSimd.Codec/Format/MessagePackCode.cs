namespace MsgPackSimd.Codec.Format;

/// <summary>
/// The first byte of every token that this library reads or writes.
/// See <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">the format table of the specification</see>.
/// </summary>
internal static class MessagePackCode
{
    public const byte MaxPositiveFixInt = 0x7f;
    public const byte MinFixArray = 0x90;
    public const byte MaxFixArray = 0x9f;
    public const byte Nil = 0xc0;
    public const byte False = 0xc2;
    public const byte True = 0xc3;
    public const byte Float32 = 0xca;
    public const byte Float64 = 0xcb;
    public const byte UInt8 = 0xcc;
    public const byte UInt16 = 0xcd;
    public const byte UInt32 = 0xce;
    public const byte UInt64 = 0xcf;
    public const byte Int8 = 0xd0;
    public const byte Int16 = 0xd1;
    public const byte Int32 = 0xd2;
    public const byte Int64 = 0xd3;
    public const byte Array16 = 0xdc;
    public const byte Array32 = 0xdd;
    public const byte MinNegativeFixInt = 0xe0;

    /// <summary>The largest count that fits the low four bits of a fixarray header.</summary>
    public const int MaxFixArrayCount = 15;

    /// <summary>The smallest value that is its own token: negative fixint holds -32 to -1.</summary>
    public const int MinFixIntValue = -32;
}
