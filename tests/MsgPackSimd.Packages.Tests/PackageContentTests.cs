using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Text;
using System.Text.RegularExpressions;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>What is in the packages, what they say of themselves and what they depend on.</summary>
[Collection(PackedPackages.Collection)]
public sealed partial class PackageContentTests(PackedPackages packages)
{
    [Fact]
    public void The_codec_package_holds_the_assembly_its_documentation_and_the_readme() =>
        Assert.Equal(
            ["MsgPackSimd.Codec.nuspec", "README.md", "lib/net10.0/MsgPackSimd.Codec.dll", "lib/net10.0/MsgPackSimd.Codec.xml"],
            packages.Codec.Files);

    // This also says that the package holds nothing of the substitute, which stands beside MsgPackSimd.dll in the folder that is packed from.
    [Fact]
    public void The_formatter_package_holds_the_assembly_its_documentation_and_the_readme() =>
        Assert.Equal(
            ["MsgPackSimd.nuspec", "README.md", "lib/net10.0/MsgPackSimd.dll", "lib/net10.0/MsgPackSimd.xml"],
            packages.Formatters.Files);

    [Fact]
    public void The_symbol_packages_hold_the_symbols_only()
    {
        Assert.Equal(["MsgPackSimd.Codec.nuspec", "lib/net10.0/MsgPackSimd.Codec.pdb"], packages.CodecSymbols.Files);
        Assert.Equal(["MsgPackSimd.nuspec", "lib/net10.0/MsgPackSimd.pdb"], packages.FormattersSymbols.Files);
    }

    [Fact]
    public void The_codec_depends_on_nothing() => Assert.Empty(packages.Codec.Dependencies);

    // Whatever this build was compiled against. "All" lets MessagePack's analyzers and source generator through to the user.
    [Fact]
    public void The_formatters_depend_on_MessagePack_with_all_its_assets_and_on_the_codec() =>
        Assert.Equal(
            [
                $"net10.0: MessagePack {BuildProperties.MessagePackVersion} include=All exclude=",
                $"net10.0: MsgPackSimd.Codec [{BuildProperties.PackageVersion}] include= exclude=Build,Analyzers",
            ],
            packages.Formatters.Dependencies);

    [Fact]
    public void The_packages_say_what_they_are()
    {
        byte[] readme = File.ReadAllBytes(Path.Combine(RepositoryRoot.Path, "src", "PackageReadme.md"));
        foreach ((Package package, string id) in new[] { (packages.Codec, "MsgPackSimd.Codec"), (packages.Formatters, "MsgPackSimd") })
        {
            Assert.Equal(id, package.MetadataText("id"));
            Assert.Equal(BuildProperties.PackageVersion, package.MetadataText("version"));
            Assert.Equal("MIT", package.MetadataText("license"));
            Assert.Equal("expression", (string?)Package.Child(package.Metadata, "license")!.Attribute("type"));
            Assert.Equal("README.md", package.MetadataText("readme"));
            Assert.Equal(readme, package["README.md"]);
            Assert.Contains(id, Encoding.UTF8.GetString(package["README.md"]), StringComparison.Ordinal);
            Assert.Contains("MessagePack", package.MetadataText("description"), StringComparison.Ordinal);
            Assert.Contains("messagepack", package.MetadataText("tags"), StringComparison.Ordinal);
        }
    }

    [ReleaseFact]
    public void Nothing_in_the_packages_names_a_folder_of_the_machine_that_built_them()
    {
        string[] folders = [RepositoryRoot.Path, Path.TrimEndingDirectorySeparator(BuildProperties.ArtifactsPath)];
        foreach (Package package in new[] { packages.Codec, packages.CodecSymbols, packages.Formatters, packages.FormattersSymbols })
        {
            foreach (string file in package.AllFiles)
            {
                foreach (string folder in folders)
                {
                    ReadOnlySpan<byte> content = package[file];
                    Assert.True(content.IndexOf(Encoding.UTF8.GetBytes(folder)) < 0, $"{file} holds {folder}");
                    Assert.True(content.IndexOf(Encoding.Unicode.GetBytes(folder)) < 0, $"{file} holds {folder} as UTF-16");
                }
            }
        }
    }

    /// <summary>
    /// Symbols store the names of source files in parts, each folder only once, so a search for text finds no path in them. This test reads them as symbols.
    /// </summary>
    [ReleaseFact]
    public void The_symbols_name_source_files_as_seen_from_the_repository()
    {
        foreach ((Package package, string file) in new[]
            { (packages.CodecSymbols, "lib/net10.0/MsgPackSimd.Codec.pdb"), (packages.FormattersSymbols, "lib/net10.0/MsgPackSimd.pdb") })
        {
            using var stream = new MemoryStream(package[file]);
            using MetadataReaderProvider provider = MetadataReaderProvider.FromPortablePdbStream(stream);
            MetadataReader symbols = provider.GetMetadataReader();
            List<string> documents = symbols.Documents.Select(handle => symbols.GetString(symbols.GetDocument(handle).Name)).ToList();
            Assert.NotEmpty(documents);
            Assert.DoesNotContain(documents, document => !document.StartsWith("/_/", StringComparison.Ordinal));
        }
    }

    /// <summary>A relative link leads nowhere from the page of a package, which has no files beside it.</summary>
    [Fact]
    public void The_readme_in_the_packages_has_no_relative_link()
    {
        foreach (Package package in new[] { packages.Codec, packages.Formatters })
        {
            string readme = Encoding.UTF8.GetString(package["README.md"]);
            string[] targets =
            [
                .. InlineLink().Matches(readme)
                .Concat(LinkDefinition().Matches(readme))
                .Concat(HtmlLink().Matches(readme))
                .Select(match => match.Groups[1].Value),
            ];
            Assert.NotEmpty(targets);
            Assert.All(targets, target => Assert.StartsWith("https://", target, StringComparison.Ordinal));
        }
    }

    [GeneratedRegex(@"\]\(\s*<?([^)>\s]*)")]
    private static partial Regex InlineLink();

    [GeneratedRegex(@"^\s*\[[^\]]+\]:\s*<?(\S+)", RegexOptions.Multiline)]
    private static partial Regex LinkDefinition();

    [GeneratedRegex(@"(?:src|href)\s*=\s*[""']?([^""'>\s]*)", RegexOptions.IgnoreCase)]
    private static partial Regex HtmlLink();
}
