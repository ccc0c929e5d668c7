namespace MsgPackSimd.Demo;

/// <summary>What the process returns.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>The recordings did not give the bytes or the values that they must.</summary>
    public const int Mismatch = 1;

    /// <summary>What was asked for can't be done: bad arguments, or a file that can't be read, converted or written.</summary>
    public const int Error = 2;
}
