using System.Runtime.InteropServices;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary><see href="https://github.com/tarantool/msgpuck">msgpuck</see>, the C library of Tarantool: <c>eng/native-peers/msgpuck_peer.c</c>.</summary>
internal static unsafe partial class MsgpuckPeer
{
    public const string Library = "msgpuck";

    [LibraryImport(Library, EntryPoint = "msgpuck_encode")]
    public static partial int Encode(int* values, int count, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "msgpuck_encode_repeatedly")]
    public static partial int EncodeRepeatedly(int* values, int count, byte* bytes, int length, int repetitions);

    [LibraryImport(Library, EntryPoint = "msgpuck_decode")]
    public static partial int Decode(int* values, int count, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "msgpuck_decode_repeatedly")]
    public static partial int DecodeRepeatedly(int* values, int count, byte* bytes, int length, int repetitions);

    [LibraryImport(Library, EntryPoint = "msgpuck_check_and_decode")]
    public static partial int CheckAndDecode(int* values, int count, byte* bytes, int length);

    [LibraryImport(Library, EntryPoint = "msgpuck_check_and_decode_repeatedly")]
    public static partial int CheckAndDecodeRepeatedly(int* values, int count, byte* bytes, int length, int repetitions);
}
