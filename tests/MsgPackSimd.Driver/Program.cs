using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Driver.Kernels;
using MsgPackSimd.Engineering;

namespace MsgPackSimd.Driver;

internal static class Program
{
    /// <summary>
    /// <c>[LEVEL] [--golden FOLDER] [--guards] [--without-gfni] [--local MINUTES]</c>: the level that the process must have; a folder with the unpacked golden
    /// vectors; to do only what needs guard pages, and to name each case before it runs (where there is a test host, the tests do the rest); that GFNI must be
    /// switched off; to check only local times, which must be so many minutes ahead of UTC.
    /// Returns 0 when all is well. What is the same on every machine goes to stdout, what differs to stderr.
    /// </summary>
    private static int Main(string[] args)
    {
        Console.Error.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}");
        string? level = null;
        string? golden = null;
        TimeSpan? localOffset = null;
        bool all = true;
        for (int i = 0; i < args.Length; i++)
        {
            if (args[i] == "--golden" && i + 1 < args.Length)
            {
                golden = args[++i];
            }
            else if (args[i] == "--guards")
            {
                CurrentCase.Report();
                all = false;
            }
            else if (args[i] == "--without-gfni")
            {
                if (Gfni.IsSupported)
                {
                    Console.Error.WriteLine("GFNI is on");
                    return 1;
                }
            }
            else if (args[i] == "--local" && i + 1 < args.Length)
            {
                localOffset = TimeSpan.FromMinutes(int.Parse(args[++i], CultureInfo.InvariantCulture));
            }
            else
            {
                level = args[i];
            }
        }

        if (level is not null && level != InstructionSetLevel.Current)
        {
            Console.Error.WriteLine($"expected {level}");
            return 1;
        }

        // Where nobody asked for another level, an arm64 machine must run the AdvSimd code.
        if (level is null && RuntimeInformation.ProcessArchitecture == Architecture.Arm64 && !AdvSimd.Arm64.IsSupported)
        {
            Console.Error.WriteLine("AdvSimd is off");
            return 1;
        }

        if (localOffset is TimeSpan offset)
        {
            bool isRight = LocalTimeChecks.Run(offset);
            Console.WriteLine(isRight ? "all is well" : "FAILED");
            return isRight ? 0 : 1;
        }

        bool ok = GuardedChecks<sbyte>.Run("sbyte");
        ok &= GuardedChecks<byte>.Run("byte");
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
        ok &= GuardedChecks<DateTime>.Run("DateTime");
        ok &= GuardedChecks<Half>.Run("Half");
        ok &= GuardedChecks<TimeSpan>.Run("TimeSpan");
        ok &= GuardedChecks<DateOnly>.Run("DateOnly");
        ok &= GuardedChecks<TimeOnly>.Run("TimeOnly");
        ok &= NullableChecks<sbyte>.Run("sbyte?");
        ok &= NullableChecks<byte>.Run("byte?");
        ok &= NullableChecks<short>.Run("short?");
        ok &= NullableChecks<int>.Run("int?");
        ok &= NullableChecks<long>.Run("long?");
        ok &= NullableChecks<ushort>.Run("ushort?");
        ok &= NullableChecks<uint>.Run("uint?");
        ok &= NullableChecks<ulong>.Run("ulong?");
        ok &= NullableChecks<float>.Run("float?");
        ok &= NullableChecks<double>.Run("double?");
        ok &= NullableChecks<bool>.Run("bool?");
        ok &= NullableChecks<char>.Run("char?");
        ok &= NullableChecks<DateTime>.Run("DateTime?");
        ok &= NullableChecks<Half>.Run("Half?");
        ok &= NullableChecks<TimeSpan>.Run("TimeSpan?");
        ok &= NullableChecks<DateOnly>.Run("DateOnly?");
        ok &= NullableChecks<TimeOnly>.Run("TimeOnly?");
        ok &= EnumChecks.Run();
        ok &= SpecChecks.Run();
        ok &= VectorChecks.Run();
        Kernel.BeforeCase = CurrentCase.Set;
        ok &= KernelChecks.Run(KernelCheck.GuardPages);
        if (all)
        {
            ok &= KernelChecks.Run(KernelCheck.Patterns) & KernelChecks.Run(KernelCheck.LengthsAndAlignments)
                & KernelChecks.Run(KernelCheck.Distributions) & KernelChecks.Run(KernelCheck.Stretches) & KernelChecks.Run(KernelCheck.MissingElements);
        }

        if (golden is not null)
        {
            ok &= GoldenChecks.Run(golden);
        }

        Console.WriteLine(ok ? "all is well" : "FAILED");
        return ok ? 0 : 1;
    }
}
