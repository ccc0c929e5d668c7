using System;
using MsgPackSimd.Benchmarks.Ratios;
using MsgPackSimd.Benchmarks.Suites;

namespace MsgPackSimd.Benchmarks;

internal static class Program
{
    private static int Main(string[] args) => args switch
    {
        ["ratios", .. string[] rest] => RatioTable.Run(rest),
        _ => SuiteRun.Run(args, Console.Error),
    };
}
