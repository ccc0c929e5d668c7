using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Intrinsics;
using MessagePack;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults;

/// <summary>
/// What the runtime compiles for the first arrays of a type: nothing but scalar code, whose results are the same; and for those after them, the kernels, where
/// there are any. For a process of its own, in which nothing is compiled yet.
/// </summary>
internal static class ColdStartCheck
{
    /// <summary>With which a program asks for the kernels from the first call on.</summary>
    public const string Switch = "MsgPackSimd.Codec.KernelsFromFirstCall";

    /// <summary>The codec's types of the namespace of kernels that the scalar code needs.</summary>
    private static readonly HashSet<string> Scalar =
        ["AllPresent", "ColdStart", "EnumDispatch", "KernelDispatch", "MaybeMissing", "ScalarDecoder", "ScalarEncoder", "ScalarNullable"];

    /// <param name="startsWithKernels">Whether the kernels are asked for.</param>
    public static bool Run(bool startsWithKernels)
    {
        using var compiled = new CompiledMethods();
        bool isWell = Check<int[]>(compiled, startsWithKernels, LargeInput.Create<int>("mixed_width", 100, 1))
            & Check<double[]>(compiled, startsWithKernels, LargeInput.Create<double>("random", 100, 2))
            & Check<List<short>>(compiled, startsWithKernels, [.. LargeInput.Create<short>("random", 100, 3)])
            & Check<Half[]>(compiled, startsWithKernels, LargeInput.Create<Half>("random", 100, 4))
            & Check<DateTime[]>(compiled, startsWithKernels, [.. Enumerable.Range(0, 100).Select(second => DateTime.UnixEpoch.AddSeconds(second))])
            & Check<long?[]>(compiled, startsWithKernels, [.. Enumerable.Range(0, 100).Select(i => i % 3 == 0 ? null : (long?)i << i)]);
        Console.WriteLine(isWell ? "all is well" : "FAILED");
        return isWell;
    }

    private static bool Check<T>(CompiledMethods compiled, bool startsWithKernels, T values)
    {
        compiled.Take();
        byte[] first = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
        T decoded = MessagePackSerializer.Deserialize<T>(first, SimdStandardResolver.Options);
        byte[] again = MessagePackSerializer.Serialize(decoded, SimdStandardResolver.Options);
        string[] atFirst = [.. compiled.Take().Where(IsKernel)];
        for (int i = 0; i < 20; i++)
        {
            MessagePackSerializer.Deserialize<T>(MessagePackSerializer.Serialize(values, SimdStandardResolver.Options), SimdStandardResolver.Options);
        }

        byte[] last = MessagePackSerializer.Serialize(
            MessagePackSerializer.Deserialize<T>(first, SimdStandardResolver.Options), SimdStandardResolver.Options);
        string[] later = [.. compiled.Take().Where(IsKernel)];
        bool hasKernels = Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;
        return Require(first.AsSpan().SequenceEqual(again) && first.AsSpan().SequenceEqual(last), $"{typeof(T)}: other bytes")
            & Require(atFirst.Length > 0 == (hasKernels && startsWithKernels), $"{typeof(T)} at first: {string.Join(' ', atFirst)}")
            & Require(startsWithKernels || later.Length > 0 == hasKernels, $"{typeof(T)} later: {string.Join(' ', later)}");
    }

    private static bool IsKernel(string type)
    {
        const string Namespace = "MsgPackSimd.Codec.Kernels.";
        return type.StartsWith(Namespace, StringComparison.Ordinal) && !Scalar.Contains(type[Namespace.Length..].Split('`', '+')[0]);
    }

    private static bool Require(bool condition, string message)
    {
        if (!condition)
        {
            Console.Error.WriteLine(message);
        }

        return condition;
    }
}
