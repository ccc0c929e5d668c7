using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>Both packages, packed once from the build that these tests belong to, in a folder of their own.</summary>
public sealed class PackedPackages : IAsyncLifetime, IDisposable
{
    internal const string Collection = "Packed packages";

    /// <summary>Any time will do, as long as it is always the same: NuGet takes it for the entries of the archive.</summary>
    internal static readonly IReadOnlyDictionary<string, string?> PackEnvironment =
        new Dictionary<string, string?> { ["SOURCE_DATE_EPOCH"] = "1767225600" };

    private readonly TemporaryFolder _folder = new();

    /// <summary>The folder with the packages: the only one from which the tests' consumers restore ours.</summary>
    internal string Folder => _folder.Path;

    /// <summary>The package called <c>MsgPackSimd.Codec</c> in the feed.</summary>
    internal Package Codec { get; private set; } = null!;

    internal Package CodecSymbols { get; private set; } = null!;

    /// <summary>The package called <c>MsgPackSimd</c> in the feed.</summary>
    internal Package Formatters { get; private set; } = null!;

    internal Package FormattersSymbols { get; private set; } = null!;

    /// <summary>The properties that say what was built, and where to.</summary>
    internal static string[] Properties(string artifactsPath, string messagePackSource) =>
    [
        $"-p:Configuration={BuildProperties.Configuration}",
        $"-p:MessagePackSource={messagePackSource}",
        $"-p:MessagePackVersion={BuildProperties.MessagePackVersion}",
        $"-p:ArtifactsPath={artifactsPath}",
    ];

    internal static string Project(string name) => Path.Combine(RepositoryRoot.Path, "src", name);

    internal static string PackagePath(string folder, string id, string extension) =>
        Path.Combine(folder, $"{id}.{BuildProperties.PackageVersion}.{extension}");

    /// <summary>Packs.</summary>
    /// <returns>When it is done.</returns>
    public async Task InitializeAsync()
    {
        string[] properties = Properties(BuildProperties.ArtifactsPath, BuildProperties.MessagePackSource);
        foreach (string project in (string[])["MsgPackSimd.Codec", "MsgPackSimd"])
        {
            await DotnetCommand.RunAsync(
                RepositoryRoot.Path, PackEnvironment, ["pack", Project(project), "--no-build", "-o", Folder, .. properties]);
        }

        Codec = new Package(PackagePath(Folder, "MsgPackSimd.Codec", "nupkg"));
        CodecSymbols = new Package(PackagePath(Folder, "MsgPackSimd.Codec", "snupkg"));
        Formatters = new Package(PackagePath(Folder, "MsgPackSimd", "nupkg"));
        FormattersSymbols = new Package(PackagePath(Folder, "MsgPackSimd", "snupkg"));
    }

    /// <summary>Does nothing.</summary>
    /// <returns>Done.</returns>
    public Task DisposeAsync() => Task.CompletedTask;

    /// <summary>Removes the folder.</summary>
    public void Dispose() => _folder.Dispose();
}

/// <summary>All tests of one set of packages; one after the other, since most of their time is spent in a compiler.</summary>
[CollectionDefinition(PackedPackages.Collection)]
public sealed class PackedPackagesDefinition : ICollectionFixture<PackedPackages>;
