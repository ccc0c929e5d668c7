using System.Runtime.InteropServices;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>
/// <see href="https://github.com/msgpack/msgpack-c/tree/cpp_master">msgpack-c</see>, the C++ library: <c>eng/native-peers/msgpack_c_peer.cpp</c>.
/// </summary>
internal static unsafe partial class MsgpackCPeer
{
    public const string Library = "msgpack-c";

    [LibraryImport(Library, EntryPoint = "msgpack_c_encode")]
    public static partial int Encode(int* values, int count, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "msgpack_c_encode_repeatedly")]
    public static partial int EncodeRepeatedly(int* values, int count, byte* bytes, int length, int repetitions);

    [LibraryImport(Library, EntryPoint = "msgpack_c_decode")]
    public static partial int Decode(int* values, int count, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "msgpack_c_decode_repeatedly")]
    public static partial int DecodeRepeatedly(int* values, int count, byte* bytes, int length, int repetitions);
}
