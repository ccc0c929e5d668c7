using System;
using System.IO;
using System.Linq;

namespace MsgPackSimd.Demo.Tests;

/// <summary>A folder of a test's own, deleted after it.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("msgpacksimd-demo-");

    /// <summary>Gets the names of all files in the folder, hidden ones too.</summary>
    public string[] FileNames => folder.GetFileSystemInfos().Select(file => file.Name).Order(StringComparer.Ordinal).ToArray();

    public string FolderPath => folder.FullName;

    public string PathOf(string name) => Path.Combine(folder.FullName, name);

    /// <summary>Creates a file.</summary>
    /// <returns>Its path.</returns>
    public string Write(string name, byte[] content)
    {
        File.WriteAllBytes(PathOf(name), content);
        return PathOf(name);
    }

    public byte[] Read(string name) => File.ReadAllBytes(PathOf(name));

    public void Dispose() => folder.Delete(recursive: true);
}
