using System;
using MsgPackSimd.Benchmarks.Peers;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks;

internal static class Program
{
    private static int Main(string[] args) => args switch
    {
        ["ratios", .. string[] rest] => RatioTable.Run(rest),
        ["peers", .. string[] rest] => PeerTable.Run(rest, Console.Out, Console.Error),
        _ => SuiteRun.Run(args, Console.Error),
    };
}
