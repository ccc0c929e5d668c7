using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>Several small plots in rows, with the same axes and the same lines.</summary>
/// <param name="Titles">A title for each plot.</param>
/// <param name="Series">What the lines are.</param>
/// <param name="Caption">What stands below.</param>
internal sealed record Panels(IReadOnlyCollection<string> Titles, IReadOnlyCollection<string> Series, IReadOnlyCollection<string> Caption)
{
    /// <summary>The colour in <c>style.gp</c> for what we are compared with.</summary>
    private const int Gray = 8;

    private const int Width = 1000;
    private const int Above = 90;
    private const int Below = 60;
    private const int LineHeight = 14;

    /// <summary>Gets which of the lines is what we are compared with.</summary>
    public int? BaselineIndex { get; init; }

    public int MostColumns { get; init; } = 4;

    /// <summary>Gets the height of a plot, with what is around it.</summary>
    public int Height { get; init; } = 190;

    /// <summary>Begins a script.</summary>
    /// <param name="heading">What stands above.</param>
    public GnuplotScript Begin(string heading)
    {
        int columns = Math.Min(MostColumns, Titles.Count);
        int rows = (Titles.Count + columns - 1) / columns;
        return new GnuplotScript()
            .Set("width", Width)
            .Set("height", Above + (rows * Height) + Below + (LineHeight * Caption.Count))
            .Set("rows", rows)
            .Set("columns", columns)
            .Set("heading", heading)
            .Set("panels", Titles)
            .Set("series", Series)
            .Set("colours", Colours())
            .Set("caption", Caption)
            .Load("style.gp");
    }

    /// <summary>One after the other, and gray for the baseline.</summary>
    private int[] Colours()
    {
        int next = 1;
        return [.. Enumerable.Range(0, Series.Count).Select(i => i == BaselineIndex ? Gray : next++)];
    }

    /// <summary>The two ends of an axis: powers of two or ten between which all values lie.</summary>
    public static (double Lowest, double Highest) Range(IEnumerable<double> values, double radix)
    {
        double[] all = [.. values];
        return (Math.Pow(radix, Math.Floor(Math.Log(all.Min(), radix))), Math.Pow(radix, Math.Ceiling(Math.Log(all.Max(), radix))));
    }
}
