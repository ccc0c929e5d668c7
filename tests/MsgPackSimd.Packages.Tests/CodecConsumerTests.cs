using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace MsgPackSimd.Packages.Tests;

/// <summary>MsgPackSimd.Codec as a user gets it.</summary>
[Collection(PackedPackages.Collection)]
public sealed class CodecConsumerTests(PackedPackages packages)
{
    private const string Program = """
        using System;
        using MsgPackSimd.Codec;

        int[] values = [0, 127, -1, -32, 128, -33, 65535, int.MinValue];
        byte[] encoded = MessagePackArrayEncoder.Encode<int>(values);
        Console.WriteLine(Convert.ToHexString(encoded));
        int[]? decoded = MessagePackArrayDecoder.Decode<int>(encoded, out int bytesConsumed);
        Console.WriteLine($"{bytesConsumed} bytes: {string.Join(' ', decoded!)}");
        """;

    [Fact]
    public async Task A_new_project_with_no_source_but_our_folder_restores_the_codec_and_runs_it()
    {
        var environment = new Dictionary<string, string?> { ["RestoreAdditionalProjectSources"] = null, ["RestoreSources"] = null };
        using var consumer = new Consumer("MsgPackSimd.Codec", Program, environment);
        consumer.Folder.Write("nuget.config", $"""
            <configuration>
              <packageSources>
                <clear />
                <add key="packed" value="{packages.Folder}" />
              </packageSources>
              <packageSourceMapping>
                <clear />
              </packageSourceMapping>
              <fallbackPackageFolders>
                <clear />
              </fallbackPackageFolders>
            </configuration>
            """);

        await consumer.BuildAsync();

        Assert.Equal(
            [Consumer.Encoded, "17 bytes: 0 127 -1 -32 128 -33 65535 -2147483648"],
            await consumer.RunAsync(consumer.Output));
        Assert.Equal(
            ["msgpacksimd.codec"],
            Directory.EnumerateDirectories(consumer.PackageCache).Select(folder => Path.GetFileName(folder)));
    }
}
