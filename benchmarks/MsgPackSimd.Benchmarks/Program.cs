using System;
using MsgPackSimd.Benchmarks.Peers;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks;

internal static class Program
{
    private static int Main(string[] args) => args switch
    {
        [CommandLine.Ratios or CommandLine.Crossover, ..] => new CommandLine(Console.Out, Console.Error).Run(args),
        ["peers", .. string[] rest] => PeerTable.Run(rest, Console.Out, Console.Error),
        _ => SuiteRun.Run(args, Console.Error),
    };
}
