using System.IO;
using MsgPackSimd.Engineering.Measurements.Charts;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>A test that draws, where gnuplot is installed.</summary>
public sealed class GnuplotFactAttribute : FactAttribute
{
    private static readonly bool IsThere = Try();

    public GnuplotFactAttribute() => Skip = OptionalTool.SkipUnlessRequired(IsThere ? null : "gnuplot is not installed");

    private static bool Try()
    {
        try
        {
            Gnuplot.Run("");
            return true;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }
}
