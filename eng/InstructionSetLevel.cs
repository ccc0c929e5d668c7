using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Engineering;

/// <summary>
/// How much of the CPU this process may use: the rows of the table in docs/architecture.md, "Instruction-set levels". Each level has all
/// that stands above it. Tests and benchmarks are run once a level and assert that they really have it, since the runtime ignores a
/// switch that it does not know.
/// </summary>
internal static class InstructionSetLevel
{
    /// <summary>The level's name, as build.sh and the environment variable <c>MSGPACKSIMD_EXPECTED_LEVEL</c> spell it.</summary>
    public static string Current =>
        Avx512Vbmi2.IsSupported ? "avx512vbmi2"
        : Avx512Vbmi.IsSupported ? "avx512vbmi"
        : Avx512BW.IsSupported ? "avx512"
        : Avx2.IsSupported ? "avx2"
        : Avx.IsSupported ? "avx"
        : Sse42.IsSupported ? "sse42"
        : Sse2.IsSupported ? "sse2"
        : AdvSimd.Arm64.IsSupported ? "advsimd"
        : "scalar";

    /// <summary>The process's architecture, as build.sh spells it.</summary>
    public static string Architecture => RuntimeInformation.ProcessArchitecture switch
    {
        System.Runtime.InteropServices.Architecture.X64 or System.Runtime.InteropServices.Architecture.X86 => "x64",
        System.Runtime.InteropServices.Architecture.Arm64 => "arm64",
        _ => "other",
    };
}
