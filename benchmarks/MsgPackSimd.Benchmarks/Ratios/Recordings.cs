using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Demo;
using MsgPackSimd.Demo.Npy;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>The demo's recordings, each as one array.</summary>
internal static class Recordings
{
    /// <summary>Where the data is named that stands for all recordings.</summary>
    public const string Data = "recordings";

    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "data");

    /// <summary>Reads those of the given types.</summary>
    public static IEnumerable<Workload> Load(IReadOnlyCollection<MeasuredType> types) =>
        Directory.GetFiles(Folder, "*.npy").Order(StringComparer.Ordinal).Select(Load).Where(load => types.Any(type => type.Name == load.Type));

    private static Workload Load(string path) => InputFile.Read(path, stream =>
    {
        NpyHeader header = NpyHeaderReader.Read(stream);
        return header.Type.Accept(new Loader(Path.GetFileName(path).Split('.')[0], header, stream));
    });

    private sealed class Loader(string name, NpyHeader header, Stream npy) : IElementTypeVisitor<Workload>
    {
        public Workload Visit<T>()
            where T : unmanaged =>
            MeasuredType.Of<T>().Create(name, NpyValues.Read<T>(npy, header));
    }
}
