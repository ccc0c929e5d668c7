using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Docs.Tests;

/// <summary>What the pages show compiles, runs, and prints what they say.</summary>
public class PageTests
{
    private const string Layers = "docs/layers.md";

    public static TheoryData<int> LayersSamples => [.. Sample.OnPage(Layers).Select(sample => sample.Line)];

    [Theory]
    [MemberData(nameof(LayersSamples))]
    public void The_samples_of_the_layers_do_what_they_say(int line)
    {
        Sample sample = Sample.OnPage(Layers).Single(sample => sample.Line == line);
        (byte[]? program, IReadOnlyList<string> errors) = sample.Compile();
        Assert.Empty(errors);
        Assert.NotEmpty(sample.Promised);
        Assert.Equal(sample.Promised, Sample.Run(program!));
    }

    /// <summary>The blocks of README.md are parts of programs. Those that are not here need the source generator of the real package.</summary>
    [Theory]
    [InlineData("MessagePackSerializer.Serialize(samples", "double[] samples = [1.5, -2];")]
    [InlineData("MessagePackArrayEncoder.Encode<int>(values)", "int[] values = [1, 2]; int[] buffer = new int[2]; int value = 3; var bufferWriter = new System.Buffers.ArrayBufferWriter<byte>();")]
    public void The_first_samples_of_the_readme_compile(string part, string before)
    {
        Sample sample = Assert.Single(Sample.OnPage("README.md"), sample => sample.Code.Contains(part, System.StringComparison.Ordinal));
        Assert.Empty(sample.Compile(before).Errors);
    }

    [Fact]
    public void A_sample_that_does_not_compile_is_found()
    {
        var sample = new Sample("page.md", 1, "using MsgPackSimd.Codec;\nMessagePackSpec.WriteNothing();");
        Assert.Contains("WriteNothing", Assert.Single(sample.Compile().Errors), System.StringComparison.Ordinal);
        sample = new Sample("page.md", 1, "using System;\nConsole.WriteLine(1 + 1); // 3");
        Assert.Equal(["3"], sample.Promised);
        Assert.Equal(["2"], Sample.Run(sample.Compile().Program!));
    }
}
