using System;
using System.Linq;
using System.Reflection;

namespace MsgPackSimd.Packages.Tests;

/// <summary>How this test assembly was built, so that the packages under test are made from the same build.</summary>
internal static class BuildProperties
{
    public static string Configuration { get; } = Get("Configuration");

    /// <summary><c>Package</c> or <c>Substitute</c>: what MsgPackSimd was compiled against.</summary>
    public static string MessagePackSource { get; } = Get("MessagePackSource");

    public static string MessagePackVersion { get; } = Get("MessagePackVersion");

    public static string ArtifactsPath { get; } = Get("ArtifactsPath");

    public static string PackageVersion { get; } = Get("PackageVersion");

    /// <summary>The package cache that the build restored into.</summary>
    public static string NuGetPackageRoot { get; } = Get("NuGetPackageRoot");

    private static string Get(string key) =>
        typeof(BuildProperties).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == key).Value
        ?? throw new InvalidOperationException($"The build left no {key}.");
}
