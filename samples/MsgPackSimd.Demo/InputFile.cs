using System;
using System.IO;

namespace MsgPackSimd.Demo;

/// <summary>Opens files for reading, and turns all that can go wrong with one into a line that names it.</summary>
internal static class InputFile
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="read">Reads the open file; an <see cref="InvalidDataException"/> says what is wrong with its content.</param>
    /// <returns>What <paramref name="read"/> returns.</returns>
    /// <exception cref="DemoException">The file is not there, can't be read, or its content is not what it must be.</exception>
    public static TResult Read<TResult>(string path, Func<FileStream, TResult> read)
    {
        if (Directory.Exists(path))
        {
            throw new DemoException($"{path} is a directory, not a file");
        }

        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.Read);
            return stream.CanSeek ? read(stream) : throw new InvalidDataException("is not a regular file");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new DemoException($"{path} does not exist", e);
        }
        catch (InvalidDataException e)
        {
            throw new DemoException($"{path}: {e.Message}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new DemoException($"{path} can't be read: {e.Message}", e);
        }
    }
}
