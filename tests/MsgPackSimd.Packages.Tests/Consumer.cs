using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Packages.Tests;

/// <summary>A new console project in a folder outside the repository, with one of our packages as its only reference.</summary>
internal sealed class Consumer : IDisposable
{
    /// <summary>An array header and each kind of integer token, as MessagePack-CSharp writes the values of the programs.</summary>
    public const string Encoded = "98007FFFE0CC80D0DFCDFFFFD280000000";

    private readonly IReadOnlyDictionary<string, string?> _environment;

    /// <summary>Writes the project.</summary>
    /// <param name="package">The package that it references.</param>
    /// <param name="program">Its source.</param>
    /// <param name="environment">Variables that decide where packages come from. The project has a cache of its own: packages of ours left in a
    /// shared cache would be taken in place of later ones of the same version.</param>
    public Consumer(string package, string program, IReadOnlyDictionary<string, string?> environment)
    {
        _environment = new Dictionary<string, string?>(environment) { ["NUGET_PACKAGES"] = PackageCache };
        Folder.Write("Program.cs", program);
        Folder.Write("Consumer.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <Nullable>enable</Nullable>
                <UseAppHost>false</UseAppHost>
                <EnableDefaultCompileItems>false</EnableDefaultCompileItems>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="Program.cs" />
                <PackageReference Include="{package}" Version="{BuildProperties.PackageVersion}" />
              </ItemGroup>
            </Project>
            """);

        // MSBuild and NuGet look for these in all folders above; found here, nothing above counts.
        Folder.Write("Directory.Build.props", "<Project />");
        Folder.Write("Directory.Build.targets", "<Project />");
        Folder.Write("Directory.Packages.props", "<Project />");
        File.Copy(Path.Combine(RepositoryRoot.Path, "global.json"), Folder.Combine("global.json"));
    }

    public TemporaryFolder Folder { get; } = new();

    public string PackageCache => Folder.Combine("packages");

    /// <summary>The folder with the built program.</summary>
    public string Output => Folder.Combine("out");

    public Task BuildAsync() =>
        DotnetCommand.RunAsync(Folder.Path, _environment, "build", "Consumer.csproj", "-c", "Release", "-o", Output);

    /// <summary>Runs the program.</summary>
    /// <param name="folder">Where it is.</param>
    /// <returns>The lines that it printed.</returns>
    public async Task<string[]> RunAsync(string folder)
    {
        string output = await DotnetCommand.RunAsync(Folder.Path, _environment, Path.Combine(folder, "Consumer.dll"));
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    public void Dispose() => Folder.Dispose();
}
