using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>Tests that change what belongs to the whole process, and therefore run alone.</summary>
[CollectionDefinition(nameof(WholeProcess), DisableParallelization = true)]
public class WholeProcess;
