using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The scalar decoder behind the kernels: it reads what no kernel takes, and alone decides which tokens are rejected, and with which status.
/// </summary>
internal static class ScalarFallback
{
    /// <summary>A call of its own: if this were inlined into a larger method, the scalar decoder's own methods would no longer be inlined.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static MessagePackReadStatus Decode<T>(
        ReadOnlySpan<byte> source, Span<T> destination, out int bytesConsumed, out int valuesWritten) =>
        ScalarDecoder.Decode(source, destination, out bytesConsumed, out valuesWritten);

    /// <summary>Has the scalar decoder read <paramref name="count"/> tokens, or as many as there are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus DecodeRun<T>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, int count, out int bytesConsumed, out int valuesWritten) =>
        Decode(
            source[(int)from..], destination.Slice((int)to, (int)Math.Min(count, destination.Length - to)), out bytesConsumed, out valuesWritten);

    /// <summary>
    /// Whether a source ends within its next token, which is an integer: that more bytes are needed is all that the scalar decoder would say about it.
    /// </summary>
    /// <param name="token">The token's first byte.</param>
    /// <param name="left">The number of bytes from there on; at least one.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsCut(ref byte token, nint left) =>
        left < MessagePackSpec.UInt64TokenLength && Unsafe.Add(ref MemoryMarshal.GetReference(IntegerTokenTable.Lengths), (nint)token) > left;

    /// <summary>
    /// Decodes the last tokens, as far as they are complete; the last eight bytes at once. If many more bytes are left than these, the next token is one that
    /// can't be decoded. If anything remains, the scalar decoder reports why.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static MessagePackReadStatus DecodeEnd<T, TLane, TSignedness>(
        ReadOnlySpan<byte> source, Span<T> destination, nint from, nint to, out int bytesConsumed, out int valuesWritten)
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        nint left = source.Length - from;
        nint length = 0;
        ref byte bytes = ref MemoryMarshal.GetReference(source);
        if (left > 0 && IsCut(ref Unsafe.Add(ref bytes, from), left))
        {
            bytesConsumed = (int)from;
            valuesWritten = (int)to;
            return MessagePackReadStatus.NeedMoreData;
        }

        ref TLane values = ref Unsafe.Add(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)), to);
        if (left > sizeof(ulong))
        {
            to += BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeToEnd(
                ref Unsafe.Add(ref bytes, from), left, ref values, destination.Length - to, out length);
        }
        else if (source.Length >= sizeof(ulong))
        {
            to += BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeLast(
                ref Unsafe.Add(ref bytes, source.Length), left, ref values, destination.Length - to, out length);
        }

        from += length;
        MessagePackReadStatus status = ScalarDecoder.Decode(source[(int)from..], destination[(int)to..], out bytesConsumed, out valuesWritten);
        bytesConsumed += (int)from;
        valuesWritten += (int)to;
        return status;
    }
}
