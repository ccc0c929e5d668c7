using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Driver.Kernels;

/// <content>Adapters of decoders: the calls that <see cref="DecodeKernel{T}"/> makes, and which tokens a kernel is made for.</content>
internal static partial class KernelRegistry
{
    private delegate nint DecodeTimestamps(ref byte source, nint length, ref ulong destination, nint room, out nint consumed);

    private delegate nint DecodeStretch<TLane>(ref byte source, nint length, ref TLane destination, nint room);

    private delegate nint DecodeTokens<TLane>(ref byte source, nint length, ref TLane destination, nint room, out nint consumed);

    private static DecodeKernel<DateTime> Timestamps(string name, TakesToken takes, int maxLeft, DecodeTimestamps decode) =>
        new DecodeKernel<DateTime>(name, typeof(TimestampDecoder), BitConverter.IsLittleEndian, takes, maxLeft, (source, destination, out consumed) =>
        {
            nint written = decode(
                ref MemoryMarshal.GetReference(source),
                source.Length,
                ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(destination)),
                destination.Length,
                out nint length);
            consumed = (int)length;
            return (int)written;
        });

    private static DecodeKernel<T> Stretch<T, TLane>(
        string name, Type type, bool isSupported, int tokenLength, int maxLeft, TakesToken takes, DecodeStretch<TLane> decode)
        where T : unmanaged
        where TLane : unmanaged =>
        new DecodeKernel<T>(name, type, isSupported, takes, maxLeft, (source, destination, out consumed) =>
        {
            int written = (int)decode(
                ref MemoryMarshal.GetReference(source),
                source.Length,
                ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)),
                destination.Length);
            consumed = written * tokenLength;
            return written;
        });

    private static DecodeKernel<T> FixIntVector128<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Stretch<T, TLane>(
            name, typeof(FixIntDecoderVector128<TLane, TSignedness>), HasVectors, 1, 15, static (_, length) => length == 1,
            FixIntDecoderVector128<TLane, TSignedness>.Decode);

    /// <summary>
    /// Calls the kernel for as many elements as it takes at once, again and again, until a call decodes none: the next are not all fixints, or are too few.
    /// </summary>
    private static DecodeKernel<T> FewFixInts<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Stretch<T, TLane>(
            name,
            typeof(FixIntDecoderVector128<TLane, TSignedness>),
            HasVectors,
            1,
            FixIntDecoderVector128<TLane, TSignedness>.MaxFew - 1,
            static (_, length) => length == 1,
            static (ref source, length, ref destination, room) =>
            {
                nint taken = 0;
                nint few;
                do
                {
                    few = FixIntDecoderVector128<TLane, TSignedness>.DecodeFew(
                        ref Unsafe.Add(ref source, taken),
                        length - taken,
                        ref Unsafe.Add(ref destination, taken),
                        Math.Min(Math.Min(length, room) - taken, FixIntDecoderVector128<TLane, TSignedness>.MaxFew));
                    taken += few;
                }
                while (few > 0);
                return taken;
            });

    private static DecodeKernel<T> FixIntAvx2<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Stretch<T, TLane>(
            name, typeof(FixIntDecoderAvx2<TLane, TSignedness>), HasAvx2, 1, 31, static (_, length) => length == 1,
            FixIntDecoderAvx2<TLane, TSignedness>.Decode);

    private static DecodeKernel<T> FixIntAvx512<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Stretch<T, TLane>(
            name, typeof(FixIntDecoderAvx512<TLane, TSignedness>), FixIntDecoderAvx512<TLane, TSignedness>.IsSupported, 1, 0,
            static (_, length) => length == 1, FixIntDecoderAvx512<TLane, TSignedness>.Decode);

    private static DecodeKernel<T> UniformAvx512<T, TLane, TSignedness, TLength>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TLength : ITokenLength =>
        Stretch<T, TLane>(
            name, typeof(UniformDecoderAvx512<TLane, TSignedness, TLength>), UniformDecoderAvx512<TLane, TSignedness, TLength>.IsSupported,
            TLength.Value, 0, static (_, length) => length == TLength.Value, UniformDecoderAvx512<TLane, TSignedness, TLength>.Decode);

    private static DecodeKernel<T> UniformVector128<T, TLane, TSignedness, TLength>(string name, int maxLeft)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TLength : INarrowTokenLength =>
        Stretch<T, TLane>(
            name, typeof(UniformDecoderVector128<TLane, TSignedness, TLength>), UniformDecoderVector128<TLane, TSignedness, TLength>.IsSupported,
            TLength.Value, maxLeft, static (_, length) => length == TLength.Value, UniformDecoderVector128<TLane, TSignedness, TLength>.Decode);

    private static DecodeKernel<T> UniformAvx2<T, TLane, TSignedness, TLength>(string name, int maxLeft)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
        where TLength : INarrowTokenLength =>
        Stretch<T, TLane>(
            name, typeof(UniformDecoderAvx2<TLane, TSignedness, TLength>), UniformDecoderAvx2<TLane, TSignedness, TLength>.IsSupported,
            TLength.Value, maxLeft, static (_, length) => length == TLength.Value, UniformDecoderAvx2<TLane, TSignedness, TLength>.Decode);

    /// <summary>
    /// Each of the loops over windows twice: as far as it goes, and the loop for the rest where it takes nothing; and alone. The loop for the rest would hide
    /// that another one is left too soon.
    /// </summary>
    /// <param name="name">Element type and kernel.</param>
    /// <param name="isSupported">Whether it runs in this process.</param>
    /// <param name="maxLeft">How many tokens the loop for the rest may leave.</param>
    private static DecodeKernel<T>[] Mixed<T, TLane, TKernel>(string name, bool isSupported, int maxLeft)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IMixedWidthDecoder<TLane> =>
    [
        MixedWithRest<T, TLane, TKernel>($"{name}, sparse", isSupported, maxLeft, true),
        MixedWithRest<T, TLane, TKernel>($"{name}, dense", isSupported, maxLeft, false),
        MixedAlone<T, TLane, TKernel>($"{name}, sparse alone", isSupported, true),
        MixedAlone<T, TLane, TKernel>($"{name}, dense alone", isSupported, false),
    ];

    /// <summary>
    /// One of the loops over windows. It may leave as many tokens as there can be in bytes, or as many as there has to be room for, that are too few for it.
    /// The sparse loop is made for tokens that are longer than half of the longest: no window has too many of those.
    /// </summary>
    private static DecodeKernel<T> MixedAlone<T, TLane, TKernel>(string name, bool isSupported, bool sparse)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IMixedWidthDecoder<TLane> =>
        new(
            name,
            typeof(TKernel),
            isSupported,
            (_, length) => length <= 1 + Unsafe.SizeOf<TLane>() && (!sparse || 2 * length > 1 + Unsafe.SizeOf<TLane>()),
            Math.Max(TKernel.MinLength, TKernel.MinRoom) - 1,
            (source, destination, out consumed) =>
            {
                ref byte bytes = ref MemoryMarshal.GetReference(source);
                ref TLane values = ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination));
                nint taken = sparse
                    ? TKernel.DecodeSparse(ref bytes, source.Length, ref values, destination.Length, out nint length)
                    : TKernel.DecodeDense(ref bytes, source.Length, ref values, destination.Length, out length);
                consumed = (int)length;
                return (int)taken;
            });

    private static DecodeKernel<T> MixedWithRest<T, TLane, TKernel>(string name, bool isSupported, int maxLeft, bool sparse)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IMixedWidthDecoder<TLane> =>
        new DecodeKernel<T>(
            name,
            typeof(TKernel),
            isSupported,
            static (_, length) => length <= 1 + Unsafe.SizeOf<TLane>(),
            maxLeft,
            (source, destination, out consumed) =>
            {
                nint from = 0;
                nint to = 0;
                nint step;
                do
                {
                    ref byte bytes = ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from);
                    ref TLane values = ref Unsafe.Add(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)), to);
                    nint left = source.Length - from;
                    nint room = destination.Length - to;
                    to += sparse
                        ? TKernel.DecodeSparse(ref bytes, left, ref values, room, out step)
                        : TKernel.DecodeDense(ref bytes, left, ref values, room, out step);
                    if (step == 0)
                    {
                        to += TKernel.DecodeRest(ref bytes, Math.Min(left, 40), ref values, room, !sparse, out step);
                    }

                    from += step;
                }
                while (step != 0);
                consumed = (int)from;
                return (int)to;
            });

    /// <summary>
    /// The last window. What is before it goes to the scalar decoder, token by token, and what the window refuses too: then it begins one token later. It has
    /// to take all whole tokens, or none if one of them is not for it.
    /// </summary>
    private static DecodeKernel<T> MixedLast<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        new(
            name,
            typeof(MixedWidthDecoderAvx512<TLane, TSignedness>),
            MixedWidthDecoderAvx512<TLane, TSignedness>.IsSupported,
            static (_, length) => length <= 1 + Unsafe.SizeOf<TLane>(),
            0,
            static (source, destination, out consumed) =>
            {
                consumed = 0;
                int to = 0;
                while (to < destination.Length)
                {
                    int left = source.Length - consumed;
                    if (source.Length >= MixedWidthDecoderAvx512<TLane, TSignedness>.LastWindow && left <= MixedWidthDecoderAvx512<TLane, TSignedness>.LastWindow)
                    {
                        nint taken = MixedWidthDecoderAvx512<TLane, TSignedness>.DecodeLast(
                            ref Unsafe.Add(ref MemoryMarshal.GetReference(source), source.Length),
                            left,
                            ref First<T, TLane>(destination[to..]),
                            destination.Length - to,
                            out nint length);
                        int expected = CountLast<T>(source[consumed..], destination.Length - to);
                        if (taken != expected)
                        {
                            throw new InvalidOperationException($"The last window of {left} bytes had {taken} elements instead of {expected}.");
                        }

                        consumed += (int)length;
                        to += (int)taken;
                    }

                    ScalarDecoder.Decode(source[consumed..], destination.Slice(to, Math.Min(1, destination.Length - to)), out int one, out int written);
                    consumed += one;
                    to += written;
                    if (written == 0)
                    {
                        break;
                    }
                }

                return to;
            });

    /// <summary>How many elements a last window has: 0 if one of its tokens is not for it, or if there are more than there is room for.</summary>
    private static int CountLast<T>(ReadOnlySpan<byte> source, int room)
        where T : unmanaged
    {
        Span<T> element = stackalloc T[1];
        int count = 0;
        for (; source.Length > 0; count++)
        {
            if (IntegerTokenTable.Lengths[source[0]] > 1 + Unsafe.SizeOf<T>())
            {
                return 0;
            }

            MessagePackReadStatus status = ScalarDecoder.Decode(source, element, out int length, out _);
            if (status == MessagePackReadStatus.NeedMoreData)
            {
                break;
            }

            if (status != MessagePackReadStatus.Done)
            {
                return 0;
            }

            source = source[length..];
        }

        return count <= room ? count : 0;
    }

    private static DecodeKernel<T> Int8Avx512<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        new DecodeKernel<T>(
            name,
            typeof(Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>),
            Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>.IsSupported,
            TakesInt8<TSignedness>,
            0,
            static (source, destination, out consumed) =>
            {
                nint written = Int8DecoderAvx512<TSignedness, Int8ElementsAvx512>.Decode(
                    ref MemoryMarshal.GetReference(source), source.Length, ref First<T, byte>(destination), destination.Length, out nint length);
                consumed = (int)length;
                return (int)written;
            });

    private static DecodeKernel<T> Int8Vector128<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        new DecodeKernel<T>(
            name, typeof(Int8DecoderVector128<TSignedness, Int8ElementsVector128>), Simd128.HasShuffle, TakesInt8<TSignedness>, 0,
            static (source, destination, out consumed) =>
            {
                nint written = Int8DecoderVector128<TSignedness, Int8ElementsVector128>.Decode(
                    ref MemoryMarshal.GetReference(source), source.Length, ref First<T, byte>(destination), destination.Length, out nint length);
                consumed = (int)length;
                return (int)written;
            });

    private static bool TakesInt8<TSignedness>(byte code, int length)
        where TSignedness : ISignedness => length == 1 || code == (TSignedness.IsSigned ? 0xd0 : 0xcc);

    private static DecodeKernel<T> FullWidthVector128<T, TLane, TForm>(string name, int maxLeft)
        where T : unmanaged
        where TLane : unmanaged
        where TForm : ITokenForm =>
        Stretch<T, TLane>(
            name, typeof(FullWidthDecoderVector128<TLane, TForm>), Simd128.HasShuffle, 1 + Unsafe.SizeOf<TLane>(), maxLeft,
            static (code, _) => code == TForm.Prefix || code == TForm.OtherPrefix, FullWidthDecoderVector128<TLane, TForm>.Decode);

    private static DecodeKernel<T> FullWidthAvx2<T, TLane, TForm>(string name, int maxLeft)
        where T : unmanaged
        where TLane : unmanaged
        where TForm : ITokenForm =>
        Stretch<T, TLane>(
            name, typeof(FullWidthDecoderAvx2<TLane, TForm>), HasAvx2, 1 + Unsafe.SizeOf<TLane>(), maxLeft,
            static (code, _) => code == TForm.Prefix || code == TForm.OtherPrefix, FullWidthDecoderAvx2<TLane, TForm>.Decode);

    /// <summary>A kernel that takes every token that the element is read from, whatever its length.</summary>
    private static DecodeKernel<T> Tokens<T, TLane>(string name, Type type, bool isSupported, int maxLeft, DecodeTokens<TLane> decode)
        where T : unmanaged
        where TLane : unmanaged =>
        new DecodeKernel<T>(name, type, isSupported, static (_, _) => true, maxLeft, (source, destination, out consumed) =>
        {
            nint written = decode(
                ref MemoryMarshal.GetReference(source),
                source.Length,
                ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)),
                destination.Length,
                out nint length);
            consumed = (int)length;
            return (int)written;
        });

    /// <summary>Of the last eight bytes, the kernel may leave those from the first one on that is not a fixint.</summary>
    private static DecodeKernel<T> FixIntRun<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Tokens<T, TLane>(
            name, typeof(FixIntRunDecoderVector128<TLane, TSignedness>), HasVectors, 8, FixIntRunDecoderVector128<TLane, TSignedness>.Decode);

    /// <summary>The kernel leaves what is too little to begin with.</summary>
    private static DecodeKernel<T> RunScan<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Tokens<T, TLane>(
            name,
            typeof(RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>),
            RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.IsSupported,
            RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.MinBlock - 1,
            RunScanDecoderVector128<TLane, IntegerScan<TLane, TSignedness>>.Decode);

    private static DecodeKernel<T> LengthScan<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Scan<T, TLane, IntegerScan<TLane, TSignedness>>(name, static (_, length) => length <= 1 + Unsafe.SizeOf<TLane>());

    /// <summary>The kernel leaves integers of 2^63 and more.</summary>
    private static DecodeKernel<T> NumberScan<T>(string name)
        where T : unmanaged => Scan<T, T, NumberScan<T>>(name, static (code, _) => code != 0xcf);

    private static DecodeKernel<T> Scan<T, TLane, TScan>(string name, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TScan : ILengthScan<TLane> =>
        new DecodeKernel<T>(
            name,
            typeof(LengthScanDecoderVector128<TLane, TScan>),
            Simd128.HasShuffle,
            takes,
            15,
            static (source, destination, out consumed) =>
            {
                nint written = LengthScanDecoderVector128<TLane, TScan>.Decode(
                    ref MemoryMarshal.GetReference(source),
                    source.Length,
                    ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)),
                    destination.Length,
                    destination.Length,
                    out nint length);
                consumed = (int)length;
                return (int)written;
            });

    private static DecodeKernel<T> Numbers<T>(string name)
        where T : unmanaged =>
        Tokens<T, T>(name, typeof(BranchFreeNumberDecoder<T>), HasVectors, 8, BranchFreeNumberDecoder<T>.Decode);

    private static DecodeKernel<T> BranchFreeDecoder<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        new DecodeKernel<T>(
            name,
            typeof(BranchFreeIntegerDecoder<TLane, TSignedness>),
            BitConverter.IsLittleEndian,
            static (_, _) => true,
            8,
            static (source, destination, out consumed) =>
            {
                // The kernel stops after a streak of one length, for the caller to try a kernel for that length; here there is none.
                nint from = 0;
                nint to = 0;
                int streak;
                do
                {
                    streak = BranchFreeIntegerDecoder<TLane, TSignedness>.Decode(
                        ref Unsafe.Add(ref MemoryMarshal.GetReference(source), from),
                        source.Length - from,
                        ref Unsafe.Add(ref Unsafe.As<T, TLane>(ref MemoryMarshal.GetReference(destination)), to),
                        destination.Length - to,
                        out nint length,
                        out nint taken);
                    from += length;
                    to += taken;
                }
                while (streak != 0);
                consumed = (int)from;
                return (int)to;
            });

    /// <summary>The loop for tokens of one length, with each length that it is called with. (It is not called with nine bytes for elements of eight.)</summary>
    private static DecodeKernel<T>[] BranchFreeDecoderOfLengths<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness
    {
        DecodeKernel<T>[] narrow =
        [
            BranchFreeDecoderOfLength<T, TLane, TSignedness>($"{name}, 2 bytes", 2),
            BranchFreeDecoderOfLength<T, TLane, TSignedness>($"{name}, 3 bytes", 3),
            BranchFreeDecoderOfLength<T, TLane, TSignedness>($"{name}, 5 bytes", 5),
        ];
        return Unsafe.SizeOf<TLane>() == sizeof(long) ? narrow : [.. narrow, BranchFreeDecoderOfLength<T, TLane, TSignedness>($"{name}, 9 bytes", 9)];
    }

    private static DecodeKernel<T> BranchFreeDecoderOfLength<T, TLane, TSignedness>(string name, int tokenLength)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        Stretch<T, TLane>(
            name,
            typeof(BranchFreeIntegerDecoder<TLane, TSignedness>),
            BitConverter.IsLittleEndian,
            tokenLength,
            8 / tokenLength,
            (_, length) => length == tokenLength,
            (ref source, length, ref destination, room) => BranchFreeIntegerDecoder<TLane, TSignedness>.DecodeOfLength(
                ref source, length, ref destination, room, tokenLength));

    private static DecodeKernel<T> ScalarDecoderOf<T>(string name)
        where T : unmanaged =>
        new DecodeKernel<T>(name, typeof(ScalarDecoder), true, static (_, _) => true, 0, static (source, destination, out consumed) =>
        {
            ScalarDecoder.Decode(source, destination, out consumed, out int written);
            return written;
        });
}
