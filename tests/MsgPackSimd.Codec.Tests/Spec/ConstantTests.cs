using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec;

/// <summary>The constants: a caller's program has them compiled into it, so that they can never be corrected.</summary>
public class ConstantTests
{
    /// <summary>The words of the specification's names that our names spell with more capitals than the first.</summary>
    private static readonly Dictionary<string, string> Words = new()
    {
        ["fixint"] = "FixInt",
        ["fixmap"] = "FixMap",
        ["fixarray"] = "FixArray",
        ["fixstr"] = "FixStr",
        ["fixext"] = "FixExt",
        ["uint"] = "UInt",
    };

    [Fact]
    public void First_bytes_are_those_of_the_format_table()
    {
        IEnumerable<(string Name, byte Value)> expected = SpecFormat.All.SelectMany(format => format.First == format.Last
            ? new[] { (NameOf(format), (byte)format.First) }
            : [("Min" + NameOf(format), (byte)format.First), ("Max" + NameOf(format), (byte)format.Last)]);
        IEnumerable<(string Name, byte Value)> actual = typeof(MessagePackFirstByte).GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(field => (field.Name, (byte)field.GetRawConstantValue()!));
        Assert.Equal(expected.Order(), actual.Order());
    }

    [Fact]
    public void Depths_and_the_type_of_timestamps_are_what_is_documented() =>
        Assert.Equal((500, 1024, -1), (MessagePackSpec.DefaultSkipDepth, MessagePackSpec.MaxSkipDepth, (int)MessagePackSpec.TimestampExtensionType));

    private static string NameOf(SpecFormat format) =>
        string.Concat(format.Name.Trim('(', ')').Split(' ').Select(word => Words.GetValueOrDefault(word, char.ToUpperInvariant(word[0]) + word[1..])));
}
