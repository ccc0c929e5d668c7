using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>
/// The folder of compiled peers that <c>eng/native-peers/build.sh</c> fills: NAME.so where the peer could be compiled, and NAME.txt in any case.
/// </summary>
internal static class PeerLibrary
{
    private static string folder = "";

    static PeerLibrary() => NativeLibrary.SetDllImportResolver(typeof(PeerLibrary).Assembly, Load);

    /// <summary>Sets the folder in which peers are looked for. To be called before the first peer is.</summary>
    public static void LookIn(string path) => folder = path;

    /// <summary>Whether a peer is available.</summary>
    public static bool Has(string name) => File.Exists(GetPath(name, ".so"));

    /// <summary>What a peer was compiled with, or why it is missing.</summary>
    public static string Describe(string name)
    {
        string path = GetPath(name, ".txt");
        return File.Exists(path) ? File.ReadAllText(path).Trim() : "not compiled; ./build.sh peers does that";
    }

    private static IntPtr Load(string name, Assembly assembly, DllImportSearchPath? searchPath) =>
        Has(name) ? NativeLibrary.Load(GetPath(name, ".so")) : IntPtr.Zero;

    private static string GetPath(string name, string extension) => Path.Combine(folder, name + extension);
}
