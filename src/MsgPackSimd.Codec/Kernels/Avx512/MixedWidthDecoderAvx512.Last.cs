using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <content>The last window of an array or a segment, without branches on where its tokens are, except for many elements of 64 bits.</content>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness>
{
    /// <summary>How many bytes the last window has. The position behind them, where its last token may end, is in the vector too.</summary>
    public const int LastWindow = Window - 1;

    /// <summary>
    /// Decodes the last bytes of a source, up to a token that is cut short, or none of them, if there is a token that is not decoded here or more tokens than
    /// there is room for.
    /// </summary>
    /// <remarks>
    /// The window ends where the source does, and the first token begins anywhere in it. So what is looked up, and the jumps, wait for no token
    /// before.
    /// <code>
    ///   window     …  12 34 07 cd 12 34 ff cd 81 --     position 54 55 56 57 58 59 60 61 62 63
    ///   J1         …  55 56 57 60 59 60 61 61 63 63     cd at 61 would end past 63: it is followed by itself
    ///   T          …  56 57 60 61 61 …                  the first token is 07 at 56; then cd 12 34 and ff, then nothing but the one that is cut short
    ///   end        61 61 61 61 …                        64 jumps from where the first token begins: 61, or 63 if all are complete
    /// </code>
    /// A lane has a token if its position is less than the end. Where the end is depends on two permutes, and whoever goes on behind it does not wait for the
    /// tokens either.
    /// </remarks>
    /// <param name="end">The end of the source. <see cref="LastWindow"/> bytes before it belong to the source.</param>
    /// <param name="length">How many bytes before the end the first token begins; at most <see cref="LastWindow"/>.</param>
    /// <param name="destination">Where the elements go.</param>
    /// <param name="room">The number of elements that fit there.</param>
    /// <param name="consumed">Receives the length of the tokens that were decoded.</param>
    /// <returns>How many elements were decoded.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint DecodeLast(ref byte end, nint length, ref TLane destination, nint room, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian && length is >= 0 and <= LastWindow);
        Vector512<byte> window;
        fixed (byte* bytes = &Unsafe.Subtract(ref end, LastWindow))
        {
            window = Masked512.LoadFirst(bytes, LastWindow, Vector512<byte>.Zero);
        }

        Vector512<byte> first = Vector512.Max(window, Vector512.Create(MixedWidthTable.LeastRowCode));
        Vector512<byte> classes = Permute(Vector512.LoadUnsafe(ref Classes), first);
        Vector512<byte> positions = Vector512<byte>.Indices;
        Vector512<byte> lengths = Vector512.LoadUnsafe(ref MemoryMarshal.GetReference(MixedWidthTable.LengthsLessOne));
        Vector512<byte> next = positions + Vector512<byte>.One + LengthsLessOne(lengths, first, classes);
        Vector512<byte> isCut = Vector512.GreaterThan(next.AsSByte(), Vector512.Create((sbyte)LastWindow)).AsByte();
        Vector512<byte> j1 = Select(next, positions, isCut);
        Double(j1, out Vector512<byte> j2, out Vector512<byte> j4, out Vector512<byte> j8, out Vector512<byte> j16, out Vector512<byte> j32);

        nint entry = LastWindow - length;
        Vector512<byte> entries = Vector512.Create((byte)entry);
        Vector512<byte> ends = Permute(Permute(j32, j32), entries);
        Vector512<byte> tokens = Tokens(entries, j1, j2, j4, j8, j16);
        LastTokens last = new(window, classes, ends);
        nint count;
        fixed (TLane* elements = &destination)
        {
            count = last.Store(tokens, elements, room, 0);
            if (Unsafe.SizeOf<TLane>() == sizeof(short))
            {
                count += last.Store(Permute(j32, tokens), elements, room, Lanes);
            }
            else if (Unsafe.SizeOf<TLane>() == sizeof(int))
            {
                Vector512<byte> tokens16 = Permute(j16, tokens);
                count += last.Store(tokens16, elements, room, Lanes);
                count += last.Store(Permute(j32, tokens), elements, room, 2 * Lanes);
                count += last.Store(Permute(j32, tokens16), elements, room, 3 * Lanes);
            }
            else
            {
                // Three registers are nearly always enough for 63 bytes, unless most elements are fixints, which can fill eight.
                tokens = Permute(j8, tokens);
                count += last.Store(tokens, elements, room, Lanes);
                tokens = Permute(j8, tokens);
                count += last.Store(tokens, elements, room, 2 * Lanes);
                for (nint from = 3 * Lanes; from == count; from += Lanes)
                {
                    tokens = Permute(j8, tokens);
                    count += last.Store(tokens, elements, room, from);
                }
            }
        }

        if (LaneBits(last.Bad) != 0 || count > room)
        {
            consumed = 0;
            return 0;
        }

        consumed = ends.ToScalar() - entry;
        return count;
    }

    /// <summary>What the registers of tokens of the last window have in common.</summary>
    private unsafe struct LastTokens
    {
        /// <summary>The top bit of a lane is set if it has had a token that is not decoded here.</summary>
        public Vector512<byte> Bad;

        private readonly Vector512<byte> window;
        private readonly Vector512<byte> signs;
        private readonly Vector512<byte> classes;
        private readonly Vector512<byte> offsets;
        private readonly Vector512<byte> ends;

        /// <summary>Initializes a new instance of the <see cref="LastTokens"/> struct.</summary>
        /// <param name="window">The window, with a zero behind its last byte.</param>
        /// <param name="classes">The classes of its bytes.</param>
        /// <param name="ends">The position where the tokens end, in each byte.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public LastTokens(Vector512<byte> window, Vector512<byte> classes, Vector512<byte> ends)
        {
            this.window = window;
            this.classes = classes;
            this.ends = ends;
            signs = WindowTables.Signs(window);
            offsets = Vector512.LoadUnsafe(ref Offsets);
            Bad = Vector512<byte>.Zero;
        }

        /// <summary>Stores a register of values, as far as there is room, whether there are as many tokens or not.</summary>
        /// <param name="tokens">The positions of the tokens.</param>
        /// <param name="destination">Where the elements of the window go, in pinned memory.</param>
        /// <param name="room">The number of elements that fit there.</param>
        /// <param name="from">How many tokens are in the registers before.</param>
        /// <returns>How many tokens there are.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public nint Store(Vector512<byte> tokens, TLane* destination, nint room, nint from)
        {
            Vector512<byte> tokenClasses = Permute(classes, tokens);
            Vector512<byte> values = Values(window, signs, tokens, tokenClasses, offsets);
            nint fit = Math.Clamp(room - from, 0, Lanes);
            Masked512.StoreFirst(values, (byte*)(destination + from), fit * Unsafe.SizeOf<TLane>());
            Vector512<byte> areTokens = tokens - ends;
            Bad = AndOr(values & tokenClasses, areTokens, Bad);
            return BitOperations.PopCount(LaneBits(areTokens));
        }
    }
}
