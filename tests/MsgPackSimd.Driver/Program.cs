using System;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Driver;

internal static class Program
{
    /// <summary>Returns 0 when all is well. What is the same on every machine goes to stdout, what differs to stderr.</summary>
    private static int Main(string[] args)
    {
        Console.Error.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}");
        if (args.Length > 0 && args[0] != InstructionSetLevel.Current)
        {
            Console.Error.WriteLine($"expected {args[0]}");
            return 1;
        }

        // Where nobody asked for another level, an arm64 machine must run the AdvSimd code.
        if (args.Length == 0 && RuntimeInformation.ProcessArchitecture == Architecture.Arm64 && !AdvSimd.Arm64.IsSupported)
        {
            Console.Error.WriteLine("AdvSimd is off");
            return 1;
        }

        bool ok = GuardedChecks<sbyte>.Run("sbyte");
        ok &= GuardedChecks<short>.Run("short");
        ok &= GuardedChecks<int>.Run("int");
        ok &= GuardedChecks<long>.Run("long");
        ok &= GuardedChecks<ushort>.Run("ushort");
        ok &= GuardedChecks<uint>.Run("uint");
        ok &= GuardedChecks<ulong>.Run("ulong");
        ok &= GuardedChecks<float>.Run("float");
        ok &= GuardedChecks<double>.Run("double");
        ok &= GuardedChecks<bool>.Run("bool");
        ok &= GuardedChecks<char>.Run("char");
        Console.WriteLine(ok ? "all is well" : "FAILED");
        return ok ? 0 : 1;
    }
}
