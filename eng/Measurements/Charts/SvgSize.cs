using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>
/// Reduces a picture made by gnuplot to a fraction of its length, with the same look: it is committed, and whoever reads the page downloads it.
/// </summary>
internal static partial class SvgSize
{
    /// <summary>The values that SVG assumes for missing attributes.</summary>
    private static readonly Dictionary<string, string> Defaults = new()
    {
        ["stroke-linecap"] = "butt",
        ["stroke-linejoin"] = "miter",
        ["stroke-width"] = "1.00",
        ["text-anchor"] = "start",
    };

    public static void Reduce(XElement root)
    {
        List<XElement> elements = [.. root.Descendants()];
        HashSet<string> used = [.. elements.SelectMany(References)];
        elements
            .Where(element => IsEmptyGroup(element) || (element.Parent!.Name.LocalName == "defs" && !IsUsed(element, used)))
            .ToList()
            .ForEach(element => element.Remove());
        foreach (XAttribute attribute in root.Descendants().Attributes().ToList())
        {
            string name = attribute.Name.LocalName;
            if (name is "class" or "font-family" || (Defaults.TryGetValue(name, out string? value) && attribute.Value == value))
            {
                attribute.Remove();
            }
            else if (name is "d" or "points" or "transform")
            {
                attribute.Value = Space().Replace(LongNumber().Replace(attribute.Value, Shorten), " ").Trim();
            }
        }
    }

    /// <summary>Half of what gnuplot writes are groups with nothing in them.</summary>
    private static bool IsEmptyGroup(XElement element) => element.Name.LocalName == "g" && !element.HasElements;

    private static IEnumerable<string> References(XElement element) =>
        element.Attributes().Where(attribute => attribute.Name.LocalName == "href").Select(attribute => attribute.Value.TrimStart('#'));

    private static bool IsUsed(XElement definition, HashSet<string> used) =>
        definition.Attribute("id") is XAttribute id && used.Contains(id.Value);

    /// <summary>A tenth of a pixel is enough.</summary>
    private static string Shorten(Match number) =>
        Math.Round(double.Parse(number.Value, CultureInfo.InvariantCulture), 1).ToString(CultureInfo.InvariantCulture);

    [GeneratedRegex(@"-?\d+\.\d\d+")]
    private static partial Regex LongNumber();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();
}
