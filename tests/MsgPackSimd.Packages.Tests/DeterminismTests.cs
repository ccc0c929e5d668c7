using System;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>The same source gives the same bytes.</summary>
[Collection(PackedPackages.Collection)]
public sealed class DeterminismTests(PackedPackages packages)
{
    [ReleaseFact]
    public async Task Building_and_packing_again_in_another_folder_gives_the_same_files()
    {
        using var folder = new TemporaryFolder();
        string[] properties = PackedPackages.Properties(folder.Combine("artifacts"), BuildProperties.MessagePackSource);

        // Packing MsgPackSimd builds both; the codec is then only packed.
        await DotnetCommand.RunAsync(
            RepositoryRoot.Path, PackedPackages.PackEnvironment,
            ["pack", PackedPackages.Project("MsgPackSimd"), "-o", folder.Path, "-p:RunAnalyzers=false", .. properties]);
        await DotnetCommand.RunAsync(
            RepositoryRoot.Path, PackedPackages.PackEnvironment,
            ["pack", PackedPackages.Project("MsgPackSimd.Codec"), "--no-build", "-o", folder.Path, .. properties]);

        AssertSameFiles(packages.Codec, folder, "MsgPackSimd.Codec", "nupkg");
        AssertSameFiles(packages.CodecSymbols, folder, "MsgPackSimd.Codec", "snupkg");
        AssertSameFiles(packages.Formatters, folder, "MsgPackSimd", "nupkg");
        AssertSameFiles(packages.FormattersSymbols, folder, "MsgPackSimd", "snupkg");
    }

    /// <summary>
    /// Compares every file of ours. The archives around them need not be the same: the NuGet of SDKs before 10.0.400 gives each entry the
    /// time of the build, and gives the file with the Open Packaging Conventions' own metadata (<c>.psmdcp</c>) a random name. Later ones
    /// take the time from <c>SOURCE_DATE_EPOCH</c>, and the archives are the same too.
    /// </summary>
    private static void AssertSameFiles(Package first, TemporaryFolder folder, string id, string extension)
    {
        var second = new Package(PackedPackages.PackagePath(folder.Path, id, extension));
        Assert.Equal(first.Files, second.Files);
        Assert.All(first.Files, file => Assert.True(first[file].AsSpan().SequenceEqual(second[file]), $"{id}.{extension}: {file} differs"));
    }
}
