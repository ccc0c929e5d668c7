using System;
using System.IO;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>
/// A file that is written whole or not at all: under another name in the same folder first, and moved to its own when it is complete.
/// </summary>
/// <param name="path">The file.</param>
/// <param name="mayReplace">Whether an existing file may be replaced.</param>
internal sealed class OutputFile(string path, bool mayReplace)
{
    public string Path => path;

    private string FullPath => System.IO.Path.GetFullPath(path);

    private string Folder => System.IO.Path.GetDirectoryName(FullPath) ?? "";

    /// <summary>
    /// Gets whether this is <c>/dev/null</c> or the like: moving a file onto it would take the device away from the whole system. (.NET does not tell a device
    /// from an empty file.)
    /// </summary>
    private bool IsDevice => FullPath.StartsWith("/dev/", StringComparison.Ordinal) && File.Exists(path) && new FileInfo(path).Length == 0;

    /// <summary>Throws early, before anything is read, if the file will not be written.</summary>
    /// <exception cref="DemoException">It is in the way of something, or has no folder.</exception>
    public void ThrowIfNotAllowed()
    {
        if (Directory.Exists(path))
        {
            throw new DemoException($"{path} can't be written: it is a directory");
        }

        if (IsDevice)
        {
            throw new DemoException($"{path} can't be written: it is a device");
        }

        if (File.Exists(path) && !mayReplace)
        {
            throw new DemoException($"{path} exists already; --force replaces it");
        }

        if (!Directory.Exists(Folder))
        {
            throw new DemoException($"{path} can't be written: its folder does not exist");
        }
    }

    /// <summary>Writes the file.</summary>
    /// <param name="write">Writes the content.</param>
    /// <returns>The length of the file.</returns>
    /// <exception cref="DemoException">It can't be written; what was there before still is.</exception>
    public long Write(Action<Stream> write)
    {
        string temporary = System.IO.Path.Combine(Folder, $".{System.IO.Path.GetRandomFileName()}.tmp");
        try
        {
            long length;
            using (FileStream stream = new(temporary, FileMode.CreateNew, FileAccess.Write))
            {
                write(stream);
                length = stream.Length;
            }

            File.Move(temporary, path, mayReplace);
            return length;
        }
        catch (Exception e)
        {
            TryDelete(temporary);

            // The serializer wraps what the stream throws.
            if (e.GetBaseException() is IOException or UnauthorizedAccessException)
            {
                string reason = e.GetBaseException().Message.Replace(temporary, path, StringComparison.Ordinal);
                throw new DemoException($"{path} can't be written: {reason}", e);
            }

            throw;
        }
    }

    private static void TryDelete(string temporary)
    {
        try
        {
            File.Delete(temporary);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // If it can't be deleted, it could not be created either; the first error is the one to report.
        }
    }
}
