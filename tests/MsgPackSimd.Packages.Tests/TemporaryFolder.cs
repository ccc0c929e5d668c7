using System;
using System.IO;

namespace MsgPackSimd.Packages.Tests;

/// <summary>A new folder outside the repository, so that nothing of the repository's build reaches what is built in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("MsgPackSimd.Packages.Tests-").FullName;

    public string Combine(params ReadOnlySpan<string> parts)
    {
        string path = Path;
        foreach (string part in parts)
        {
            path = System.IO.Path.Combine(path, part);
        }

        return path;
    }

    public void Write(string name, string text)
    {
        string path = Combine(name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A virus scanner or indexer may still hold a file; the system's temporary folder is cleaned without us.
        }
    }
}
