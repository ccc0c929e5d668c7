using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Docs.Tests;

/// <summary>What the pages show compiles, runs, and prints what they say.</summary>
public class PageTests
{
    private const string Layers = "docs/layers.md";

    private const string Readme = "README.md";

    private const string PackageReadme = "src/PackageReadme.md";

    private const string GivenToTheCodec =
        "int[] values = [1, 2]; int[] buffer = new int[2]; int value = 3; var bufferWriter = new System.Buffers.ArrayBufferWriter<byte>();";

    private const string PrintFormatter = """
        using System.Reflection;

        System.Console.WriteLine(
            typeof(Document).GetProperty("Embedding")!.GetCustomAttribute<MessagePack.MessagePackFormatterAttribute>()!.FormatterType!.Name);
        """;

    /// <summary>
    /// What README.md names and only the real package has: the source generator's attribute, the serializer's attribute for members, and a resolver of objects.
    /// </summary>
    private const string MissingFromTheSubstitute =
#if MESSAGEPACK_PACKAGE
        "";
#else
        """
        namespace MessagePack
        {
            internal sealed class CompositeResolverAttribute : System.Attribute
            {
                public CompositeResolverAttribute(params System.Type[] formattersAndResolvers) => _ = formattersAndResolvers;
            }

            internal sealed class MessagePackFormatterAttribute(System.Type formatterType) : System.Attribute
            {
                public System.Type? FormatterType => formatterType;
            }
        }

        namespace MessagePack.Resolvers
        {
            internal static class ContractlessStandardResolver
            {
                public static IFormatterResolver Instance => StandardResolver.Instance;
            }
        }
        """;
#endif

    /// <summary>The page on testing names the test classes that run at every level: those of the specification's tokens by their folder.</summary>
    [Fact]
    public void The_page_on_testing_names_the_tests_that_there_are()
    {
        string tests = Path.Combine(RepositoryRoot.Path, "tests");
        string page = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "docs/testing.md"));
        string[] named = [.. Regex.Matches(page, "`([A-Za-z]+Tests)`").Select(match => match.Groups[1].Value).Distinct()];

        Assert.Empty(named.Except(TestsIn(tests)));
        Assert.Empty(TestsIn(Path.Combine(tests, "MsgPackSimd.Codec.Tests")).Union(TestsIn(Path.Combine(tests, "MsgPackSimd.Tests")))
            .Except(TestsIn(Path.Combine(tests, "MsgPackSimd.Codec.Tests", "Spec"))).Except(named));

        static IEnumerable<string> TestsIn(string folder) =>
            Directory.EnumerateFiles(folder, "*Tests.cs", SearchOption.AllDirectories).Select(file => Path.GetFileNameWithoutExtension(file)!);
    }

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

    /// <summary>The blocks of README.md are parts of programs: here is the rest of each, which prints something of the result.</summary>
    [Theory]
    [InlineData(0, "double[] samples = [1.5, -2];", "System.Console.WriteLine(string.Join(' ', back.Length, bytes.Length));", "", "2 19")]
    [InlineData(1, "", "System.Console.WriteLine(resolver.GetFormatter<int[]>()!.GetType().Name);", "", "PrimitiveArrayFormatter`1")]
    [InlineData(2, "", "", "System.Console.WriteLine(typeof(MyResolver).Name);", "MyResolver")]
    [InlineData(3, "internal sealed class Document\n{", "}", PrintFormatter, "PrimitiveArrayFormatter`1")]
    [InlineData(5, "", "System.Console.WriteLine(resolver.GetFormatter<System.DayOfWeek[]>()!.GetType().Name);", "", "PrimitiveArrayFormatter`1")]
    [InlineData(4, GivenToTheCodec, "System.Console.WriteLine($\"{count} {System.Convert.ToHexString(bufferWriter.WrittenSpan)}\");", "", "2 9103")]
    public void The_samples_of_the_readme_do_what_they_are_for(int index, string before, string after, string elsewhere, string printed)
    {
        Sample sample = Sample.OnPage(Readme).ElementAt(index);
        (byte[]? program, IReadOnlyList<string> errors) = sample.Compile(before, after, elsewhere, MissingFromTheSubstitute);
        Assert.Empty(errors);
        Assert.Equal([printed], Sample.Run(program!));
    }

    /// <summary>The same for the page that is in the packages.</summary>
    [Theory]
    [InlineData(0, "double[] samples = [1.5, -2];", "System.Console.WriteLine(string.Join(' ', back.Length, bytes.Length));", "2 19")]
    [InlineData(1, "int[] values = [1, 2];", "System.Console.WriteLine($\"{back!.Length} {bytesConsumed}\");", "2 3")]
    public void The_samples_of_the_packages_do_what_they_are_for(int index, string before, string after, string printed)
    {
        (byte[]? program, IReadOnlyList<string> errors) = Sample.OnPage(PackageReadme).ElementAt(index).Compile(before, after);
        Assert.Empty(errors);
        Assert.Equal([printed], Sample.Run(program!));
    }

    [Theory]
    [InlineData(Readme, nameof(The_samples_of_the_readme_do_what_they_are_for))]
    [InlineData(PackageReadme, nameof(The_samples_of_the_packages_do_what_they_are_for))]
    public void No_sample_is_left_out(string page, string test) => Assert.Equal(
        typeof(PageTests).GetMethod(test)!.GetCustomAttributes(typeof(InlineDataAttribute), false).Length,
        Sample.OnPage(page).Count());

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
