namespace MsgPackSimd.Engineering;

/// <summary>What came of a mutant; of two runs, the greater value counts.</summary>
internal enum MutantState
{
    /// <summary>No test runs it.</summary>
    NeverRun,

    /// <summary>Tests run it, and all of them pass.</summary>
    Survived,

    /// <summary>A test fails, the run does not end, or the process does.</summary>
    Killed,
}
