using System;
using System.Collections.Generic;
using MsgPackSimd.Driver.Kernels;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace MsgPackSimd.Codec.Tests;

/// <summary>A test of every kernel of the registry, by name. Those whose instruction set this process lacks are skipped, and counted.</summary>
[XunitTestCaseDiscoverer("MsgPackSimd.Codec.Tests.KernelTheoryDiscoverer", "MsgPackSimd.Codec.Tests")]
[AttributeUsage(AttributeTargets.Method)]
public sealed class KernelTheoryAttribute : FactAttribute;

/// <summary>Makes a test case for each kernel.</summary>
public sealed class KernelTheoryDiscoverer(IMessageSink diagnosticMessageSink) : IXunitTestCaseDiscoverer
{
    public IEnumerable<IXunitTestCase> Discover(
        ITestFrameworkDiscoveryOptions discoveryOptions, ITestMethod testMethod, IAttributeInfo factAttribute)
    {
        TestMethodDisplay display = discoveryOptions.MethodDisplayOrDefault();
        TestMethodDisplayOptions options = discoveryOptions.MethodDisplayOptionsOrDefault();
        foreach (Kernel kernel in KernelRegistry.All)
        {
            yield return kernel.IsSupported
                ? new XunitTestCase(diagnosticMessageSink, display, options, testMethod, [kernel.Name])
                : new XunitSkippedDataRowTestCase(
                    diagnosticMessageSink, display, options, testMethod, "Its instruction set is not available at this level.", [kernel.Name]);
        }
    }
}
