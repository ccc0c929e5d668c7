using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>The demo's recordings as workloads to measure, each of one array.</summary>
internal static class RecordingWorkloads
{
    /// <summary>The name that stands for all recordings where data is named.</summary>
    public const string Data = "recordings";

    /// <summary>Reads those of the given types.</summary>
    public static IEnumerable<Workload> Load(IReadOnlyCollection<MeasuredType> types) => types.SelectMany(type => type.LoadRecordings());
}
