using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>
/// The format table of the specification, copied by hand from https://github.com/msgpack/msgpack/blob/master/spec.md#formats, with nothing of the
/// library: what the first byte says about the bytes that follow it.
/// </summary>
/// <param name="Name">The specification's name.</param>
/// <param name="First">The lowest first byte.</param>
/// <param name="Last">The highest first byte.</param>
/// <param name="CountWidth">How many bytes the length or count has.</param>
/// <param name="TypeWidth">How many bytes the extension's type has.</param>
/// <param name="Fixed">How many bytes of the value there are, whatever the length or count.</param>
public sealed record SpecFormat(string Name, int First, int Last, int CountWidth, int TypeWidth, int Fixed)
{
    public static IReadOnlyList<SpecFormat> All { get; } =
    [
        new("positive fixint", 0x00, 0x7f, 0, 0, 0),
        new("fixmap", 0x80, 0x8f, 0, 0, 0),
        new("fixarray", 0x90, 0x9f, 0, 0, 0),
        new("fixstr", 0xa0, 0xbf, 0, 0, 0),
        new("nil", 0xc0, 0xc0, 0, 0, 0),
        new("(never used)", 0xc1, 0xc1, 0, 0, 0),
        new("false", 0xc2, 0xc2, 0, 0, 0),
        new("true", 0xc3, 0xc3, 0, 0, 0),
        new("bin 8", 0xc4, 0xc4, 1, 0, 0),
        new("bin 16", 0xc5, 0xc5, 2, 0, 0),
        new("bin 32", 0xc6, 0xc6, 4, 0, 0),
        new("ext 8", 0xc7, 0xc7, 1, 1, 0),
        new("ext 16", 0xc8, 0xc8, 2, 1, 0),
        new("ext 32", 0xc9, 0xc9, 4, 1, 0),
        new("float 32", 0xca, 0xca, 0, 0, 4),
        new("float 64", 0xcb, 0xcb, 0, 0, 8),
        new("uint 8", 0xcc, 0xcc, 0, 0, 1),
        new("uint 16", 0xcd, 0xcd, 0, 0, 2),
        new("uint 32", 0xce, 0xce, 0, 0, 4),
        new("uint 64", 0xcf, 0xcf, 0, 0, 8),
        new("int 8", 0xd0, 0xd0, 0, 0, 1),
        new("int 16", 0xd1, 0xd1, 0, 0, 2),
        new("int 32", 0xd2, 0xd2, 0, 0, 4),
        new("int 64", 0xd3, 0xd3, 0, 0, 8),
        new("fixext 1", 0xd4, 0xd4, 0, 1, 1),
        new("fixext 2", 0xd5, 0xd5, 0, 1, 2),
        new("fixext 4", 0xd6, 0xd6, 0, 1, 4),
        new("fixext 8", 0xd7, 0xd7, 0, 1, 8),
        new("fixext 16", 0xd8, 0xd8, 0, 1, 16),
        new("str 8", 0xd9, 0xd9, 1, 0, 0),
        new("str 16", 0xda, 0xda, 2, 0, 0),
        new("str 32", 0xdb, 0xdb, 4, 0, 0),
        new("array 16", 0xdc, 0xdc, 2, 0, 0),
        new("array 32", 0xdd, 0xdd, 4, 0, 0),
        new("map 16", 0xde, 0xde, 2, 0, 0),
        new("map 32", 0xdf, 0xdf, 4, 0, 0),
        new("negative fixint", 0xe0, 0xff, 0, 0, 0),
    ];

    /// <summary>Gets whether a length, in the first byte or behind it, says how many bytes the value has.</summary>
    public bool HasPayload => Name.Split(' ')[0] is "fixstr" or "str" or "bin" or "ext";

    public bool IsContainer => Name.Split(' ')[0] is "fixmap" or "fixarray" or "map" or "array";

    public static SpecFormat Of(int code) => All.Single(format => code >= format.First && code <= format.Last);

    /// <summary>A token with a certain first byte. If a length or count follows it, that is <paramref name="count"/>.</summary>
    /// <param name="code">The first byte.</param>
    /// <param name="count">The length, or count.</param>
    /// <param name="type">An extension's type.</param>
    /// <param name="fill">Each byte of the value.</param>
    public static byte[] Token(int code, int count = 3, sbyte type = 5, byte fill = 0)
    {
        SpecFormat format = Of(code);
        int payload = format.Name == "fixstr" ? code - 0xa0 : format.HasPayload ? count : format.Fixed;
        var bytes = new List<byte> { (byte)code };
        for (int i = format.CountWidth - 1; i >= 0; i--)
        {
            bytes.Add((byte)(i < 4 ? count >> (8 * i) : 0));
        }

        if (format.TypeWidth > 0)
        {
            bytes.Add((byte)type);
        }

        bytes.AddRange(Enumerable.Repeat(fill, payload));
        return [.. bytes];
    }

    /// <summary>
    /// How long a source must be at least, as far as its first <paramref name="length"/> bytes tell, for the head alone or for the whole token.
    /// </summary>
    public int Needed(byte[] token, int length, bool headOnly)
    {
        int head = 1 + CountWidth + TypeWidth;
        return length == 0 ? 1 : headOnly || length < head ? head : token.Length;
    }
}
