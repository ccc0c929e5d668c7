using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>MsgPackSimd as a user gets it, with the real MessagePack.</summary>
[Collection(PackedPackages.Collection)]
public sealed class FormattersConsumerTests(PackedPackages packages, FormattersConsumerTests.BuiltConsumer built)
    : IClassFixture<FormattersConsumerTests.BuiltConsumer>
{
    // GeneratedResolver compiles only if MessagePack's source generator came along with MsgPackSimd.
    private const string Program = """
        using System;
        using System.Linq;
        using System.Reflection;
        using MessagePack;
        using MessagePack.Resolvers;
        using MsgPackSimd;

        int[] values = [0, 127, -1, -32, 128, -33, 65535, int.MinValue];
        IFormatterResolver composed = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
        foreach (IFormatterResolver resolver in new[] { composed, SimdStandardResolver.Instance, GeneratedResolver.Instance })
        {
            MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
            byte[] encoded = MessagePackSerializer.Serialize(values, options);
            int[] decoded = MessagePackSerializer.Deserialize<int[]>(encoded, options);
            byte[] recording = MessagePackSerializer.Serialize(new Recording { Name = "a", Samples = [1.5, -2] }, options);
            Recording back = MessagePackSerializer.Deserialize<Recording>(recording, options);
            Console.WriteLine(resolver.GetFormatter<int[]>()!.GetType().Namespace
                + $" {Convert.ToHexString(encoded)} {string.Join(' ', decoded)}"
                + $" {Convert.ToHexString(recording)} {back.Name} {string.Join(' ', back.Samples)}");
        }

        AssemblyName loaded = typeof(MessagePackSerializer).Assembly.GetName();
        AssemblyName compiled =
            typeof(PrimitiveArrayResolver).Assembly.GetReferencedAssemblies().Single(name => name.Name == "MessagePack");
        Console.WriteLine($"compiled against {Describe(compiled)}, running with {Describe(loaded)}");

        static string Describe(AssemblyName name) =>
            $"{name.Version} {(name.GetPublicKeyToken() is { Length: > 0 } ? "signed" : "unsigned")}";

        [CompositeResolver(typeof(PrimitiveArrayResolver), typeof(StandardResolver))]
        partial class GeneratedResolver;

        [MessagePackObject]
        public partial class Recording
        {
            [Key(0)]
            public string Name { get; set; } = "";

            [Key(1)]
            public double[] Samples { get; set; } = [];
        }
        """;

    /// <summary>What the program prints for each of its three resolvers.</summary>
    private const string RoundTrip =
        $"MsgPackSimd.Formatters {Consumer.Encoded} 0 127 -1 -32 128 -33 65535 -2147483648 "
        + "92A16192CB3FF8000000000000CBC000000000000000 a 1.5 -2";

    private static readonly string RealVersion = BuildProperties.MessagePackVersion + ".0";

    [RealPackageFact]
    public async Task A_new_project_composes_our_resolvers_with_those_of_MessagePack()
    {
        Consumer consumer = await built.GetAsync(packages);

        string compiledAgainst = BuildProperties.MessagePackSource == "Package" ? $"{RealVersion} signed" : "3.0.0.0 unsigned";
        Assert.Equal(
            [RoundTrip, RoundTrip, RoundTrip, $"compiled against {compiledAgainst}, running with {RealVersion} signed"],
            await consumer.RunAsync(consumer.Output));
    }

    // For a package that was made where MessagePack cannot be restored: it names the real one, so it has to work with the real one.
    [RealPackageFact]
    public async Task An_assembly_that_was_compiled_against_the_substitute_runs_with_MessagePack()
    {
        Consumer consumer = await built.GetAsync(packages);
        using var folder = new TemporaryFolder();
        foreach (string file in Directory.GetFiles(consumer.Output))
        {
            File.Copy(file, folder.Combine(Path.GetFileName(file)));
        }

        await DotnetCommand.RunAsync(
            RepositoryRoot.Path,
            new Dictionary<string, string?>(),
            ["build", PackedPackages.Project("MsgPackSimd"), "-o", folder.Combine("substitute"), "-p:RunAnalyzers=false",
                .. PackedPackages.Properties(folder.Combine("artifacts"), "Substitute")]);
        File.Copy(folder.Combine("substitute", "MsgPackSimd.dll"), folder.Combine("MsgPackSimd.dll"), overwrite: true);

        Assert.Equal(
            [RoundTrip, RoundTrip, RoundTrip, $"compiled against 3.0.0.0 unsigned, running with {RealVersion} signed"],
            await consumer.RunAsync(folder.Path));
    }

    /// <summary>The project that both tests need, built when the first of them asks for it: never, where they are skipped.</summary>
    public sealed class BuiltConsumer : IDisposable
    {
        private Consumer? _consumer;
        private Task? _building;

        /// <summary>Removes the project.</summary>
        public void Dispose() => _consumer?.Dispose();

        internal async Task<Consumer> GetAsync(PackedPackages packages)
        {
            // The sources of this environment and our folder. What the environment's cache holds need not be downloaded again.
            string? sources = Environment.GetEnvironmentVariable("RestoreAdditionalProjectSources");
            _consumer ??= new Consumer("MsgPackSimd", Program, new Dictionary<string, string?>
            {
                ["RestoreAdditionalProjectSources"] = string.IsNullOrEmpty(sources) ? packages.Folder : $"{sources};{packages.Folder}",
                ["RestoreAdditionalProjectFallbackFolders"] = BuildProperties.NuGetPackageRoot,
            });
            await (_building ??= _consumer.BuildAsync());
            return _consumer;
        }
    }
}
