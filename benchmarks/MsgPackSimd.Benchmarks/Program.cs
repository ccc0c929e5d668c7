using BenchmarkDotNet.Running;
using MsgPackSimd.Benchmarks.Ratios;

namespace MsgPackSimd.Benchmarks;

internal static class Program
{
    private static int Main(string[] args)
    {
        if (args is ["ratios", ..])
        {
            return RatioTable.Run(args[1..]);
        }

        BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
        return 0;
    }
}
