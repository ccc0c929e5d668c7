using System;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>Whole values at random, by the format table: tokens of every form, the shortest or not, in arrays and maps.</summary>
internal static class SpecValues
{
    public static Gen<byte[]> Any => Gen.Sized(size => Value(Math.Min(size, 40)));

    private static Gen<byte[]> Value(int size)
    {
        Gen<byte[]> leaf =
            from code in Gen.Choose(0, 255)
            where code != 0xc1 && !SpecFormat.Of(code).IsContainer
            from count in Gen.Choose(0, 20)
            select SpecFormat.Token(code, count);
        if (size < 2)
        {
            return leaf;
        }

        return Gen.Frequency(
            (2, leaf),
            (3, from count in Gen.Choose(0, 4)
                from isMap in Gen.Choose(0, 1)
                from width in Gen.Choose(0, 2)
                from elements in Value(size / 4).ArrayOf(count * (1 + isMap))
                let head = width == 0 ? new[] { (byte)((isMap == 1 ? 0x80 : 0x90) + count) } : SpecFormat.Token((isMap == 1 ? 0xde : 0xdc) + width - 1, count)
                select (byte[])[.. head, .. elements.SelectMany(element => element)]));
    }
}
