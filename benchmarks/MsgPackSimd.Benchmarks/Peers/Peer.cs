namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>One row of the table: a function that encodes or decodes integers, ours or a native one.</summary>
/// <remarks>
/// An encoder reads all values and writes an array, header included, to the bytes; it returns how many it wrote. A decoder reads all bytes and
/// writes to the values; it returns how many it wrote. Either returns -1 when it can't.
/// </remarks>
/// <param name="name">What the table calls it.</param>
/// <param name="library">The native library that it is in, or <see langword="null"/> for our own code.</param>
/// <param name="call">The function.</param>
/// <param name="callRepeatedly">The function that repeats it in native code, or <see langword="null"/> for our own code, and where
/// nothing is repeated.</param>
internal sealed unsafe class Peer(
    string name,
    string? library,
    delegate*<int*, int, byte*, int, int> call,
    delegate*<int*, int, byte*, int, int, int> callRepeatedly)
{
    public static readonly Peer Empty = new("an empty function", EmptyPeer.Library, &EmptyPeer.Call, null);

    /// <summary>Everything that encodes; our array encoder is the last.</summary>
    public static readonly Peer[] Encoders =
    [
        new("msgpuck", MsgpuckPeer.Library, &MsgpuckPeer.Encode, &MsgpuckPeer.EncodeRepeatedly),
        new("msgpack-c", MsgpackCPeer.Library, &MsgpackCPeer.Encode, &MsgpackCPeer.EncodeRepeatedly),
        new("ours, TryWriteInt32(ref rest, value)", null, &ManagedPeer.WriteValues, null),
        new("ours, TryWriteInt32(rest, value, out n)", null, &ManagedPeer.WriteValuesAndSlice, null),
        new("ours, array", null, &ManagedPeer.EncodeArray, null),
    ];

    /// <summary>Everything that decodes; our array decoder is the last.</summary>
    public static readonly Peer[] Decoders =
    [
        new("msgpuck, unchecked", MsgpuckPeer.Library, &MsgpuckPeer.Decode, &MsgpuckPeer.DecodeRepeatedly),
        new("msgpuck, after mp_check", MsgpuckPeer.Library, &MsgpuckPeer.CheckAndDecode, &MsgpuckPeer.CheckAndDecodeRepeatedly),
        new("msgpack-c", MsgpackCPeer.Library, &MsgpackCPeer.Decode, &MsgpackCPeer.DecodeRepeatedly),
        new("ours, TryReadInt32(ref rest, out value)", null, &ManagedPeer.ReadValues, null),
        new("ours, TryReadInt32(rest, out value, out n)", null, &ManagedPeer.ReadValuesAndSlice, null),
        new("ours, array", null, &ManagedPeer.DecodeArray, null),
    ];

    public string Name => name;

    /// <summary>Gets whether this is native code.</summary>
    public bool IsNative => library is not null;

    /// <summary>Gets why this can't be called here, or <see langword="null"/> if it can.</summary>
    public string? WhyNot => library is null || PeerLibrary.Has(library) ? null : PeerLibrary.Describe(library);

    /// <summary>Calls the function once.</summary>
    /// <returns>What it returns.</returns>
    public int Call(PeerWorkload workload) => call(workload.Values, workload.Count, workload.Bytes, workload.Length);

    /// <summary>Calls the function from .NET as often as the workload says.</summary>
    public void Repeat(PeerWorkload workload)
    {
        // A loop in native code has these at hand too.
        delegate*<int*, int, byte*, int, int> function = call;
        int* values = workload.Values;
        int count = workload.Count;
        byte* bytes = workload.Bytes;
        int length = workload.Length;
        for (int i = workload.Repetitions; i > 0; i--)
        {
            function(values, count, bytes, length);
        }
    }

    /// <summary>Calls the function once, to repeat itself in native code as often as the workload says.</summary>
    public void RepeatNatively(PeerWorkload workload) =>
        callRepeatedly(workload.Values, workload.Count, workload.Bytes, workload.Length, workload.Repetitions);
}
