using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>Runs that were never measured.</summary>
internal static class Runs
{
    public static readonly RunHead Head = new()
    {
        Machine = "A CPU",
        Cores = 2,
        OperatingSystem = "linux-x64",
        Architecture = "x64",
        Level = "avx2",
        Runtime = ".NET 10.0.12",
        Date = "2026-01-31",
        Commit = "0123456789ab",
        Command = "./build.sh bench --json /home/me/a b.json --only span --data 'random'",
        Baseline = RatioRecord.BuiltIn,
        MessagePack = "MessagePack 3.1.8 (the package)",
        Gen0Size = "default",
        Rounds = 15,
    };

    public static RunFile Of(params RatioRecord[] cells) => new() { Head = Head, Ratios = cells };

    /// <summary>A run with quiet cells beside those that a test is about.</summary>
    public static RunFile Typical(params RatioRecord[] cells) => Of(
        [.. new[] { 4, 64, 1024 }.SelectMany(_ => new[] { "encode", "decode" }, (count, direction) => Cell("int", direction, count)), .. cells]);

    public static RatioRecord Cell(string type, string direction, int count) =>
        new(type, "random", direction, count, 0.5, 10, RatioRecord.BuiltIn, 8, 2, 1.01, 0);

    /// <summary>The same cell if everything except the baseline and the copying takes so many times as long.</summary>
    public static RatioRecord Slower(this RatioRecord cell, double times) => cell with
    {
        NsPerElement = cell.NsPerElement * times,
        GbPerSecond = cell.GbPerSecond / times,
        XBaseline = cell.XBaseline / times,
        XMemcpy = cell.XMemcpy * times,
    };

    /// <summary>A series of the crossover report.</summary>
    public static IReadOnlyList<CrossoverRecord> Series(double same, params double[] ratios) =>
        [.. ratios.Select((ratio, count) => new CrossoverRecord("int", "random", "encode", count, new CrossoverRatios(20, ratio, same)))];
}
