using System;
using MsgPackSimd.Benchmarks.Peers;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks;

internal static class Program
{
    private static int Main(string[] args) => args switch
    {
        [TableCommands.Ratios or TableCommands.Crossover or TableCommands.CrossoverCells, ..] =>
            new TableCommands(Console.Out, Console.Error).Run(args),
        ["peers", .. string[] rest] => PeerTable.Run(rest, Console.Out, Console.Error),
        _ => SuiteRun.Run(args, Console.Error),
    };
}
