using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Xml.Linq;

namespace MsgPackSimd.Packages.Tests;

/// <summary>A <c>.nupkg</c> or <c>.snupkg</c> file, read into memory.</summary>
public sealed class Package
{
    private readonly SortedDictionary<string, byte[]> _files = new(StringComparer.Ordinal);

    internal Package(string path)
    {
        using ZipArchive archive = ZipFile.OpenRead(path);
        foreach (ZipArchiveEntry entry in archive.Entries)
        {
            using Stream stream = entry.Open();
            using var content = new MemoryStream();
            stream.CopyTo(content);
            _files.Add(entry.FullName, content.ToArray());
        }
    }

    internal IEnumerable<string> AllFiles => _files.Keys;

    /// <summary>The files but for those that make a zip archive an Open Packaging Conventions package.</summary>
    internal IEnumerable<string> Files => _files.Keys.Where(name =>
        name != "[Content_Types].xml" && name != "_rels/.rels" && !name.StartsWith("package/services/metadata/", StringComparison.Ordinal));

    internal byte[] this[string name] => _files[name];

    internal XElement Metadata
    {
        get
        {
            using var stream = new MemoryStream(_files.Single(file => file.Key.EndsWith(".nuspec", StringComparison.Ordinal)).Value);
            return Child(XDocument.Load(stream).Root!, "metadata")!;
        }
    }

    /// <summary>The child of a nuspec element, whatever the version of the nuspec schema.</summary>
    internal static XElement? Child(XElement parent, string name) =>
        parent.Elements().SingleOrDefault(child => child.Name.LocalName == name);

    internal string? MetadataText(string name) => Child(Metadata, name)?.Value;

    /// <summary>One line for each dependency: target framework, id, version, what flows and what does not.</summary>
    internal IEnumerable<string> Dependencies =>
        from @group in Child(Metadata, "dependencies")!.Elements()
        from dependency in @group.Elements()
        let line = $"{(string?)@group.Attribute("targetFramework")}:"
            + $" {(string?)dependency.Attribute("id")} {(string?)dependency.Attribute("version")}"
            + $" include={(string?)dependency.Attribute("include")} exclude={(string?)dependency.Attribute("exclude")}"
        orderby line
        select line;
}
