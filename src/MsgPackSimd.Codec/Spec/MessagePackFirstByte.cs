using System.Diagnostics.CodeAnalysis;

namespace MsgPackSimd.Codec;

/// <summary>
/// The first byte of every token, named as in
/// <see href="https://github.com/msgpack/msgpack/blob/master/spec.md#formats">the format table of the specification</see>.
/// </summary>
/// <remarks>
/// For tokens that hold a few bits of their value in the first byte, there are constants for the lowest and the highest first byte:
/// <see cref="MinFixArray"/> and <see cref="MaxFixArray"/>, for example. (MessagePack-CSharp calls its class of these constants <c>MessagePackCode</c>. This
/// one has another name, so that a file may use both namespaces.)
/// </remarks>
[SuppressMessage("Naming", "CA1720:Identifier contains type name", Justification = "These are the names of the specification.")]
public static class MessagePackFirstByte
{
    /// <summary>positive fixint, 0: the lowest of the bytes that are integers from 0 to 127 by themselves.</summary>
    public const byte MinPositiveFixInt = 0x00;

    /// <summary>positive fixint, 127.</summary>
    public const byte MaxPositiveFixInt = 0x7f;

    /// <summary>fixmap of no pairs.</summary>
    public const byte MinFixMap = 0x80;

    /// <summary>fixmap of 15 pairs.</summary>
    public const byte MaxFixMap = 0x8f;

    /// <summary>fixarray of no elements.</summary>
    public const byte MinFixArray = 0x90;

    /// <summary>fixarray of 15 elements.</summary>
    public const byte MaxFixArray = 0x9f;

    /// <summary>fixstr of no bytes.</summary>
    public const byte MinFixStr = 0xa0;

    /// <summary>fixstr of 31 bytes.</summary>
    public const byte MaxFixStr = 0xbf;

    /// <summary>nil.</summary>
    public const byte Nil = 0xc0;

    /// <summary>The only byte that does not begin a token: "(never used)" in the specification.</summary>
    public const byte NeverUsed = 0xc1;

    /// <summary>false.</summary>
    public const byte False = 0xc2;

    /// <summary>true.</summary>
    public const byte True = 0xc3;

    /// <summary>bin 8: the length takes one byte.</summary>
    public const byte Bin8 = 0xc4;

    /// <summary>bin 16: the length takes two bytes.</summary>
    public const byte Bin16 = 0xc5;

    /// <summary>bin 32: the length takes four bytes.</summary>
    public const byte Bin32 = 0xc6;

    /// <summary>ext 8: the length takes one byte, the type follows.</summary>
    public const byte Ext8 = 0xc7;

    /// <summary>ext 16: the length takes two bytes, the type follows.</summary>
    public const byte Ext16 = 0xc8;

    /// <summary>ext 32: the length takes four bytes, the type follows.</summary>
    public const byte Ext32 = 0xc9;

    /// <summary>float 32: an IEEE 754 number of four bytes.</summary>
    public const byte Float32 = 0xca;

    /// <summary>float 64: an IEEE 754 number of eight bytes.</summary>
    public const byte Float64 = 0xcb;

    /// <summary>uint 8.</summary>
    public const byte UInt8 = 0xcc;

    /// <summary>uint 16.</summary>
    public const byte UInt16 = 0xcd;

    /// <summary>uint 32.</summary>
    public const byte UInt32 = 0xce;

    /// <summary>uint 64.</summary>
    public const byte UInt64 = 0xcf;

    /// <summary>int 8.</summary>
    public const byte Int8 = 0xd0;

    /// <summary>int 16.</summary>
    public const byte Int16 = 0xd1;

    /// <summary>int 32.</summary>
    public const byte Int32 = 0xd2;

    /// <summary>int 64.</summary>
    public const byte Int64 = 0xd3;

    /// <summary>fixext 1: a type and one byte.</summary>
    public const byte FixExt1 = 0xd4;

    /// <summary>fixext 2: a type and two bytes.</summary>
    public const byte FixExt2 = 0xd5;

    /// <summary>fixext 4: a type and four bytes.</summary>
    public const byte FixExt4 = 0xd6;

    /// <summary>fixext 8: a type and eight bytes.</summary>
    public const byte FixExt8 = 0xd7;

    /// <summary>fixext 16: a type and sixteen bytes.</summary>
    public const byte FixExt16 = 0xd8;

    /// <summary>str 8: the length takes one byte.</summary>
    public const byte Str8 = 0xd9;

    /// <summary>str 16: the length takes two bytes.</summary>
    public const byte Str16 = 0xda;

    /// <summary>str 32: the length takes four bytes.</summary>
    public const byte Str32 = 0xdb;

    /// <summary>array 16: the count takes two bytes.</summary>
    public const byte Array16 = 0xdc;

    /// <summary>array 32: the count takes four bytes.</summary>
    public const byte Array32 = 0xdd;

    /// <summary>map 16: the count of pairs takes two bytes.</summary>
    public const byte Map16 = 0xde;

    /// <summary>map 32: the count of pairs takes four bytes.</summary>
    public const byte Map32 = 0xdf;

    /// <summary>negative fixint, -32: the lowest of the bytes that are integers from -32 to -1 by themselves.</summary>
    public const byte MinNegativeFixInt = 0xe0;

    /// <summary>negative fixint, -1.</summary>
    public const byte MaxNegativeFixInt = 0xff;
}
