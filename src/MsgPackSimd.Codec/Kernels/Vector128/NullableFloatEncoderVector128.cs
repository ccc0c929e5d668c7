using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Elements;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>float?</c> and <c>double?</c>, whichever are missing, without a branch on whether one is. An element as it lies in memory already has a place for the
/// prefix; only the bytes of its value have to be reversed. Needs a byte shuffle.
/// </summary>
/// <remarks>
/// <code>
///   element    1  -  -  -  -  -  -  - 00 00 00 00 00 00 f8 3f      0  -  -  -  -  -  -  - 00 00 00 00 00 00 00 00
///   shuffled   .  3f f8 00 00 00 00 00 00  .  .  .  .  .  .  .      .  00 00 00 00 00 00 00 00  .  .  .  .  .  .  .
///   prefix     cb                                                  c0                                                  by whether the flag is 0
///   token      cb 3f f8 00 00 00 00 00 00                          c0
/// </code>
/// All 16 bytes are stored, and the next token overwrites the surplus. Of <c>float?</c>, a vector has two elements, and eight bytes of it are stored for each.
/// </remarks>
/// <typeparam name="TLane"><see cref="uint"/> or <see cref="ulong"/>: the bits.</typeparam>
internal static class NullableFloatEncoderVector128<TLane>
    where TLane : unmanaged
{
    /// <summary>How many elements a step takes.</summary>
    private const int StepCount = 2;

    /// <summary>Gets whether the CPU has what this kernel needs.</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Simd128.HasShuffle;
    }

    /// <summary>Gets how many bytes are stored for a token.</summary>
    private static int StoreLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.IsSingle ? sizeof(ulong) : Vector128<byte>.Count;
    }

    /// <summary>Gets how many bytes of room the stores of a step's two tokens need, however long these are. With less, they are not encoded here.</summary>
    public static int Room
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => FloatToken<TLane>.Length + StoreLength;
    }

    /// <summary>Encodes elements, two a step, until there are too few elements or too little room.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="destination">Where the tokens go.</param>
    /// <param name="room">The number of bytes that may be written there.</param>
    /// <param name="written">Receives the length of the tokens in bytes.</param>
    /// <returns>How many elements were encoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static nint Encode(ref NullableLane<TLane> source, nint count, ref byte destination, nint room, out nint written)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        Vector128<byte> order = FloatToken<TLane>.IsSingle
            ? Vector128.Create(0x80, 7, 6, 5, 4, 0x80, 0x80, 0x80, 0x80, 15, 14, 13, 12, 0x80, 0x80, 0x80)
            : Vector128.Create(0x80, 15, 14, 13, 12, 11, 10, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        Vector128<byte> prefixes = AtPrefixes(FloatToken<TLane>.Prefix);
        Vector128<byte> nils = AtPrefixes((byte)(FloatToken<TLane>.Prefix ^ MessagePackFirstByte.Nil));
        nint last = room - Room;
        nint from = 0;
        nint to = 0;
        for (; from <= count - StepCount && to <= last; from += StepCount)
        {
            Bounds.Assert(from, StepCount, count);
            Bounds.Assert(to, Room, room);
            ref NullableLane<TLane> element = ref Unsafe.Add(ref source, from);
            Vector128<byte> tokens = Tokens(ref element, order, prefixes, nils);
            ulong first = tokens.AsUInt64().ToScalar();
            nint next = to + Length(first);
            if (FloatToken<TLane>.IsSingle)
            {
                ulong second = tokens.AsUInt64().GetElement(1);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, to), first);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, next), second);
                to = next + Length(second);
            }
            else
            {
                Vector128<byte> second = Tokens(ref Unsafe.Add(ref element, 1), order, prefixes, nils);
                tokens.StoreUnsafe(ref destination, (nuint)to);
                second.StoreUnsafe(ref destination, (nuint)next);
                to = next + Length(second.AsUInt64().ToScalar());
            }
        }

        written = to;
        return from;
    }

    /// <summary>A byte at the place of each prefix.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AtPrefixes(byte head) =>
        FloatToken<TLane>.IsSingle ? Vector128.Create((ulong)head).AsByte() : Vector128.Create((ulong)head, 0).AsByte();

    /// <summary>
    /// The length of the token that begins with these bytes. It is not taken from the element, which another thread may be changing. Both prefixes have bit 3,
    /// whose value is 8; nil does not have it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint Length(ulong token) => 1 + (nint)((token & 8) >> (FloatToken<TLane>.IsSingle ? 1 : 0));

    /// <summary>The token of this element; of <c>float?</c>, the tokens of this one and the next.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Tokens(ref NullableLane<TLane> element, Vector128<byte> order, Vector128<byte> prefixes, Vector128<byte> nils)
    {
        Vector128<byte> memory = Vector128.LoadUnsafe(ref Unsafe.As<NullableLane<TLane>, byte>(ref element));
        return Simd128.Shuffle(memory, order) ^ prefixes ^ (Vector128.Equals(memory, Vector128<byte>.Zero) & nils);
    }
}
