#if MESSAGEPACK_PACKAGE
using System.Reflection;
using MessagePack;
#endif

namespace MsgPackSimd.Demo.Measuring;

/// <summary>
/// What the measurements are compared with: MessagePack-CSharp's built-in formatters where the package is there, else our own scalar code.
/// The repository's substitute for the package is never a baseline.
/// </summary>
internal static class Baseline
{
#if MESSAGEPACK_PACKAGE
    /// <summary>What the table's heading calls it.</summary>
    public const string Label = "built-in";

    /// <summary>Gets which MessagePack the program runs with.</summary>
    public static string MessagePackName
    {
        get
        {
            string? version = typeof(MessagePackSerializer).Assembly
                .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
            return $"MessagePack {version?.Split('+')[0]} (the package)";
        }
    }

    public static IArrayCodec<T> Create<T>() => new SerializerCodec<T>("StandardResolver", MessagePackSerializerOptions.Standard);
#else
    /// <summary>What the table's heading calls it.</summary>
    public const string Label = "scalar";

    /// <summary>Gets which MessagePack the program runs with.</summary>
    public static string MessagePackName => "the repository's substitute for MessagePack";

    public static IArrayCodec<T> Create<T>() => new ScalarCodec<T>();
#endif
}
