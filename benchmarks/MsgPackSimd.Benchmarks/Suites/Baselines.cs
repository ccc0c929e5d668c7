#if MESSAGEPACK_PACKAGE
using MessagePack;
#endif
#if MESSAGEPACK_EXPERIMENTAL
using MessagePack.Resolvers;
#endif

namespace MsgPackSimd.Benchmarks.Suites;

/// <summary>
/// What others offer, as far as their packages are available (docs/architecture.md, "The MessagePack dependency"). The repository's substitute for
/// MessagePack is never a baseline: without the package, times are compared with our own scalar code.
/// </summary>
internal static class Baselines
{
    public const string ExperimentalMethod = "Experimental";

#if MESSAGEPACK_PACKAGE
    /// <summary>Whether ratios are to our own code, for want of something better.</summary>
    public const bool IsOurs = false;

    public static readonly MessagePackSerializerOptions BuiltIn = MessagePackSerializerOptions.Standard;
#else
    /// <summary>Whether ratios are to our own code, for want of something better.</summary>
    public const bool IsOurs = true;
#endif

#if MESSAGEPACK_EXPERIMENTAL
    public static readonly MessagePackSerializerOptions Experimental = MessagePackSerializerOptions.Standard.WithResolver(
        CompositeResolver.Create(MessagePack.Resolvers.PrimitiveArrayResolver.Instance, StandardResolver.Instance));

    /// <summary>Whether MessagePack.Experimental has a formatter of its own for arrays of this type.</summary>
    public static bool ExperimentalHas<T>() => MessagePack.Resolvers.PrimitiveArrayResolver.Instance.GetFormatter<T[]>() is not null;
#else
    public static bool ExperimentalHas<T>() => false;
#endif
}
