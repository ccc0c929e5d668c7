using System;
using System.IO;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>Arguments, and where the output goes.</summary>
public sealed class CommandLineTests : IDisposable
{
    private static readonly byte[] Npy = NpyBytes.Make("|i1", "(2,)", "0102");
    private static readonly byte[] MessagePack = [0x92, 1, 2];

    private readonly TemporaryFolder folder = new();

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("a.npy", "--help")]
    public void Help_names_the_options(params string[] args)
    {
        DemoRun run = DemoRun.Of(args).AssertSuccess();

        Assert.Contains("--type", run.Output, StringComparison.Ordinal);
        Assert.Contains("--force", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Unrecognized command or argument 'b.npy'", "a.npy", "b.npy")]
    [InlineData("--type", "a.msgpack", "--type")]
    [InlineData("--type", "a.msgpack", "--type", "int8", "--type", "int16")]
    [InlineData("--output", "a.npy", "--output")]
    [InlineData("--bogus", "a.npy", "--bogus")]
    [InlineData("--bogus", "--bogus")]
    [InlineData("@a.txt", "@a.txt")]
    [InlineData("need a file", "--force")]
    [InlineData("need a file", "--type", "int8")]
    [InlineData("need a file", "--output", "a.npy")]
    [InlineData("--type is for .msgpack files", "a.npy", "--type", "int8")]
    [InlineData("needs --type, one of int8 ", "a.msgpack")]
    [InlineData("'int7' is unknown", "a.msgpack", "--type", "int7")]
    [InlineData("'INT8' is unknown", "a.msgpack", "--type", "INT8")]
    [InlineData("--output is empty", "a.npy", "--output", "")]
    [InlineData("neither a .npy nor a .msgpack file", "a.txt")]
    [InlineData("neither a .npy nor a .msgpack file", "a")]
    [InlineData("neither a .npy nor a .msgpack file", "")]
    [InlineData("neither a .npy nor a .msgpack file", "two\nlines\u2028three.txt")]
    public void Bad_arguments_are_refused(string message, params string[] args)
    {
        DemoRun.Of(args).AssertError(message);
    }

    [Theory]
    [InlineData("missing.npy")]
    [InlineData("missing.msgpack")]
    [InlineData("no-such-folder/missing.npy")]
    public void A_missing_file_is_refused(string name)
    {
        string input = folder.PathOf(name);
        string output = folder.PathOf("out");

        (name.EndsWith(".npy", StringComparison.Ordinal)
            ? DemoRun.Of(input, "--output", output)
            : DemoRun.Of(input, "--type", "int8", "--output", output)).AssertError($"{input} does not exist");
        Assert.Empty(folder.FileNames);
    }

    [Fact]
    public void A_directory_is_refused()
    {
        Directory.CreateDirectory(folder.PathOf("a.npy"));
        Directory.CreateDirectory(folder.PathOf("b.msgpack"));

        DemoRun.Of(folder.PathOf("a.npy")).AssertError("is a directory");
        DemoRun.Of(folder.PathOf("b.msgpack"), "--type", "int8").AssertError("is a directory");
        Assert.Equal(["a.npy", "b.msgpack"], folder.FileNames);
    }

    [Fact]
    public void Extensions_may_be_in_upper_case()
    {
        DemoRun.Of(folder.Write("A.NPY", Npy)).AssertSuccess();

        Assert.Equal(MessagePack, folder.Read("A.msgpack"));
    }

    [Fact]
    public void The_output_goes_where_it_is_asked_to()
    {
        Directory.CreateDirectory(folder.PathOf("sub"));

        DemoRun run = DemoRun.Of(folder.Write("a.npy", Npy), "--output", folder.PathOf("sub/out")).AssertSuccess();

        Assert.Equal(MessagePack, folder.Read("sub/out"));
        Assert.Contains(folder.PathOf("sub/out"), run.Output, StringComparison.Ordinal);
        Assert.Equal(["a.npy", "sub"], folder.FileNames);
    }

    [Fact]
    public void An_existing_output_needs_force()
    {
        string input = folder.Write("a.npy", Npy);
        string output = folder.Write("a.msgpack", [1, 2, 3, 4, 5, 6, 7]);

        DemoRun.Of(input).AssertError($"{output} exists already; --force replaces it");
        Assert.Equal([1, 2, 3, 4, 5, 6, 7], folder.Read("a.msgpack"));

        DemoRun.Of(input, "--force").AssertSuccess();
        Assert.Equal(MessagePack, folder.Read("a.msgpack"));
        Assert.Equal(["a.msgpack", "a.npy"], folder.FileNames);
    }

    [Fact]
    public void What_fails_leaves_an_existing_output_as_it_is_even_with_force()
    {
        string input = folder.Write("a.npy", Npy[..^1]);
        folder.Write("a.msgpack", [9]);

        DemoRun.Of(input, "--force").AssertError("is truncated");

        Assert.Equal([9], folder.Read("a.msgpack"));
        Assert.Equal(["a.msgpack", "a.npy"], folder.FileNames);
    }

    [Fact]
    public void An_output_that_is_the_input_is_refused()
    {
        string input = folder.Write("a.npy", Npy);

        DemoRun.Of(input, "--output", folder.PathOf("./a.npy"), "--force").AssertError("is the input file");

        Assert.Equal(Npy, folder.Read("a.npy"));
    }

    [Fact]
    public void An_output_that_cannot_be_written_is_refused()
    {
        string input = folder.Write("a.npy", Npy);
        folder.Write("file", []);

        DemoRun.Of(input, "--output", folder.PathOf("no-such-folder/out")).AssertError("its folder does not exist");
        DemoRun.Of(input, "--output", folder.PathOf("file/out")).AssertError("its folder does not exist");
        DemoRun.Of(input, "--output", folder.FolderPath, "--force").AssertError("it is a directory");
        Assert.Equal(["a.npy", "file"], folder.FileNames);
    }

    [UnixFact("There is no /dev/null.")]
    public void A_device_is_not_replaced()
    {
        // Without --force, so that a mistake does no harm: the program reports first that it is a device.
        DemoRun.Of(folder.Write("a.npy", Npy), "--output", "/dev/null").AssertError("it is a device");
    }

    public void Dispose() => folder.Dispose();
}
