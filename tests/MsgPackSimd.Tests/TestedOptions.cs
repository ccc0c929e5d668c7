using MessagePack;
using MessagePack.Resolvers;

namespace MsgPackSimd.Tests;

/// <summary>The ways to put the formatters into a serializer that every test goes through.</summary>
internal static class TestedOptions
{
    public static readonly MessagePackSerializerOptions Composite =
        MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance));

    public static readonly MessagePackSerializerOptions[] All = [SimdStandardResolver.Options, Composite];
}
