using System;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>What is done to a kernel.</summary>
internal enum KernelCheck
{
    /// <summary>Every pattern of token forms in neighbouring places, at every such place of a block, with values from both ends of each form.</summary>
    Patterns,

    /// <summary>Every length to 200, at every alignment of source and destination.</summary>
    LengthsAndAlignments,

    /// <summary>Seeded random input of the distributions of the golden vectors, into too little room and cut short as well.</summary>
    Distributions,

    /// <summary>Long stretches of one form, with one other element, token or damaged token at every place.</summary>
    Stretches,

    /// <summary>
    /// Of kernels for elements that may be missing: all of the elements, every so many, or some at random are missing, at every length to 130 and at two more.
    /// </summary>
    MissingElements,

    /// <summary>Arrays that are longer than any chunk.</summary>
    LargeArrays,

    /// <summary>Every length to 300 between pages that can't be touched. In a process of its own: a byte too far ends it.</summary>
    GuardPages,
}

/// <summary>A kernel that does not do what it should.</summary>
internal sealed class KernelFailureException(string message) : Exception(message);

/// <summary>One kernel for one element type.</summary>
/// <param name="name">Element type and kernel.</param>
/// <param name="type">The type that has the kernel's code.</param>
/// <param name="isSupported">Whether it runs in this process.</param>
internal abstract class Kernel(string name, Type type, bool isSupported)
{
    /// <summary>The longest token of any type, in bytes: a timestamp 96 with the longest head that is read.</summary>
    public const int MaxTokenLength = 18;

    /// <summary>The token of a missing element.</summary>
    protected static ReadOnlySpan<byte> Nil => [0xc0];

    public string Name { get; } = name;

    public Type Type { get; } = type;

    public bool IsSupported { get; } = isSupported;

    /// <summary>Gets or sets what is given the name of each case before the case runs, if the process may die of it.</summary>
    public static Action<string>? BeforeCase { get; set; }

    /// <summary>
    /// Whether there is anything to check: of kernels that take few elements, not all; and missing elements only of those that are made for them.
    /// </summary>
    public virtual bool Has(KernelCheck check) => true;

    /// <summary>Throws a <see cref="KernelFailureException"/> where the kernel fails.</summary>
    public abstract void Run(KernelCheck check);

    /// <summary>Fails with the kernel's name in front.</summary>
    protected KernelFailureException Failure(string message) => new($"{Name}: {message}");

    /// <summary>Some text that ends with the first difference of two runs of bytes.</summary>
    protected static string Describe(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        int same = expected.CommonPrefixLength(actual);
        int start = Math.Max(0, same - 10);
        return $"the same up to byte {same}; from byte {start} on expected "
            + $"{Convert.ToHexString(expected[start..Math.Min(expected.Length, same + 10)])}, "
            + $"got {Convert.ToHexString(actual[start..Math.Min(actual.Length, same + 10)])}";
    }
}
