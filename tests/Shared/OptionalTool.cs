using System;

namespace MsgPackSimd.TestSupport;

/// <summary>What some tests need and not every machine has: the native peers, Python's msgpack, gnuplot.</summary>
internal static class OptionalTool
{
    /// <summary>
    /// The reason to skip a test, or none. Where <c>MSGPACKSIMD_REQUIRE_TOOLS</c> is 1, as in CI where they are installed, there is none: a test whose tool
    /// can't be found then fails, and is not lost among thousands that are skipped.
    /// </summary>
    /// <param name="reason">Why the test can't run; <see langword="null"/> if it can.</param>
    public static string? SkipUnlessRequired(string? reason) =>
        Environment.GetEnvironmentVariable("MSGPACKSIMD_REQUIRE_TOOLS") == "1" ? null : reason;
}
