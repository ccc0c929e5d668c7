using System.Runtime.InteropServices;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>A native function that does nothing, <c>eng/native-peers/empty_peer.c</c>: the cost of calling any.</summary>
internal static unsafe partial class EmptyPeer
{
    public const string Library = "empty";

    [LibraryImport(Library, EntryPoint = "empty")]
    public static partial int Call(int* values, int count, byte* bytes, int length);
}
