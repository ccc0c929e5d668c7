using System;
using System.IO;
using System.Text;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>What is in the packages, what they say of themselves and what they depend on.</summary>
[Collection(PackedPackages.Collection)]
public sealed class PackageContentTests(PackedPackages packages)
{
    [Fact]
    public void The_codec_package_holds_the_assembly_its_documentation_and_the_readme() =>
        Assert.Equal(
            ["MsgPackSimd.Codec.nuspec", "README.md", "lib/net10.0/MsgPackSimd.Codec.dll", "lib/net10.0/MsgPackSimd.Codec.xml"],
            packages.Codec.Files);

    // Which also says: nothing of the substitute, which stands beside MsgPackSimd.dll in the folder that is packed from.
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
                $"net10.0: MsgPackSimd.Codec {BuildProperties.PackageVersion} include= exclude=Build,Analyzers",
            ],
            packages.Formatters.Dependencies);

    [Fact]
    public void The_packages_say_what_they_are()
    {
        byte[] readme = File.ReadAllBytes(Path.Combine(BuildProperties.RepositoryRoot, "README.md"));
        foreach ((Package package, string id) in new[] { (packages.Codec, "MsgPackSimd.Codec"), (packages.Formatters, "MsgPackSimd") })
        {
            Assert.Equal(id, package.MetadataText("id"));
            Assert.Equal(BuildProperties.PackageVersion, package.MetadataText("version"));
            Assert.Equal("MIT", package.MetadataText("license"));
            Assert.Equal("expression", (string?)Package.Child(package.Metadata, "license")!.Attribute("type"));
            Assert.Equal("README.md", package.MetadataText("readme"));
            Assert.Equal(readme, package["README.md"]);
            Assert.Contains("MessagePack", package.MetadataText("description"), StringComparison.Ordinal);
            Assert.Contains("messagepack", package.MetadataText("tags"), StringComparison.Ordinal);
        }
    }

    [ReleaseFact]
    public void Nothing_in_the_packages_names_a_folder_of_the_machine_that_built_them()
    {
        string[] folders = [BuildProperties.RepositoryRoot, Path.TrimEndingDirectorySeparator(BuildProperties.ArtifactsPath)];
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
}
