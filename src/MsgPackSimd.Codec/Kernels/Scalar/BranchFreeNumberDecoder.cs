using System;
using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float</c>s or <c>double</c>s one at a time from tokens of any form, integers and both floats, without a branch that depends on the form (but for u64):
/// what <see cref="BranchFreeIntegerDecoder{TLane, TSignedness}"/> does for integers. The value is converted from each of the three kinds of token, and masks
/// choose.
/// </summary>
/// <remarks>
/// <code>
///   token            fb            cd 03 e8      ca 3f c0 00 00      cb 40 09 21 fb 54 44 2d 18
///   cut out          -5            1000          3fc00000            400921fb54442d18
///   as an integer    -5.0          1000.0        .                   .
///   as a float       .             .             1.5                 .
///   as a double      .             .             .                   3.141592653589793
/// </code>
/// The limits are some forty instructions, and the path from one token to the next: first byte, table, address.
/// </remarks>
/// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
internal static class BranchFreeNumberDecoder<T>
    where T : unmanaged
{
    /// <summary>A token's first byte and eight more are read, whatever its length.</summary>
    public const int Reach = 1 + sizeof(ulong);

    /// <summary>The kind by which nil becomes 0: its masks choose nothing.</summary>
    private const int NilKind = 24;

    /// <summary>
    /// A mask with all bits set, and none in those before and behind it. Of three masks in a row the first chooses an integer, the second a float of 32 bits,
    /// the third one of 64: the kind of a token is the place where those begin of which the right one is set. (The last ones are there for nil, and to be
    /// loaded, 16 bytes at a time.)
    /// </summary>
    private static ReadOnlySpan<ulong> Masks => [0, 0, ulong.MaxValue, 0, 0, 0, 0];

    /// <summary>Reads tokens until the destination is full, fewer than nine bytes are left, or a token is no number.</summary>
    /// <param name="source">The first token.</param>
    /// <param name="length">The number of bytes from there on.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were read.</param>
    /// <returns>How many elements were stored.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Decode(ref byte source, nint length, ref T destination, nint room, out nint consumed)
    {
        Debug.Assert(BitConverter.IsLittleEndian);
        Debug.Assert(typeof(T) == typeof(float) || typeof(T) == typeof(double));
        nint last = length - Reach;
        nint from = 0;
        nint to = 0;
        while (from <= last && to < room)
        {
            Bounds.Assert(from, Reach, length);
            Bounds.Assert(to, 1, room);
            if (!TryRead(ref Unsafe.Add(ref source, from), -1, ref Unsafe.Add(ref destination, to), out nint tokenLength))
            {
                break;
            }

            to++;
            from += tokenLength;
        }

        consumed = from;
        return to;
    }

    /// <summary>Reads a token that may be nil, with <see cref="Reach"/> bytes from it on.</summary>
    /// <param name="token">The token.</param>
    /// <param name="presence">All bits set; none if it is nil.</param>
    /// <param name="element">Where the element goes: 0 for nil.</param>
    /// <param name="tokenLength">Receives the token's length.</param>
    /// <returns>Whether the token is a number, or nil.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRead(ref byte token, long presence, ref T element, out nint tokenLength)
    {
        ref byte row = ref Unsafe.Add(ref MemoryMarshal.GetReference(NumberTokenTable.Rows), (nint)token);
        nint kind = (Unsafe.Add(ref row, NumberTokenTable.Kinds) & (nint)presence) | (NilKind & (nint)~presence);
        nint position = Unsafe.Add(ref row, NumberTokenTable.Positions);
        ulong word = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref token, position)));
        long value = (long)(word >> Unsafe.Add(ref row, NumberTokenTable.Logical)) >> Unsafe.Add(ref row, NumberTokenTable.Arithmetic);
        tokenLength = Unsafe.Add(ref row, NumberTokenTable.Lengths);
        if (kind >= (nint)NumberKind.UInt64)
        {
            Store(ref element, word);
            return kind != (nint)NumberKind.None;
        }

        ref byte masks = ref Unsafe.As<ulong, byte>(ref MemoryMarshal.GetReference(Masks));
        MaskedNumber.Store(Vector128.CreateScalarUnsafe(value), ref Unsafe.Add(ref masks, kind), ref element);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(ref T element, ulong value)
    {
        if (typeof(T) == typeof(double))
        {
            Unsafe.As<T, double>(ref element) = value;
        }
        else
        {
            Unsafe.As<T, float>(ref element) = value;
        }
    }
}
