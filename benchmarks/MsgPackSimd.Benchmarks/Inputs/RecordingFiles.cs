using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Demo;
using MsgPackSimd.Demo.Npy;

namespace MsgPackSimd.Benchmarks.Inputs;

/// <summary>
/// The files of <c>samples/data</c>, which the build copies beside the program, named like <c>elevation.int16.npy</c>: finds recordings and reads their values.
/// </summary>
internal static class RecordingFiles
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "data");

    /// <summary>Gets the names of all recordings: <c>elevation</c>.</summary>
    public static IEnumerable<string> AllNames => Find("*");

    /// <summary>The names of the recordings that have this element type.</summary>
    public static IEnumerable<string> NamesFor<T>()
        where T : unmanaged =>
        TypeName<T>() is string type ? Find(type) : [];

    /// <summary>Reads a recording.</summary>
    /// <exception cref="DemoException">The recording is missing or damaged.</exception>
    public static T[] Load<T>(string name)
        where T : unmanaged =>
        InputFile.Read(Path.Combine(Folder, $"{name}.{TypeName<T>()}.npy"), stream =>
        {
            NpyHeader header = NpyHeaderReader.Read(stream);
            return header.Type is ElementType<T>
                ? NpyValues.Read<T>(stream, header)
                : throw new InvalidDataException($"holds {header.Type.Name}");
        });

    private static string? TypeName<T>()
        where T : unmanaged =>
        ElementType.All.OfType<ElementType<T>>().SingleOrDefault()?.Name;

    private static IEnumerable<string> Find(string type) =>
        Directory.GetFiles(Folder, $"*.{type}.npy").Select(path => Path.GetFileName(path).Split('.')[0]).Order(StringComparer.Ordinal);
}
