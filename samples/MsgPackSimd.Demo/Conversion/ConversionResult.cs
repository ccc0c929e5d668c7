using System.Globalization;
using System.IO;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>What became of a conversion.</summary>
/// <param name="Input">The file that was read.</param>
/// <param name="Output">The file that was written.</param>
/// <param name="Type">The element type.</param>
/// <param name="Count">The number of values.</param>
/// <param name="BytesIn">The length of the input file.</param>
/// <param name="BytesOut">The length of the output file.</param>
/// <param name="Note">What else there is to say, if anything.</param>
internal sealed record ConversionResult(
    string Input, string Output, ElementType Type, int Count, long BytesIn, long BytesOut, string Note)
{
    public string ToTable()
    {
        var table = new TextTable("file", "type", ">count", ">bytes in", ">bytes out", "written", "");
        table.Add(
            Path.GetFileName(Input),
            Type.Name,
            string.Create(CultureInfo.InvariantCulture, $"{Count:N0}"),
            string.Create(CultureInfo.InvariantCulture, $"{BytesIn:N0}"),
            string.Create(CultureInfo.InvariantCulture, $"{BytesOut:N0}"),
            Output,
            Note);
        return table.ToString();
    }
}
