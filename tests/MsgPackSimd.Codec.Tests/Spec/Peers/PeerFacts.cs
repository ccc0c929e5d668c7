using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec.Peers;

/// <summary>A test against Python's msgpack, skipped where that is not installed.</summary>
public sealed class PythonFactAttribute : FactAttribute
{
    public PythonFactAttribute() => Skip = OptionalTool.SkipUnlessRequired(PeerProgram.Python.Missing);
}

/// <summary>A test against msgpack-c, skipped where that, or a C compiler, is not installed.</summary>
public sealed class MsgPackCFactAttribute : FactAttribute
{
    public MsgPackCFactAttribute() => Skip = OptionalTool.SkipUnlessRequired(PeerProgram.C.Missing);
}
