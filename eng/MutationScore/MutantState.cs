namespace MsgPackSimd.Engineering;

/// <summary>What came of a mutant; of two runs the greater counts.</summary>
internal enum MutantState
{
    /// <summary>No test comes by.</summary>
    NeverRun,

    /// <summary>Tests come by, and all of them pass.</summary>
    Survived,

    /// <summary>A test fails, the run does not end, or the process does.</summary>
    Killed,
}
