using System;
using System.Collections.Generic;
using MsgPackSimd.Driver.Kernels;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// A test of every kernel of the registry that the check is for, by name. Those whose instruction set this process lacks are skipped, and counted.
/// </summary>
/// <param name="check">What the test does to a kernel.</param>
[XunitTestCaseDiscoverer("MsgPackSimd.Codec.Tests." + nameof(KernelTheoryDiscoverer), "MsgPackSimd.Codec.Tests")]
[AttributeUsage(AttributeTargets.Method)]
internal sealed class KernelTheoryAttribute(KernelCheck check) : FactAttribute
{
    public KernelCheck Check { get; } = check;
}

/// <summary>Makes a test case for each kernel.</summary>
public sealed class KernelTheoryDiscoverer(IMessageSink diagnosticMessageSink) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute)
    {
        TestMethodDisplay display = discoveryOptions.MethodDisplayOrDefault();
        TestMethodDisplayOptions options = discoveryOptions.MethodDisplayOptionsOrDefault();
        var check = factAttribute.GetNamedArgument<KernelCheck>(nameof(KernelTheoryAttribute.Check));
        foreach (Kernel kernel in KernelRegistry.All)
        {
            if (!kernel.Has(check))
            {
                continue;
            }

            yield return kernel.IsSupported
                ? new XunitTestCase(diagnosticMessageSink, display, options, testMethod, [kernel.Name])
                : new XunitSkippedDataRowTestCase(
                    diagnosticMessageSink, display, options, testMethod, "Its instruction set is not available at this level.", [kernel.Name]);
        }
    }
}
