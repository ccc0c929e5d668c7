using System;
using System.Linq;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Inputs;

/// <summary>Makes arrays of what <see cref="InputNames"/> names. The same name, count and index make the same array on every machine.</summary>
internal static class InputArrays
{
    /// <summary>Makes the arrays of one benchmark.</summary>
    /// <param name="name">One of the names of the element type.</param>
    /// <param name="count">The elements of each array.</param>
    /// <param name="arrays">How many arrays.</param>
    /// <exception cref="ArgumentException">There is no input of that name for this element type.</exception>
    public static T[][] Create<T>(string name, int count, int arrays)
        where T : unmanaged
    {
        if (RecordingFiles.NamesFor<T>().Contains(name))
        {
            T[] recording = RecordingFiles.Load<T>(name);
            return [.. Enumerable.Range(0, arrays).Select(i => Window(recording, (long)i * count, count))];
        }

        return [.. Enumerable.Range(0, arrays).Select(i => name switch
        {
            "all_0" => new T[count],
            "all_-32" => Filled<T>(-32, count),
            "all_-33" => Filled<T>(-33, count),
            _ => LargeInput.Create<T>(name, count, 0x5eed + (ulong)i),
        })];
    }

    /// <summary>A piece of a recording, which starts over at its end.</summary>
    private static T[] Window<T>(T[] recording, long start, int count)
    {
        var values = new T[count];
        for (int i = 0; i < count; i++)
        {
            values[i] = recording[(start + i) % recording.Length];
        }

        return values;
    }

    private static T[] Filled<T>(int value, int count)
    {
        var values = new T[count];
        Array.Fill(values, default(T) switch
        {
            sbyte => (T)(object)(sbyte)value,
            short => (T)(object)(short)value,
            int => (T)(object)value,
            long => (T)(object)(long)value,
            _ => throw new ArgumentException($"{typeof(T).Name} has no {value}", nameof(value)),
        });
        return values;
    }
}
