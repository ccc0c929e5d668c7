using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>Puts together what gnuplot is told: variables and data from here, how to draw them from the files under <c>eng/charts</c>.</summary>
internal sealed class GnuplotScript
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "charts");
    private readonly StringBuilder text = new();

    public override string ToString() => text.ToString();

    public GnuplotScript Set(string variable, double value) => Line($"{variable} = {value.ToString("R", CultureInfo.InvariantCulture)}");

    public GnuplotScript Set(string variable, string value) => Line($"{variable} = {Quote(value)}");

    public GnuplotScript Set(string variable, IReadOnlyCollection<string> values) =>
        Line($"array {variable}[{values.Count}] = [{string.Join(", ", values.Select(Quote))}]");

    public GnuplotScript Set(string variable, IReadOnlyCollection<int> values) =>
        Line($"array {variable}[{values.Count}] = [{string.Join(", ", values)}]");

    /// <summary>The labels of an axis, in the variable <c>tics</c>.</summary>
    public GnuplotScript SetTics(IEnumerable<(string Label, double At)> tics) =>
        Set("tics", string.Join(", ", tics.Select(tic => FormattableString.Invariant($"{DoubleQuote(tic.Label)} {tic.At}"))));

    /// <summary>Sets of points, to be plotted with <c>$data index 0</c> and so on.</summary>
    public GnuplotScript Data(IEnumerable<IEnumerable<double[]>> sets)
    {
        Line("$data << END");
        foreach (IEnumerable<double[]> points in sets)
        {
            foreach (double[] point in points.DefaultIfEmpty([double.NaN, double.NaN]))
            {
                Line(string.Join(' ', point.Select(number => number.ToString("G5", CultureInfo.InvariantCulture))));
            }

            Line("");
            Line("");
        }

        return Line("END");
    }

    /// <summary>Runs a file of <c>eng/charts</c>.</summary>
    public GnuplotScript Load(string file) => Line($"load {Quote(Path.Combine(Folder, file))}");

    /// <summary>Within single quotes nothing but a quote is special, and that is doubled.</summary>
    private static string Quote(string value) => $"'{value.Replace("'", "''", StringComparison.Ordinal).ReplaceLineEndings(" ")}'";

    /// <summary>Within double quotes <c>\n</c> is a new line, as two lines of a label need it.</summary>
    private static string DoubleQuote(string value) =>
        $"\"{value.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)}\"";

    private GnuplotScript Line(string line)
    {
        text.Append(line).Append('\n');
        return this;
    }
}
