using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Driver.Kernels;

/// <content>Adapters of kernels for elements that may be missing: these are called as those for arrays are.</content>
internal static partial class KernelRegistry
{
    private delegate nint EncodeNullable<TLane>(ref NullableLane<TLane> source, nint count, ref byte destination, nint room, out nint written)
        where TLane : unmanaged;

    private delegate nint DecodeNullable<TLane>(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed)
        where TLane : unmanaged;

    private static EncodeKernel<T> NullableEncoderOf<T, TLane, TToken>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane> =>
        NullableEncode<T, TLane>(
            name,
            typeof(NullableEncoder<TLane, TToken>),
            BitConverter.IsLittleEndian,
            TToken.Room,
            static (ref source, count, ref destination, room, out written) =>
            {
                NullableEncoder<TLane, TToken>.Encode(ref source, count, ref destination, room, nint.MaxValue, out nint read, out written);
                return read;
            });

    /// <summary>Encodes as many as there is room for; what is less than a block, in elements or in room, is left to the scalar kernel.</summary>
    private static nint EncodeNullableBooleans(ref NullableLane<byte> source, nint count, ref byte destination, nint room, out nint written)
    {
        written = Math.Min(count, room) < NullableBooleanEncoderVector128.BlockLength
            ? 0
            : NullableBooleanEncoderVector128.Encode(ref source, count, ref destination, room);
        return written;
    }

    private static nint DecodeNullableBooleans(ref byte source, nint length, ref NullableLane<byte> destination, nint room, out nint consumed)
    {
        nint count = Math.Min(length, room);
        consumed = count < NullableBooleanDecoderVector128.BlockLength ? 0 : NullableBooleanDecoderVector128.Decode(ref source, count, ref destination);
        return consumed;
    }

    private static EncodeKernel<T> NullableBlocks<T, TLane, TBlock>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TBlock : struct, INullableBlock<TLane, TBlock> =>
        NullableEncode<T, TLane>(
            name,
            typeof(NullableBlockEncoder<TLane, TBlock>),
            NullableBlockEncoder<TLane, TBlock>.IsSupported,
            TBlock.Room,
            NullableBlockEncoder<TLane, TBlock>.Encode);

    /// <summary>The last of an odd number of elements is left to the scalar kernel.</summary>
    private static EncodeKernel<T> NullableFloats<T, TLane>(string name)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableEncode<T, TLane>(
            name,
            typeof(NullableFloatEncoderVector128<TLane>),
            NullableFloatEncoderVector128<TLane>.IsSupported,
            NullableFloatEncoderVector128<TLane>.Room,
            NullableFloatEncoderVector128<TLane>.Encode,
            maxLeft: 1);

    private static EncodeKernel<T> NullableAvx512<T, TLane, TLayout>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TLayout : INullableLayout<TLane> =>
        NullableEncode<T, TLane>(
            name,
            typeof(NullableEncoderAvx512<TLane, TLayout>),
            NullableEncoderAvx512<TLane, TLayout>.IsSupported,
            64,
            NullableEncoderAvx512<TLane, TLayout>.Encode);

    /// <summary>
    /// The scalar kernel encodes what this kernel is not made for, and what it has too little room for: the next element, before this kernel is called again.
    /// </summary>
    /// <param name="name">Element type and kernel.</param>
    /// <param name="type">The type that has the kernel's code.</param>
    /// <param name="isSupported">Whether it runs in this process.</param>
    /// <param name="enoughRoom">With this much room, in bytes, the kernel must not stop.</param>
    /// <param name="encode">The kernel.</param>
    /// <param name="maxLeft">How many elements it may leave at the end.</param>
    private static EncodeKernel<T> NullableEncode<T, TLane>(
        string name, Type type, bool isSupported, int enoughRoom, EncodeNullable<TLane> encode, int maxLeft = 0)
        where T : unmanaged
        where TLane : unmanaged
    {
        EncodeWithMissing<T> encodeWithMissing = (values, missing, destination, out read, out written) =>
        {
            Span<NullableLane<TLane>> lanes = Guarded.NewLanes<NullableLane<TLane>>(values.Length);
            for (int i = 0; i < values.Length; i++)
            {
                lanes[i] = new NullableLane<TLane> { HasValue = (byte)(IsMissing(missing, i) ? 0 : 1), Value = Unsafe.BitCast<T, TLane>(values[i]) };
            }

            read = written = 0;
            var status = OperationStatus.Done;
            while (read < values.Length && status == OperationStatus.Done)
            {
                read += (int)encode(
                    ref MemoryMarshal.GetReference(lanes[read..]),
                    values.Length - read,
                    ref MemoryMarshal.GetReference(destination[written..]),
                    destination.Length - written,
                    out nint length);
                written += (int)length;
                if (read == values.Length)
                {
                    break;
                }

                bool isMissing = IsMissing(missing, read);
                if (read < values.Length - maxLeft && (isMissing || !MayLeave(values[read])) && destination.Length - written >= enoughRoom)
                {
                    throw new KernelFailureException($"{name} stopped at {read} of {values.Length}");
                }

                status = isMissing
                    ? EncodeNil(destination[written..], out int one, out int bytes)
                    : ScalarEncoder.Encode(values.Slice(read, 1), destination[written..], out one, out bytes);
                read += one;
                written += bytes;
            }

            return status;
        };
        return new EncodeKernel<T>(
            name,
            type,
            isSupported,
            0,
            int.MaxValue,
            true,
            (values, destination, out read, out written) => encodeWithMissing(values, default, destination, out read, out written),
            encodeWithMissing: encodeWithMissing);
    }

    /// <summary>Whether an element is missing; none is where nothing is said about them.</summary>
    private static bool IsMissing(ReadOnlySpan<bool> missing, int index) => !missing.IsEmpty && missing[index];

    /// <summary>Whether kernels may stop at a present element: of times, at those that are local, or that only the longest form holds.</summary>
    private static bool MayLeave<T>(T value) =>
        value is DateTime time
        && (time.Kind == DateTimeKind.Local || time < DateTime.UnixEpoch || time.Ticks - DateTime.UnixEpoch.Ticks >= TimeSpan.TicksPerSecond << 34);

    private static OperationStatus EncodeNil(Span<byte> destination, out int read, out int written)
    {
        read = written = Math.Min(1, destination.Length);
        destination[..written].Fill(0xc0);
        return written == 0 ? OperationStatus.DestinationTooSmall : OperationStatus.Done;
    }

    private static DecodeKernel<T> NullableDecoderOf<T, TLane, TReader>(string name, int maxLeft, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TReader : INullableTokenReader<TLane> =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableDecoder<TLane, TReader>),
            BitConverter.IsLittleEndian,
            maxLeft,
            takes,
            static (ref source, length, ref destination, room, out consumed) =>
            {
                NullableDecoder<TLane, TReader>.Decode(ref source, length, ref destination, room, nint.MaxValue, out consumed, out nint written);
                return written;
            },
            maxLeftWithNil: TReader.Reach - 1);

    /// <summary>With a streak that is reached again and again.</summary>
    private static DecodeKernel<T> NullableFloatDecoderOf<T, TLane>(string name, int maxLeft, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableFloatDecoder<TLane>),
            BitConverter.IsLittleEndian,
            maxLeft,
            takes,
            static (ref source, length, ref destination, room, out consumed) =>
            {
                nint from = 0;
                nint to = 0;
                var end = NullableStretchEnd.Alike;
                while (end != NullableStretchEnd.Other)
                {
                    end = NullableFloatDecoder<TLane>.Decode(
                        ref Unsafe.Add(ref source, from), length - from, ref Unsafe.Add(ref destination, to), room - to, 8, out nint more, out nint written);
                    from += more;
                    to += written;
                }

                consumed = from;
                return to;
            });

    private static DecodeKernel<T> NullableScan<T, TLane, TScan>(string name, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TScan : ILengthScan<NullableLane<TLane>> =>
        NullableDecode<T, TLane>(
            name,
            typeof(LengthScanDecoderVector128<NullableLane<TLane>, TScan>),
            LengthScanDecoderVector128<NullableLane<TLane>, TScan>.IsSupported,
            15,
            takes,
            static (ref source, length, ref destination, room, out consumed) =>
                LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Decode(ref source, length, ref destination, room, room, out consumed));

    /// <summary>The kernel leaves integers of 2^63 and more.</summary>
    private static DecodeKernel<T> NullableNumberScan<T>(string name)
        where T : unmanaged => NullableScan<T, T, NullableNumberScan<T>>(name, static (code, _) => code != 0xcf);

    private static DecodeKernel<T> NullableWideScan<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness => NullableScan<T, TLane, NullableWideIntegerScan<TLane, TSignedness>>(name, static (_, _) => true);

    /// <summary>The kernel leaves what is too little to begin with.</summary>
    private static DecodeKernel<T> NullableRunScan<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        NullableDecode<T, TLane>(
            name,
            typeof(RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>),
            RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>.IsSupported,
            RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>.MinBlock - 1,
            static (_, _) => true,
            RunScanDecoderVector128<NullableLane<TLane>, NullableIntegerScan<TLane, TSignedness>>.Decode);

    private static DecodeKernel<T> NullableFloatRunScan<T, TLane>(string name, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableFloatRunScanDecoderVector128<TLane>),
            NullableFloatRunScanDecoderVector128<TLane>.IsSupported,
            NullableFloatRunScanDecoderVector128<TLane>.MinLength - 1,
            takes,
            NullableFloatRunScanDecoderVector128<TLane>.Decode);

    /// <summary>With fewer bytes than the kernel takes, none is decoded.</summary>
    private static DecodeKernel<T> NullableFixInts<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableFixIntDecoderVector128<TLane, TSignedness>),
            NullableFixIntDecoderVector128<TLane, TSignedness>.IsSupported,
            NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength - 1,
            static (_, length) => length <= 1 + Unsafe.SizeOf<TLane>(),
            static (ref source, length, ref destination, room, out consumed) =>
            {
                if (length < NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength)
                {
                    consumed = 0;
                    return 0;
                }

                return NullableFixIntDecoderVector128<TLane, TSignedness>.Decode(ref source, length, 0, ref destination, room, out consumed);
            });

    /// <summary>Only the kernel's loop for fixints and nil.</summary>
    private static DecodeKernel<T> NullableFixIntsAlone<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableFixIntDecoderVector128<TLane, TSignedness>),
            NullableFixIntDecoderVector128<TLane, TSignedness>.IsSupported,
            NullableFixIntDecoderVector128<TLane, TSignedness>.MinLength - 1,
            static (_, length) => length == 1,
            static (ref source, length, ref destination, room, out consumed) =>
            {
                consumed = NullableFixIntDecoderVector128<TLane, TSignedness>.DecodeUniform(ref source, length, ref destination, room);
                return consumed;
            });

    private static DecodeKernel<T> NullableFloatRun<T, TLane>(string name, int maxLeft, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableFloatRunDecoderVector128<TLane>),
            NullableFloatRunDecoderVector128<TLane>.IsSupported,
            maxLeft,
            takes,
            static (ref source, length, ref destination, room, out consumed) =>
            {
                nint written = NullableFloatRunDecoderVector128<TLane>.Decode(ref source, length, ref destination, room);
                consumed = written * (1 + Unsafe.SizeOf<TLane>());
                return written;
            },
            takesNil: false);

    private static DecodeKernel<T> NullableWindows<T, TLane, TWindow>(string name, int maxLeft, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TWindow : struct, INullableTokenTables<TLane, TWindow> =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableDecoderAvx512<TLane, TWindow>),
            NullableDecoderAvx512<TLane, TWindow>.IsSupported,
            maxLeft,
            takes,
            NullableDecoderAvx512<TLane, TWindow>.Decode);

    private static DecodeKernel<T> NullableRest<T, TLane, TWindow>(string name, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TWindow : struct, INullableTokenTables<TLane, TWindow> =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableDecoderAvx512<TLane, TWindow>),
            NullableDecoderAvx512<TLane, TWindow>.IsSupported,
            0,
            takes,
            NullableDecoderAvx512<TLane, TWindow>.DecodeRest);

    /// <summary>Up to the first nil, at which decoders of arrays stop; and past it, for the check of missing elements.</summary>
    /// <param name="name">Element type and kernel.</param>
    /// <param name="type">The type that has the kernel's code.</param>
    /// <param name="isSupported">Whether it runs in this process.</param>
    /// <param name="maxLeft">How many tokens the kernel may leave at the end of a stretch.</param>
    /// <param name="takes">Which tokens it is made for, besides nil.</param>
    /// <param name="decode">The kernel.</param>
    /// <param name="maxLeftWithNil">How many it may leave of a stretch with nil in it, if these are more, since nil is short.</param>
    /// <param name="takesNil">Whether it goes on behind nil.</param>
    private static DecodeKernel<T> NullableDecode<T, TLane>(
        string name,
        Type type,
        bool isSupported,
        int maxLeft,
        TakesToken takes,
        DecodeNullable<TLane> decode,
        int? maxLeftWithNil = null,
        bool takesNil = true)
        where T : unmanaged
        where TLane : unmanaged
    {
        DecodeWithMissing<T> decodeWithMissing = (source, destination, flags, out consumed) =>
        {
            Span<NullableLane<TLane>> lanes = Guarded.NewLanes<NullableLane<TLane>>(destination.Length);
            nint written = decode(
                ref MemoryMarshal.GetReference(source), source.Length, ref MemoryMarshal.GetReference(lanes), destination.Length, out nint length);
            foreach (NullableLane<TLane> lane in lanes)
            {
                if (lane.HasValue > 1)
                {
                    throw new KernelFailureException($"{name}: a flag of {lane.HasValue}");
                }
            }

            for (int i = 0; i < Math.Min(written, lanes.Length); i++)
            {
                flags[i] = lanes[i].HasValue;
                destination[i] = Unsafe.BitCast<TLane, T>(lanes[i].Value);
            }

            consumed = (int)length;
            return (int)written;
        };
        return new DecodeKernel<T>(
            name,
            type,
            isSupported,
            takes,
            maxLeft,
            (source, destination, out consumed) =>
            {
                Span<byte> flags = new byte[destination.Length];
                int length = source.Length;
                while (true)
                {
                    int written = decodeWithMissing(source[..length], destination, flags, out consumed);
                    int present = flags[..Math.Min(written, flags.Length)].IndexOf((byte)0);
                    if (present < 0)
                    {
                        return written;
                    }

                    // Only the tokens before the first nil.
                    length = 0;
                    for (int i = 0; i < present; i++)
                    {
                        ScalarDecoder.Decode(source[length..], destination.Slice(i, 1), out int one, out _);
                        length += one;
                    }
                }
            },
            decodeWithMissing,
            maxLeftWithNil ?? maxLeft,
            takesNil);
    }

    private static DecodeKernel<T> NullableInt8Avx512<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        NullableDecode<T, byte>(
            name,
            typeof(Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>),
            Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.IsSupported,
            0,
            TakesInt8<TSignedness>,
            static (ref source, length, ref destination, room, out consumed) =>
                Int8DecoderAvx512<TSignedness, NullableInt8ElementsAvx512>.Decode(
                    ref source, length, ref Unsafe.As<NullableLane<byte>, byte>(ref destination), room, out consumed));

    private static DecodeKernel<T> NullableInt8Vector128<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        NullableDecode<T, byte>(
            name,
            typeof(Int8DecoderVector128<TSignedness, NullableInt8ElementsVector128>),
            Simd128.HasShuffle,
            0,
            TakesInt8<TSignedness>,
            static (ref source, length, ref destination, room, out consumed) =>
                Int8DecoderVector128<TSignedness, NullableInt8ElementsVector128>.Decode(
                    ref source, length, ref Unsafe.As<NullableLane<byte>, byte>(ref destination), room, out consumed));
}
