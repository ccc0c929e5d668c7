using System;
using System.IO;
using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>Prints the table of ratios, each row as soon as it is measured; the columns therefore have the greatest width that they may need.</summary>
internal sealed class RatioPrinter(TextWriter output)
{
    public void PrintHead(RunHead head)
    {
        foreach (string line in head.Caption)
        {
            output.WriteLine(line);
        }

        output.WriteLine();
        output.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"count",8} {"ns/element",10} {"GB/s",7} {"x " + head.Baseline,10} "
            + $"{"x memcpy",9} {"x same",7} {"allocated",10}");
    }

    public void Print(RatioRecord cell) => output.WriteLine(FormattableString.Invariant(
        $"{cell.Type,-8} {cell.Data,-13} {cell.Direction,-9} {cell.Count,8} {cell.NsPerElement,10:F3} {cell.GbPerSecond,7:F2} {cell.XBaseline,10:F2} {cell.XMemcpy,9:F2} {cell.XSame,7:F2} {cell.AllocatedBytes,10}"));
}
