using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Docs.Tests;

/// <summary>What the pages link to within the repository is there: the file, and in a page the heading.</summary>
public partial class LinkTests
{
    private static readonly string[] Folders = [".", ".github", "benchmarks", "docs", "eng", "samples", "src", "tests"];

    /// <summary>Gets all pages, by their path from the root. (Not those that a build may have left in other folders.)</summary>
    public static TheoryData<string> Pages => [.. Folders
        .SelectMany(folder => Directory.EnumerateFiles(
            Path.Combine(RepositoryRoot.Path, folder), "*.md", folder == "." ? SearchOption.TopDirectoryOnly : SearchOption.AllDirectories))
        .Select(file => Path.GetRelativePath(RepositoryRoot.Path, file).Replace('\\', '/'))
        .Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void The_links_of_a_page_lead_somewhere(string page)
    {
        string text = WithoutCode(File.ReadAllText(Path.Combine(RepositoryRoot.Path, page)));
        IEnumerable<string> links = Link().Matches(text).Select(match => match.Groups[1].Value).Where(link => !link.Contains("://", StringComparison.Ordinal));
        Assert.Equal([], links.Where(link => !Exists(page, link)));
    }

    [Fact]
    public void A_link_that_leads_nowhere_is_found()
    {
        Assert.True(Exists("README.md", "docs/layers.md#a-sequence-the-array-builder"));
        Assert.True(Exists("docs/layers.md", "../README.md"));
        Assert.True(Exists("docs/layers.md", "#which-layer-to-use"));
        Assert.False(Exists("README.md", "docs/layer.md"));
        Assert.False(Exists("README.md", "docs/layers.md#which-layer"));
        Assert.Equal(["a--bs-c", "a--bs-c-1"], Anchors("# A `+` b's C?\n```\n# no heading\n```\n## A + bs C"));
    }

    private static bool Exists(string page, string link)
    {
        string[] parts = link.Split('#');
        string target = Path.GetFullPath(
            parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]), RepositoryRoot.Path);
        return parts.Length == 1
            ? Path.Exists(target)
            : File.Exists(target) && Anchors(File.ReadAllText(target)).Contains(parts[1]);
    }

    /// <summary>
    /// The names that GitHub gives to the headings: lower case, no punctuation, hyphens for spaces; a number behind one that was there before.
    /// </summary>
    private static IEnumerable<string> Anchors(string text)
    {
        var count = new Dictionary<string, int>();
        foreach (Match match in Heading().Matches(WithoutCode(text)))
        {
            string name = Punctuation().Replace(match.Groups[1].Value.Trim().ToLowerInvariant(), string.Empty).Replace(' ', '-');
            int before = count.GetValueOrDefault(name);
            count[name] = before + 1;
            yield return before == 0 ? name : $"{name}-{before}";
        }
    }

    private static string WithoutCode(string text) => CodeBlock().Replace(text, string.Empty);

    [GeneratedRegex(@"\]\(([^()\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#{1,6} (.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\p{L}\p{N}\s_-]")]
    private static partial Regex Punctuation();

    [GeneratedRegex(@"^ *```.*?^ *```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlock();
}
