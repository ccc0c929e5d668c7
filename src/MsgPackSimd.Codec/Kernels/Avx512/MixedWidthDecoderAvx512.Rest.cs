using System;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <content>Windows under masks: short arrays, and what lies before a token that is not decoded here.</content>
internal readonly partial struct MixedWidthDecoderAvx512<TLane, TSignedness>
{
    /// <summary>
    /// Decodes windows, one register of tokens after another, with masked loads and stores. Any number of bytes and any room will do, and everything before a
    /// token that is not decoded here is decoded.
    /// </summary>
    /// <inheritdoc cref="DecodeSparse"/>
    /// <returns>How many elements were decoded: all that there are bytes and room for, or those before a token that is cut short or not decoded here.</returns>
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    public static unsafe nint DecodeRest(ref byte source, nint length, ref TLane destination, nint room, bool isDense, out nint consumed)
    {
        Debug.Assert(IsSupported && BitConverter.IsLittleEndian);
        WindowTables tables = new(ref Classes, ref Offsets);
        Vector512<byte> stride = Vector512.Create((byte)Stride);
        Vector512<byte> entry = Vector512<byte>.Zero;
        nint from = 0;
        nint to = 0;
        fixed (byte* bytes = &source)
        fixed (TLane* elements = &destination)
        {
            while (true)
            {
                // Beyond the last byte the window has zeros, which look like fixints. Since they end behind that byte, they do not count as tokens.
                nint left = Math.Min(length - from, Window);
                Bounds.Assert(from, left, length);
                Vector512<byte> ends = Vector512.Create((byte)left);
                Vector512<byte> window = Masked512.LoadFirst(bytes + from, left, Vector512<byte>.Zero);
                Vector512<byte> j1 = tables.LookUp(window, out Vector512<byte> classes);
                Vector512<byte> signs = WindowTables.Signs(window);

                Vector512<byte> j2 = Permute(j1, j1);
                Vector512<byte> j4 = Permute(j2, j2);
                Vector512<byte> j8 = Permute(j4, j4);
                Vector512<byte> j16 = Permute(j8, j8);
                Vector512<byte> j32 = Permute(j16, j16);
                Vector512<byte> next = Permute(Permute(j32, j32) - stride, entry);
                Vector512<byte> jump = Unsafe.SizeOf<TLane>() switch
                {
                    sizeof(short) => j32,
                    sizeof(int) => j16,
                    _ => j8,
                };

                // As many registers of tokens as the window has. Whether there is another is a branch, which is predicted: the next window does not wait for
                // it.
                Vector512<byte> tokens = Tokens(entry, j1, j2, j4, j8, j16);
                nint count;
                while (true)
                {
                    Vector512<byte> tokenClasses = Permute(classes, tokens);
                    Vector512<byte> values = Values(window, signs, tokens, tokenClasses, tables.Offsets);

                    // The top bit of a lane is set if the token begins past the stride or ends past the end, or is not decoded here.
                    ulong bad = LaneBits((stride - Vector512<byte>.One - tokens) | (ends - Permute(j1, tokens)) | (values & tokenClasses));
                    nint fit = Math.Min(room - to, Lanes);
                    count = Math.Min(BitOperations.TrailingZeroCount(bad | (1UL << Lanes)), fit);
                    Bounds.Assert(to, fit, room);
                    Masked512.StoreFirst(values, (byte*)(elements + to), fit * Unsafe.SizeOf<TLane>());
                    to += count;
                    if (count < Lanes)
                    {
                        break;
                    }

                    tokens = Permute(jump, tokens);
                }

                // Where the first token that was not decoded begins. Past the stride, it belongs to the next window.
                nint position = Permute(tokens, Vector512.Create((byte)(count * Unsafe.SizeOf<TLane>()))).ToScalar();
                if (position < Stride || to == room || length - from <= Stride)
                {
                    consumed = from + position;
                    return to;
                }

                entry = next;
                from += Stride;
            }
        }
    }
}
