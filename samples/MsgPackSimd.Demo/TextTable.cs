using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace MsgPackSimd.Demo;

/// <summary>Lines up cells in columns: names to the left, numbers to the right.</summary>
/// <param name="headings">The column headings; one that begins with <c>&gt;</c> makes a column of numbers.</param>
internal sealed class TextTable(params string[] headings)
{
    private readonly List<string[]> rows = [headings.Select(heading => heading.TrimStart('>')).ToArray()];

    /// <summary>Adds a row.</summary>
    /// <param name="cells">A cell for each heading.</param>
    public void Add(params string[] cells)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(cells.Length, headings.Length);
        rows.Add(cells);
    }

    public override string ToString()
    {
        int[] widths = headings.Select((_, column) => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (string[] row in rows)
        {
            IEnumerable<string> cells = row.Select((cell, column) =>
                headings[column].StartsWith('>') ? cell.PadLeft(widths[column]) : cell.PadRight(widths[column]));
            text.AppendLine(string.Join("  ", cells).TrimEnd());
        }

        return text.ToString();
    }
}
