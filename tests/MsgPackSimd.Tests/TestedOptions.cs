using MessagePack;
using MessagePack.Resolvers;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Tests;

/// <summary>The ways to put the formatters into a serializer that every test goes through.</summary>
internal static class TestedOptions
{
    public static readonly MessagePackSerializerOptions Composite =
        MessagePackSerializerOptions.Standard.WithResolver(
            CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance));

    /// <summary>With a resolver for each of the enums of the tests in front.</summary>
    public static readonly MessagePackSerializerOptions WithEnums = MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(
        EnumArrayResolver<EnumOfSByte>.Instance,
        EnumArrayResolver<EnumOfInt16>.Instance,
        EnumArrayResolver<EnumOfInt32>.Instance,
        EnumArrayResolver<EnumOfInt64>.Instance,
        EnumArrayResolver<EnumOfByte>.Instance,
        EnumArrayResolver<EnumOfUInt16>.Instance,
        EnumArrayResolver<EnumOfUInt32>.Instance,
        EnumArrayResolver<EnumOfUInt64>.Instance,
        SimdStandardResolver.Instance));

    public static readonly MessagePackSerializerOptions[] All = [SimdStandardResolver.Options, Composite];
}
