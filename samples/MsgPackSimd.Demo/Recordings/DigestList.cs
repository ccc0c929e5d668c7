using System.Collections.Generic;
using System.IO;

namespace MsgPackSimd.Demo.Recordings;

/// <summary>Reads a file of digests in the form of <c>sha256sum</c>: on each line the digest, two spaces and the name of a file.</summary>
internal static class DigestList
{
    /// <returns>The digests, in lower-case hexadecimal digits, by the name of the file.</returns>
    /// <exception cref="DemoException">The file can't be read.</exception>
    public static IReadOnlyDictionary<string, string> Read(string path) => InputFile.Read(path, stream =>
    {
        var digests = new Dictionary<string, string>();
        using var reader = new StreamReader(stream);
        while (reader.ReadLine() is string line)
        {
            string[] parts = line.Split("  ", 2);
            digests[parts.Length == 2 ? parts[1] : throw new InvalidDataException("is no list of digests")] = parts[0];
        }

        return digests;
    });
}
