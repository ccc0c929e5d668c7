using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Tokens of every form, whether elements are written in it or not.</summary>
internal static class TokenForms
{
    /// <summary>A token of every form, with a value that most types have.</summary>
    public static readonly byte[][] All =
    [
        [0x05], [0xff], [0xcc, 0xc8], [0xcd, 0x12, 0x34], [0xce, 0x00, 0x00, 0x56, 0x78], [0xce, 0x7f, 0x00, 0x00, 0x01],
        [0xce, 0x80, 0x00, 0x00, 0x01], [0xcf, 0, 0, 0, 0, 0, 0, 0, 1], [0xcf, 0x70, 1, 2, 3, 4, 5, 6, 7],
        [0xcf, 0xf0, 1, 2, 3, 4, 5, 6, 7], [0xd0, 0x81], [0xd1, 0x12, 0x34], [0xd1, 0x92, 0x34], [0xd2, 0x12, 0x34, 0x56, 0x78],
        [0xd2, 0x92, 0x34, 0x56, 0x78], [0xd3, 0x70, 1, 2, 3, 4, 5, 6, 7], [0xd3, 0x90, 1, 2, 3, 4, 5, 6, 7],
        [0xca, 0x7f, 0x80, 0x00, 0x01], [0xcb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 1], [0xc2], [0xc3], [0xc0], [0xc1], [0x90], [0xa1, 0x61],
        [0xd6, 0xff, 0x65, 0x43, 0x21, 0], [0xd7, 0xff, 0x77, 0x35, 0x93, 0xfc, 0x65, 0x43, 0x21, 0], [0xd7, 0xfe, 0, 0, 0, 0, 0, 0, 0, 0],
        [0xc7, 12, 0xff, 0, 0, 0, 100, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
    ];

    /// <summary>Small numbers in every form there is: narrow elements are read from wide tokens, and floats from integers.</summary>
    public static readonly byte[][] Small =
    [
        [0x05], [0xfb], [0xcc, 0x45], [0xcd, 0, 0x46], [0xce, 0, 0, 0, 0x47], [0xcf, 0, 0, 0, 0, 0, 0, 0, 0x48], [0xd0, 0xb9], [0xd0, 0x49], [0xd1, 0xff, 0xb8],
        [0xd2, 0xff, 0xff, 0xff, 0xb7], [0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xb6], [0xd3, 0, 0, 0, 0, 0, 0, 0, 0x49],
        [0xca, 0x3f, 0xc0, 0x00, 0x01], [0xcb, 0x40, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18],
    ];

    /// <summary>Those that an element is read from.</summary>
    public static byte[][] Accepted<T>(byte[][] forms)
        where T : unmanaged => [.. forms.Where(form => ReferenceCodec.DecodeElements<T>(form, 1).Values.Length == 1)];

    /// <summary>
    /// A long message of sections, each of one to three forms, as a writer makes them that takes more bytes than it has to, or does not know what the elements
    /// are.
    /// </summary>
    /// <param name="random">Decides on everything.</param>
    /// <param name="forms">The forms.</param>
    /// <param name="count">Receives the number of tokens.</param>
    /// <param name="always">Forms that each section also has.</param>
    public static byte[] Sections(Random random, byte[][] forms, out int count, params byte[][] always)
    {
        var tokens = new List<byte>();
        int length = random.Next(100, 6000);
        count = 0;
        while (count < length)
        {
            byte[][] some = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => forms[random.Next(forms.Length)]), .. always];
            random.Shuffle(some);
            int rarely = random.Next(1, 40);
            for (int i = random.Next(1, random.Next(1, 3000)); i > 0; i--)
            {
                tokens.AddRange(random.Next(rarely) == 0 ? some[random.Next(some.Length)] : some[0]);
                count++;
            }
        }

        return [.. tokens];
    }
}
