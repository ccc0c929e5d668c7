using System;
using System.Runtime.CompilerServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Peers;

/// <summary>
/// The workload of the benchmarks of <see href="https://github.com/progaudi/msgpack.spec">msgpack.spec</see>: the integers 2^30, 2^30 - 1, ...,
/// each of which takes five bytes. Values and bytes are pinned, so that a native peer can be called without more ado.
/// </summary>
internal sealed unsafe class PeerWorkload
{
    private const int ElementsOfOneAction = 32 * 1024;

    private readonly int[] values;
    private readonly byte[] bytes;
    private readonly int[] expectedValues;
    private readonly byte[] expectedBytes;

    public PeerWorkload(int count)
    {
        values = GC.AllocateUninitializedArray<int>(count, pinned: true);
        for (int i = 0; i < count; i++)
        {
            values[i] = (1 << 30) - i;
        }

        expectedValues = [.. values];
        expectedBytes = ReferenceCodec.Encode<int>(values);
        bytes = GC.AllocateUninitializedArray<byte>(expectedBytes.Length, pinned: true);
        expectedBytes.CopyTo(bytes);
    }

    public int Count => values.Length;

    public int* Values => (int*)Unsafe.AsPointer(ref values[0]);

    public byte* Bytes => (byte*)Unsafe.AsPointer(ref bytes[0]);

    /// <summary>
    /// Gets the length of the encoded array. It is the room that an encoder has, too, since five bytes are also the most that an integer takes.
    /// </summary>
    public int Length => bytes.Length;

    /// <summary>Gets how many repetitions make an action that is long enough to be timed.</summary>
    public int Repetitions => Math.Max(1, ElementsOfOneAction / Count);

    /// <summary>Has a peer encode, and compares each byte.</summary>
    /// <exception cref="InvalidOperationException">One is wrong.</exception>
    public void VerifyEncoder(Peer peer)
    {
        expectedValues.CopyTo(values, 0);
        bytes.AsSpan().Clear();
        if (peer.Call(this) != Length || !bytes.AsSpan().SequenceEqual(expectedBytes))
        {
            throw new InvalidOperationException($"{peer.Name} does not encode {Count} integers to the bytes that it must.");
        }
    }

    /// <summary>Has a peer decode, and compares each value.</summary>
    /// <exception cref="InvalidOperationException">One is wrong.</exception>
    public void VerifyDecoder(Peer peer)
    {
        expectedBytes.CopyTo(bytes, 0);
        values.AsSpan().Clear();
        if (peer.Call(this) != Count || !values.AsSpan().SequenceEqual(expectedValues))
        {
            throw new InvalidOperationException($"{peer.Name} does not decode {Count} integers to the values that it must.");
        }
    }
}
