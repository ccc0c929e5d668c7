using System;
using System.Collections.Generic;
using System.Linq;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Inputs;

/// <summary>The names of what arrays are filled with, and which of them an element type has.</summary>
internal static class InputNames
{
    /// <summary>
    /// The inputs of a run that does not name any: one without a branch to learn, one in which lengths change, one in which all tokens are short.
    /// </summary>
    public static readonly string[] Default = ["random", "mixed_width", "small"];

    /// <summary>Inputs of negative values only, which unsigned types do not have.</summary>
    private static readonly string[] NegativeNames = ["negative", "all_-32", "all_-33"];

    /// <summary>Gets all made-up inputs, <c>all_-33</c> among them: the first value that does not fit into one byte any more.</summary>
    public static IEnumerable<string> MadeUp => LargeInput.Distributions.Concat(["all_0", "all_-32", "all_-33"]);

    /// <summary>Gets all names that any element type has.</summary>
    public static IEnumerable<string> All => MadeUp.Concat(RecordingFiles.AllNames);

    /// <summary>
    /// The inputs that make a difference for an element type. The tokens of floating-point numbers have the same length whatever the values, and so have
    /// the tokens of booleans.
    /// </summary>
    public static IEnumerable<string> For<T>()
        where T : unmanaged
    {
        IEnumerable<string> madeUp = default(T) switch
        {
            float or double or Half => ["random"],
            bool => ["random", "all_0"],
            DateTime => LargeInput.Distributions,
            sbyte or short or int or long => MadeUp,
            _ => MadeUp.Except(NegativeNames),
        };
        return madeUp.Concat(RecordingFiles.NamesFor<T>());
    }
}
