using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Benchmarks.Configuration;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>Every suite with every element type.</summary>
internal static class AllSuites
{
    /// <summary>The suites that have something to measure with these options.</summary>
    public static Type[] For(RunOptions options) =>
    [
        .. Of<sbyte>(options), .. Of<short>(options), .. Of<int>(options), .. Of<long>(options),
        .. Of<ushort>(options), .. Of<uint>(options), .. Of<ulong>(options), .. Of<char>(options),
        .. Of<float>(options), .. Of<double>(options), .. Of<bool>(options),
    ];

    private static IEnumerable<Type> Of<T>(RunOptions options)
        where T : unmanaged =>
        options.DataFor<T>().Any() ? [typeof(EncodeBenchmarks<T>), typeof(DecodeBenchmarks<T>)] : [];
}
