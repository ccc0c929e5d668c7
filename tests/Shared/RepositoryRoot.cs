using System;
using System.IO;

namespace MsgPackSimd.TestSupport;

/// <summary>The folder that the repository is in.</summary>
internal static class RepositoryRoot
{
    public static string Path { get; } = Find();

    private static string Find()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(System.IO.Path.Combine(folder.FullName, "MsgPackSimd.sln")))
            {
                return folder.FullName;
            }
        }

        throw new DirectoryNotFoundException($"No MsgPackSimd.sln in or above {AppContext.BaseDirectory}.");
    }
}
