using System;
using System.Collections.Generic;
using System.Linq;
using System.Xml.Linq;

namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>
/// Makes a picture drawn by gnuplot fit for light and dark pages. Black and gray become what the page's mode asks for, and the background is drawn too: a
/// picture has the browser's mode, and a site may have chosen another one.
/// </summary>
internal static class SvgTheme
{
    private const string Style = """

        text { font-family: Helvetica, Arial, sans-serif }
        .page { fill: #ffffff }
        [fill="black"] { fill: #1f2328 } [stroke="black"] { stroke: #1f2328 } [color="black"] { color: #1f2328 }
        [stroke="gray"] { stroke: #b4bbc2 } [color="gray"] { color: #b4bbc2 }
        @media (prefers-color-scheme: dark) {
          .page { fill: #0d1117 }
          [fill="black"] { fill: #d6dde4 } [stroke="black"] { stroke: #d6dde4 } [color="black"] { color: #d6dde4 }
          [stroke="gray"] { stroke: #4b535d } [color="gray"] { color: #4b535d }
        }

        """;

    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    /// <summary>gnuplot's names of the two colours, and how it writes them.</summary>
    private static readonly Dictionary<string, string> Themed = new() { ["rgb(0,0,0)"] = "black", ["rgb(190,190,190)"] = "gray" };

    /// <param name="svg">What gnuplot's terminal <c>svg</c> has written.</param>
    /// <param name="title">What it shows.</param>
    /// <returns>The picture, which says nothing about when or with what it was drawn.</returns>
    public static string Apply(string svg, string title)
    {
        XElement root = XDocument.Parse(svg).Root!;
        root.Descendants().Where(element => element.Name == Svg + "title" || element.Name == Svg + "desc").Remove();
        SvgSize.Reduce(root);
        foreach (XAttribute colour in root.Descendants().Attributes().Where(attribute => attribute.Name.LocalName is "fill" or "stroke" or "color"))
        {
            string name = colour.Value.Replace(" ", "", StringComparison.Ordinal).ReplaceLineEndings("");
            colour.Value = Themed.GetValueOrDefault(name, name);
        }

        root.SetAttributeValue("role", "img");
        root.AddFirst(
            new XElement(Svg + "title", title),
            new XElement(Svg + "style", Style),
            new XElement(Svg + "rect", new XAttribute("class", "page"), new XAttribute("width", "100%"), new XAttribute("height", "100%")));

        // A line for each element at most, so that differences between two drawings can be seen.
        return root.ToString(SaveOptions.None).ReplaceLineEndings("\n") + "\n";
    }
}
