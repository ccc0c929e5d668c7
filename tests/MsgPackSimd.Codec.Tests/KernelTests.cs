using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
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
    /// A kernel that is generic in its signedness or in its token form is compiled once for each, so each has a line in
    /// <c>tests/MsgPackSimd.Driver/Kernels/KernelRegistry.cs</c>.
    /// </summary>
    [Fact]
    public void Every_variant_of_a_generic_kernel_is_in_the_registry()
    {
        var missing = new List<string>();
        foreach (Type definition in KernelTypes().Where(type => type.IsGenericTypeDefinition))
        {
            foreach (Type parameter in definition.GetGenericArguments())
            {
                foreach (Type constraint in parameter.GetGenericParameterConstraints().Where(type => type.Assembly == definition.Assembly))
                {
                    IEnumerable<Type> wanted = definition.Assembly.GetTypes().Where(type => type.IsValueType && type.GetInterfaces().Any(implemented => Definition(implemented) == Definition(constraint)));
                    IEnumerable<Type> used = KernelRegistry.All
                        .Where(kernel => Definition(kernel.Type) == definition)
                        .Select(kernel => Definition(kernel.Type.GetGenericArguments()[parameter.GenericParameterPosition]));
                    missing.AddRange(wanted.Except(used).Select(type => $"{definition.Name.Split('`')[0]} with {type.Name.Split('`')[0]}"));
                }
            }
        }

        Assert.Empty(missing);
    }

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
