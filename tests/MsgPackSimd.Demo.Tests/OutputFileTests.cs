using System;
using System.IO;
using MsgPackSimd.Demo.Conversion;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>Output files are written whole or not at all.</summary>
public sealed class OutputFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Fact]
    public void A_write_that_fails_half_way_leaves_nothing()
    {
        var output = new OutputFile(folder.PathOf("out"), mayReplace: false);

        DemoException e = Assert.Throws<DemoException>(() => output.Write(stream =>
        {
            stream.Write(new byte[100_000]);
            throw new InvalidOperationException("wrapped", new IOException("No space left on device"));
        }));

        Assert.Contains("out can't be written: No space left on device", e.Message, StringComparison.Ordinal);
        Assert.Empty(folder.FileNames);
    }

    [Fact]
    public void What_was_there_before_stays_when_a_write_fails()
    {
        var output = new OutputFile(folder.Write("out", [1]), mayReplace: true);

        Assert.Throws<InvalidOperationException>(() => output.Write(stream =>
        {
            stream.WriteByte(2);
            throw new InvalidOperationException();
        }));

        Assert.Equal([1], folder.Read("out"));
        Assert.Equal(["out"], folder.FileNames);
    }

    [Fact]
    public void A_file_that_has_appeared_meanwhile_is_not_replaced()
    {
        var output = new OutputFile(folder.PathOf("out"), mayReplace: false);

        Assert.Throws<DemoException>(() => output.Write(_ => folder.Write("out", [1])));

        Assert.Equal([1], folder.Read("out"));
        Assert.Equal(["out"], folder.FileNames);
    }

    public void Dispose() => folder.Dispose();
}
