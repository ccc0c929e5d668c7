using System;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>MessagePack files that are refused.</summary>
public sealed class MessagePackInputTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Theory]
    [InlineData("", "int32", "is truncated: it ends before the end of an array header")]
    [InlineData("c0", "int32", "holds nil")]
    [InlineData("c000", "int32", "holds nil")]
    [InlineData("01", "int32", "does not begin with a MessagePack array")]
    [InlineData("80", "int32", "does not begin with a MessagePack array")]
    [InlineData("c403010203", "int8", "does not begin with a MessagePack array")]
    [InlineData("93010203ff", "int32", "has 1 bytes after the MessagePack array")]
    [InlineData("9000", "float64", "has 1 bytes after the MessagePack array")]
    [InlineData("930102", "int32", "is truncated: its header declares 3 elements, but only 2 bytes follow")]
    [InlineData("9301ce0001", "int32", "element 1 of 3, at byte 2")]
    [InlineData("93 01 a178 03", "int32", "element 1 of 3")]
    [InlineData("92 01 cd0100", "int8", "element 1 of 2")]
    [InlineData("91 ff", "uint64", "element 0 of 1")]
    [InlineData("91 ca3f800000", "int64", "element 0 of 1")]
    [InlineData("91 01", "bool", "element 0 of 1")]
    [InlineData("91 c3", "float32", "element 0 of 1")]
    [InlineData("91 c0", "float32", "element 0 of 1")]
    [InlineData("dc00", "int32", "is truncated: it ends before the end of an array header")]
    [InlineData("dd7fffffff010203", "float64", "is truncated: its header declares 2147483647 elements, but only 3 bytes follow")]
    [InlineData("ddffffffff010203", "float64", "does not begin with a MessagePack array of up to 2147483647 elements")]
    [InlineData("dc0012 0102030405060708090a0b0c0d0e0f1011 a0", "int16", "element 17 of 18")]
    public void What_does_not_fit_the_type_is_refused(string messagePack, string type, string message)
    {
        string input = folder.Write("a.msgpack", Convert.FromHexString(messagePack.Replace(" ", "", StringComparison.Ordinal)));

        DemoRun run = DemoRun.Of(input, "--type", type);

        run.AssertError(message);
        Assert.Contains(input, run.Error, StringComparison.Ordinal);
        Assert.Equal(["a.msgpack"], folder.FileNames);
    }

    [Fact]
    public void Bytes_are_refused_as_a_type()
    {
        DemoRun.Of(folder.Write("a.msgpack", [0x90]), "--type", "uint8").AssertError("MessagePack has bin for bytes");
        Assert.Equal(["a.msgpack"], folder.FileNames);
    }

    public void Dispose() => folder.Dispose();
}
