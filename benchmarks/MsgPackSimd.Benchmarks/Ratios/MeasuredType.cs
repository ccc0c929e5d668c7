using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.Benchmarks.Inputs;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>One of the element types, by its name in C#.</summary>
/// <param name="name">As in <c>int</c>.</param>
internal abstract class MeasuredType(string name)
{
    public static readonly IReadOnlyList<MeasuredType> All =
    [
        new MeasuredType<sbyte>("sbyte"),
        new MeasuredType<short>("short"),
        new MeasuredType<int>("int"),
        new MeasuredType<long>("long"),
        new MeasuredType<ushort>("ushort"),
        new MeasuredType<uint>("uint"),
        new MeasuredType<ulong>("ulong"),
        new MeasuredType<float>("float"),
        new MeasuredType<double>("double"),
        new MeasuredType<bool>("bool"),
        new MeasuredType<char>("char"),
        new MeasuredType<DateTime>("DateTime"),
        new MeasuredType<Half>("Half"),
    ];

    public string Name => name;

    /// <summary>Gets whether the length of a token depends on the value.</summary>
    public abstract bool LengthsDiffer { get; }

    public static MeasuredType Of(string name) => All.Single(type => type.Name == name);

    public override string ToString() => Name;

    /// <summary>Leaves out the distributions that give the same values as one before them: there is only one of <c>bool</c>s.</summary>
    public abstract IEnumerable<string> Distinct(IEnumerable<string> data);

    /// <summary>Makes arrays.</summary>
    /// <param name="data">The distribution.</param>
    /// <param name="count">Elements of an array.</param>
    public abstract Workload Create(string data, int count);

    /// <summary>Makes fewer arrays.</summary>
    /// <param name="data">The distribution.</param>
    /// <param name="count">Elements of an array.</param>
    /// <param name="totalElements">Elements of all arrays together, or those of one if it has more.</param>
    public abstract Workload Create(string data, int count, int totalElements);

    /// <summary>Reads the recordings that have this type.</summary>
    public abstract IEnumerable<Workload> LoadRecordings();
}

/// <inheritdoc/>
/// <typeparam name="T">The element type.</typeparam>
internal sealed class MeasuredType<T>(string name) : MeasuredType(name)
    where T : unmanaged
{
    public override bool LengthsDiffer => typeof(T) != typeof(float) && typeof(T) != typeof(double) && typeof(T) != typeof(Half) && typeof(T) != typeof(bool);

    public override IEnumerable<string> Distinct(IEnumerable<string> data)
    {
        var seen = new List<T[]>();
        foreach (string distribution in data)
        {
            T[] values = LargeInput.Create<T>(distribution, 64, 0);
            if (!seen.Any(values.SequenceEqual))
            {
                seen.Add(values);
                yield return distribution;
            }
        }
    }

    public override Workload Create(string data, int count) => Create(data, new RotatingInputs<T>(data, count));

    public override Workload Create(string data, int count, int totalElements) =>
        Create(data, new RotatingInputs<T>(data, count, totalElements));

    public override IEnumerable<Workload> LoadRecordings() => RecordingFiles.NamesFor<T>().Select(recording =>
    {
        T[] values = RecordingFiles.Load<T>(recording);
        return new Workload<T>(Name, recording, [values], [ReferenceCodec.Encode<T>(values)]);
    });

    private Workload<T> Create(string data, RotatingInputs<T> inputs) => new(Name, data, inputs.Values, inputs.Encoded);
}
