using System;
using System.Diagnostics;
using System.Globalization;
using System.Threading.Tasks;
using MsgPackSimd.Engineering;
using MsgPackSimd.Faults.Fuzzing;

namespace MsgPackSimd.Faults;

internal static class Program
{
    private const string Usage = """
        fuzz [--cases N] [--seed N] [--type T]   compares the codec and the formatters with the reference codec on N cases in all
        first-calls [kernels]                    the first calls of this process, from many threads at once
        cold-start [kernels]                     what the runtime compiles for the first calls
        (With "kernels", the kernels are asked for from the first call on.)
        """;

    private static int Main(string[] args)
    {
        if (args is ["first-calls" or "cold-start"] or ["first-calls" or "cold-start", "kernels"])
        {
            // This program's configuration asks for the kernels, as that of all tests does. A user's does not.
            bool startsWithKernels = args.Length > 1;
            AppContext.SetSwitch(ColdStartCheck.Switch, startsWithKernels);
            return (args[0] == "first-calls" ? FirstCalls.Run() : ColdStartCheck.Run(startsWithKernels)) ? 0 : 1;
        }

        if (args.Length == 0 || args[0] != "fuzz" || args.Length % 2 == 0)
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        long cases = 10_000_000;
        ulong seed = FuzzRun.DefaultSeed;
        string[] types = [.. FuzzRun.Types];
        for (int i = 1; i < args.Length; i += 2)
        {
            string value = args[i + 1];
            bool known = args[i] switch
            {
                "--cases" => long.TryParse(value, CultureInfo.InvariantCulture, out cases) && cases > 0,
                "--seed" => ulong.TryParse(value, CultureInfo.InvariantCulture, out seed),
                "--type" => Array.IndexOf(types, value) >= 0 && (types = [value]).Length > 0,
                _ => false,
            };
            if (!known)
            {
                Console.Error.WriteLine($"{args[i]} {value}?\n{Usage}");
                return 2;
            }
        }

        return Fuzz(types, seed, (cases + types.Length - 1) / types.Length);
    }

    private static int Fuzz(string[] types, ulong seed, long casesOfType)
    {
        Console.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}, seed {seed}");
        var watch = Stopwatch.StartNew();
        long done = 0;
        bool failed = false;
        object gate = new();
        Parallel.ForEach(types, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, type =>
        {
            FuzzResult result = FuzzRun.Run(type, seed, casesOfType);
            lock (gate)
            {
                Console.WriteLine(result);
                done += result.Cases;
                if (result.Failure is not null)
                {
                    Console.WriteLine(result.Failure);
                    failed = true;
                }
            }
        });
        Console.WriteLine($"{done:N0} cases in {watch.Elapsed.TotalSeconds:N0} s: {(failed ? "DIFFERENT" : "all is as the reference says")}");
        return failed ? 1 : 0;
    }
}
