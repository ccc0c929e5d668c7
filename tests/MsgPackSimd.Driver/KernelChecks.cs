using System;
using MsgPackSimd.Driver.Kernels;

namespace MsgPackSimd.Driver;

/// <summary>Every kernel of the registry that runs here.</summary>
internal static class KernelChecks
{
    public static bool Run(KernelCheck check)
    {
        bool ok = true;
        int run = 0;
        foreach (Kernel kernel in KernelRegistry.All)
        {
            if (!kernel.IsSupported || !kernel.Has(check))
            {
                continue;
            }

            run++;
            try
            {
                kernel.Run(check);
            }
            catch (KernelFailureException e)
            {
                // Not to stdout: on other machines, kernels of other instruction sets run.
                Console.Error.WriteLine(e.Message);
                Console.WriteLine("a kernel FAILED");
                ok = false;
            }
        }

        Console.Error.WriteLine($"{run} of {KernelRegistry.All.Count} kernels, check {(int)check}");
        // Each check is for the scalar kernels too: if none ran, none was found.
        return ok && run > 0;
    }
}
