using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Compiled where the feed lacks the real package, in place of the tests under RealPackage, so that their absence is counted.</summary>
public class SkippedWithoutPackageTests
{
    private const string Reason = "Needs the real MessagePack package, which the feed of this build lacks (MessagePackSource=Package).";

    [Fact(Skip = Reason)]
    public void CompositeResolver_attribute_takes_our_resolver()
    {
    }

    [Fact(Skip = Reason)]
    public void MessagePackFormatter_attribute_takes_our_formatter()
    {
    }

    [Fact(Skip = Reason)]
    public void Everything_is_as_with_the_built_in_formatters()
    {
    }
}
