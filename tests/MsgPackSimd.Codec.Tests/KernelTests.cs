using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Driver.Kernels;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Every kernel by name, called directly, whatever the dispatch would choose; judged by the reference codec. (Between guard pages they are called
/// in a process of their own: <see cref="GuardPageTests"/>.)
/// </summary>
public class KernelTests
{
    [KernelTheory(KernelCheck.Patterns)]
    public void Every_pattern_is_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.Patterns);

    [KernelTheory(KernelCheck.LengthsAndAlignments)]
    public void Every_length_at_every_alignment_is_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.LengthsAndAlignments);

    [KernelTheory(KernelCheck.Distributions)]
    public void Every_distribution_is_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.Distributions);

    [KernelTheory(KernelCheck.Stretches)]
    public void Stretches_with_one_exception_are_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.Stretches);

    [KernelTheory(KernelCheck.MissingElements)]
    public void Missing_elements_are_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.MissingElements);

    [KernelTheory(KernelCheck.LargeArrays)]
    public void Large_arrays_are_as_the_reference_says(string kernel) => Run(kernel, KernelCheck.LargeArrays);

    [Fact]
    public void Every_kernel_is_in_the_registry()
    {
        Type[] registered = [.. KernelRegistry.All.Select(kernel => Definition(kernel.Type)).Distinct()];
        Type[] kernels = [.. KernelTypes()];
        Assert.True(kernels.Length > 15, $"only {kernels.Length} kernels found");
        string missing = string.Join(", ", kernels.Except(registered).Select(type => type.Name));
        Assert.True(missing.Length == 0, $"not in tests/MsgPackSimd.Driver/Kernels/KernelRegistry.cs: {missing}");
    }

    /// <summary>
    /// A generic kernel is compiled once for each signedness, token form, block and so on, and once for each lane. Each combination has a line in
    /// <c>tests/MsgPackSimd.Driver/Kernels/KernelRegistry.cs</c>, but for those that the compiler rejects and <see cref="Unused"/>. The lanes are those that
    /// the kernel's lines have.
    /// </summary>
    [Fact]
    public void Every_variant_of_a_generic_kernel_is_in_the_registry()
    {
        var missing = new List<string>();
        foreach (Type definition in KernelTypes().Where(type => type.IsGenericTypeDefinition))
        {
            Type[] used = [.. KernelRegistry.All.Select(kernel => kernel.Type).Where(type => Definition(type) == definition).Distinct()];
            Type[] lanes = [.. used.SelectMany(Lanes).Distinct()];
            missing.AddRange(Variants(definition, lanes).Except(used).Where(type => !IsUnused(type)).Select(Describe));
        }

        Assert.True(missing.Count == 0, $"not in tests/MsgPackSimd.Driver/Kernels/KernelRegistry.cs: {string.Join("; ", missing)}");
    }

    private static readonly Type[] IntegerLanes = [typeof(sbyte), typeof(short), typeof(int), typeof(long)];

    private static readonly Type[] FloatLanes = [typeof(uint), typeof(ulong)];

    private static readonly Type[] Floats = [typeof(float), typeof(double)];

    /// <summary>
    /// The combinations that the library does not use: in which kernels and arguments, with which of their own arguments, and why. They have no line.
    /// </summary>
    private static readonly (string Names, Func<Type, bool> Are, string Reason)[] Unused =
    [
        (
            "IntegerScan NullableIntegerScan NullableWideIntegerScan NullableInteger NullableIntegerTables",
            type => !IntegerLanes.Contains(Lane(type)),
            "The lanes of integers are signed, whether or not the elements are."),
        (
            "NullableFloat NullableFloatTables NullableFloatLayout",
            type => !FloatLanes.Contains(Lane(type)),
            "These take floating-point numbers as unsigned bits."),
        (
            "NumberScan NullableNumberScan NullableNumber",
            type => !Floats.Contains(Lane(type)),
            "These make floating-point numbers of tokens of any form."),
        (
            "MostlyMissing",
            type => type.GetGenericArguments()[1] != typeof(NullableTimestamp),
            "Only times have a loop of their own for where most are missing."),
        (
            "LengthScanDecoderVector128",
            type => Definition(type.GetGenericArguments()[1]) == typeof(IntegerScan<,>) && SizeOf(Lane(type)) < sizeof(int),
            "Shorter elements have quicker kernels wherever there is a byte shuffle."),
        (
            "NullableIntegerScan NullableIntegerBlockVector128 NullableIntegerBlockAvx2",
            type => Lane(type) == typeof(sbyte),
            "Elements of one byte have kernels of their own."),
        (
            "NullableWideIntegerScan",
            type => Lane(type) == typeof(long),
            "No token is longer than those of 64-bit elements."),
        (
            "FullWidthDecoderVector128 FullWidthDecoderAvx2 FullWidthEncoderAvx512",
            type => Lane(type) != LaneOf(type.GetGenericArguments()[1]),
            "A form has one lane."),
        (
            "UniformDecoderAvx512",
            type => PayloadLength(type.GetGenericArguments()[2]) > SizeOf(Lane(type)),
            "Tokens that are longer than the element's are decoded as those of 64-bit elements."),
        (
            "UniformDecoderVector128 UniformDecoderAvx2",
            type => PayloadLength(type.GetGenericArguments()[2]) >= SizeOf(Lane(type)),
            "Tokens of full width have other kernels, and longer ones are decoded as those of 64-bit elements."),
    ];

    /// <summary>Whether a kernel, or an argument of it, however deep, is unused.</summary>
    private static bool IsUnused(Type type) =>
        type.IsGenericType
        && (Unused.Any(unused => unused.Names.Split(' ').Contains(type.Name.Split('`')[0]) && unused.Are(type)) || type.GetGenericArguments().Any(IsUnused));

    private static Type Lane(Type type) => type.GetGenericArguments()[0];

    private static int SizeOf(Type lane) => Type.GetTypeCode(lane) switch
    {
        TypeCode.SByte or TypeCode.Byte => 1,
        TypeCode.Int16 => 2,
        TypeCode.Int32 or TypeCode.UInt32 or TypeCode.Single => 4,
        _ => 8,
    };

    private static Type LaneOf(Type form) =>
        form == typeof(SingleForm) ? typeof(uint)
        : form == typeof(DoubleForm) ? typeof(ulong)
        : Definition(form) == typeof(Int16Form<>) ? typeof(short)
        : Definition(form) == typeof(Int32Form<>) ? typeof(int)
        : typeof(long);

    private static int PayloadLength(Type length) =>
        length == typeof(TwoBytes) ? 1 : length == typeof(ThreeBytes) ? 2 : length == typeof(FiveBytes) ? 4 : 8;

    /// <summary>All types that a generic type can be, with these lanes for the parameters that no interface of the codec constrains.</summary>
    private static IEnumerable<Type> Variants(Type definition, Type[] lanes)
    {
        IEnumerable<Type[]> products = [[]];
        foreach (Type parameter in definition.GetGenericArguments())
        {
            Type[] constraints = [.. parameter.GetGenericParameterConstraints().Where(type => type.Assembly == definition.Assembly)];
            Type[] arguments = constraints.Length == 0
                ? lanes
                : [.. constraints.SelectMany(constraint => Implementations(constraint, definition, lanes)).Distinct()];
            products = [.. products.SelectMany(product => arguments.Select(argument => (Type[])[.. product, argument]))];
        }

        return products.Select(arguments => TryMake(definition, arguments)).OfType<Type>();
    }

    /// <summary>The structs that implement an interface, with all arguments of their own; not the one that asks, which would go on forever.</summary>
    private static IEnumerable<Type> Implementations(Type constraint, Type asking, Type[] lanes) =>
        constraint.Assembly.GetTypes()
            .Where(type => type.IsValueType && type != asking && type.GetInterfaces().Any(implemented => Definition(implemented) == Definition(constraint)))
            .SelectMany(type => type.IsGenericTypeDefinition ? Variants(type, lanes) : [type]);

    private static Type? TryMake(Type definition, Type[] arguments)
    {
        try
        {
            return definition.MakeGenericType(arguments);
        }
        catch (ArgumentException)
        {
            // The constraints exclude it.
            return null;
        }
    }

    /// <summary>The arguments that are not of the codec's own kinds, however deep.</summary>
    private static IEnumerable<Type> Lanes(Type type) => type.GetGenericArguments().SelectMany(argument =>
        argument.IsPrimitive ? [argument] : Definition(argument) == typeof(NullableLane<>) ? [argument, .. Lanes(argument)] : Lanes(argument));

    private static string Describe(Type type) => type.IsGenericType
        ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(Describe))}>"
        : type.Name;

    [Fact]
    public void Names_are_unique() =>
        Assert.Equal(KernelRegistry.All.Count, KernelRegistry.All.Select(kernel => kernel.Name).Distinct().Count());

    private static IEnumerable<Type> KernelTypes() =>
        typeof(IBlockEncoder<>).Assembly.GetTypes().Where(type =>
            type.Namespace?.StartsWith("MsgPackSimd.Codec.Kernels", StringComparison.Ordinal) == true
            && !type.IsInterface
            && !type.IsNested
            && type.GetCustomAttribute<CompilerGeneratedAttribute>() is null
            && (type.Name.Contains("Encoder", StringComparison.Ordinal) || type.Name.Contains("Decoder", StringComparison.Ordinal)));

    private static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

    private static void Run(string name, KernelCheck check) => KernelRegistry.All.Single(kernel => kernel.Name == name).Run(check);
}
