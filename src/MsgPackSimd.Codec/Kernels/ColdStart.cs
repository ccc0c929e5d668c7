using System;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Leaves the first few short arrays of each type, in each process, to the scalar code. The runtime compiles a method when it is first called, and the kernels
/// take it longer than any other code here: they are optimized at once, with much inlined into them. A program that writes a hundred numbers and ends would
/// spend most of its time on that. The scalar code is compiled like most code in .NET: quickly at first, without optimization. (An array that comes in several
/// calls counts as several: segment by segment, block by block, or measured first and then encoded.)
/// </summary>
/// <remarks>
/// The runtime's own <see href="https://github.com/dotnet/runtime/blob/main/docs/design/features/tiered-compilation.md">tiered compilation</see> has the same
/// purpose, but does not suit the kernels: unoptimized, vector code is slower than scalar code, and it consists of many small methods to be compiled one by
/// one. Where everything is compiled beforehand (Native AOT), the kernels run from the first call. (<c>docs/performance.md</c> has the figures.)
/// </remarks>
/// <typeparam name="TElement">The type of the elements in memory: each has kernels of its own, and its own cold start.</typeparam>
internal static class ColdStart<TElement>
{
    // Without initializers, so that the JIT need not make sure that they have run. Of two threads that add to a sum at the same time, one may overwrite what
    // the other added: then a few arrays more are left to the scalar code.
    private static int s_encoded;
    private static int s_decoded;

    /// <summary>Gets whether there may be arrays left for the scalar encoder. This is what every array is asked; only if so, it is counted.</summary>
    public static bool MayEncode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_encoded < ColdStart.Budget;
    }

    /// <summary>Gets whether there may be arrays left for the scalar decoder.</summary>
    public static bool MayDecode
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_decoded < ColdStart.Budget;
    }

    /// <summary>Whether an array is to be encoded by the scalar code. If so, it is counted.</summary>
    /// <param name="count">The number of elements.</param>
    public static bool TryTakeForEncoding(int count) => ColdStart.TryTake(ref s_encoded, count);

    /// <summary>Whether an array is to be decoded by the scalar code. If so, it is counted.</summary>
    /// <param name="count">The number of elements, or more.</param>
    public static bool TryTakeForDecoding(int count) => ColdStart.TryTake(ref s_decoded, count);
}

/// <summary>What all types have in common.</summary>
internal static class ColdStart
{
    /// <summary>
    /// A switch of the program's configuration (see <see cref="AppContext.TryGetSwitch"/>): with <see langword="true"/>, there is no cold start. It is for
    /// programs that compile everything before it matters by making each call once; and for the tests, which are about the kernels.
    /// </summary>
    public const string SwitchName = "MsgPackSimd.Codec.KernelsFromFirstCall";

    /// <summary>
    /// How many elements of a type are left to the scalar code, where each call counts as <see cref="ElementsPerCall"/> more. Unoptimized, it
    /// took some 40 ns to encode one; compiling the kernels for integers of mixed widths took more than ten milliseconds for each direction.
    /// </summary>
    public const int Budget = 16 * 1024;

    /// <summary>
    /// Thus there are at most sixteen such calls. From the thirtieth on, the runtime counts which branches a method takes, to optimize it for them: it should
    /// not find these calls among them.
    /// </summary>
    public const int ElementsPerCall = 1024;

    private static readonly bool IsEnabled =
        RuntimeFeature.IsDynamicCodeCompiled && !(AppContext.TryGetSwitch(SwitchName, out bool areKernelsFirst) && areKernelsFirst);

    /// <summary>Counts an array of a type. The first one that is too long for what is left of the budget ends the type's cold start.</summary>
    /// <param name="taken">What has been taken from the budget.</param>
    /// <param name="count">The number of elements.</param>
    /// <returns>Whether the array is to be left to the scalar code.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static bool TryTake(ref int taken, int count) => TryTake(ref taken, count, IsEnabled);

    /// <param name="taken">What has been taken from the budget.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="isEnabled">Whether there is a cold start in this process.</param>
    /// <inheritdoc cref="TryTake(ref int, int)"/>
    internal static bool TryTake(ref int taken, int count, bool isEnabled)
    {
        // (Another thread may have changed the sum since the caller looked at it.)
        int left = Budget - ElementsPerCall - taken;
        if (isEnabled && count <= left)
        {
            taken += ElementsPerCall + count;
            return true;
        }

        taken = Budget;
        return false;
    }
}
