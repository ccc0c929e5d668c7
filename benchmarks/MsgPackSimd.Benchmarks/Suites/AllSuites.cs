using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using MsgPackSimd.Benchmarks.Configuration;

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>Every suite with every element type that it is for.</summary>
internal static class AllSuites
{
    /// <summary>The suites that have something to measure with these options.</summary>
    public static Type[] For(RunOptions options) =>
    [
        .. Of<sbyte>(options), .. Of<short>(options), .. Of<int>(options), .. Of<long>(options),
        .. Of<ushort>(options), .. Of<uint>(options), .. Of<ulong>(options), .. Of<char>(options),
        .. Of<float>(options), .. Of<double>(options), .. Of<bool>(options), .. Of<DateTime>(options),
        .. Of<Half>(options),

        // Sequences, of an integer and a floating-point type: what differs from arrays is how the elements are obtained.
        .. If<int>(options, typeof(SequenceBenchmarks<int>)), .. If<double>(options, typeof(SequenceBenchmarks<double>)),

        // Other shapes, those that hold vectors and grids: all of them end up as the same span.
        .. If<int>(options, typeof(ShapeBenchmarks<int, List<int>>), typeof(ShapeBenchmarks<int, IReadOnlyList<int>>)),
        .. If<float>(options, typeof(ShapeBenchmarks<float, List<float>>), typeof(ShapeBenchmarks<float, ReadOnlyMemory<float>>)),
        .. If<short>(options, typeof(ShapeBenchmarks<short, short[,]>)), .. If<float>(options, typeof(ShapeBenchmarks<float, float[,]>)),

        // Shapes that don't show their memory: elements are copied out of them and into them.
        .. If<int>(options, typeof(ShapeBenchmarks<int, Queue<int>>)),
        .. If<double>(options, typeof(ShapeBenchmarks<double, ObservableCollection<double>>)),

        // Elements that may be missing, but none of which is.
        .. If<double>(options, typeof(ShapeBenchmarks<double, double?[]>)),
    ];

    private static Type[] Of<T>(RunOptions options)
        where T : unmanaged =>
        If<T>(options, typeof(EncodeBenchmarks<T>), typeof(DecodeBenchmarks<T>));

    private static Type[] If<T>(RunOptions options, params Type[] suites)
        where T : unmanaged =>
        options.DataFor<T>().Any() ? suites : [];
}
