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
            name, typeof(NullableBlockEncoder<TLane, TBlock>), NullableBlockEncoder<TLane, TBlock>.IsSupported, TBlock.Room, NullableBlockEncoder<TLane, TBlock>.Encode);

    /// <summary>The last of an odd number of elements is left to the scalar kernel.</summary>
    private static EncodeKernel<T> NullableFloats<T, TLane>(string name)
        where T : unmanaged
        where TLane : unmanaged =>
        NullableEncode<T, TLane>(
            name, typeof(NullableFloatEncoderVector128<TLane>), NullableFloatEncoderVector128<TLane>.IsSupported, NullableFloatEncoderVector128<TLane>.Room, NullableFloatEncoderVector128<TLane>.Encode, maxLeft: 1);

    private static EncodeKernel<T> NullableAvx512<T, TLane, TLayout>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TLayout : INullableLayout<TLane> =>
        NullableEncode<T, TLane>(
            name, typeof(NullableEncoderAvx512<TLane, TLayout>), NullableEncoderAvx512<TLane, TLayout>.IsSupported, 64, NullableEncoderAvx512<TLane, TLayout>.Encode);

    /// <summary>
    /// All elements are present here; with missing ones between them, <c>NullableChecks</c> checks the codec. The scalar kernel encodes what this kernel is not
    /// made for, and what it has too little room for.
    /// </summary>
    private static EncodeKernel<T> NullableEncode<T, TLane>(string name, Type type, bool isSupported, int enoughRoom, EncodeNullable<TLane> encode, int maxLeft = 0)
        where T : unmanaged
        where TLane : unmanaged =>
        new EncodeKernel<T>(name, type, isSupported, 0, int.MaxValue, true, (values, destination, out read, out written) =>
        {
            Span<NullableLane<TLane>> lanes = Guarded.NewLanes<NullableLane<TLane>>(values.Length);
            for (int i = 0; i < values.Length; i++)
            {
                lanes[i] = new NullableLane<TLane> { HasValue = 1, Value = Unsafe.BitCast<T, TLane>(values[i]) };
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
                if (read < values.Length - maxLeft && typeof(T) != typeof(DateTime) && destination.Length - written >= enoughRoom)
                {
                    throw new KernelFailureException($"{name} stopped at {read} of {values.Length}");
                }

                status = ScalarEncoder.Encode(values.Slice(read, Math.Min(1, values.Length - read)), destination[written..], out int one, out int bytes);
                read += one;
                written += bytes;
            }

            return status;
        });

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
            });

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
            });

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

    /// <summary>Decodes up to the first nil, at which other decoders stop; <c>NullableChecks</c> checks what comes behind it.</summary>
    private static DecodeKernel<T> NullableDecode<T, TLane>(string name, Type type, bool isSupported, int maxLeft, TakesToken takes, DecodeNullable<TLane> decode)
        where T : unmanaged
        where TLane : unmanaged =>
        new DecodeKernel<T>(name, type, isSupported, takes, maxLeft, (source, destination, out consumed) =>
        {
            Span<NullableLane<TLane>> lanes = Guarded.NewLanes<NullableLane<TLane>>(destination.Length);
            int nil = source.Length;
            while (true)
            {
                nint written = decode(ref MemoryMarshal.GetReference(source), nil, ref MemoryMarshal.GetReference(lanes), destination.Length, out nint length);
                foreach (NullableLane<TLane> lane in lanes)
                {
                    if (lane.HasValue > 1)
                    {
                        throw new InvalidOperationException($"{name}: a flag of {lane.HasValue}");
                    }
                }

                nint first = 0;
                while (first < written && lanes[(int)first].HasValue == 1)
                {
                    destination[(int)first] = Unsafe.BitCast<TLane, T>(lanes[(int)first].Value);
                    first++;
                }

                if (first == written)
                {
                    consumed = (int)length;
                    return (int)written;
                }

                // The tokens before the first nil.
                int start = 0;
                for (nint i = 0; i < first; i++)
                {
                    ScalarDecoder.Decode(source[start..], destination.Slice((int)i, 1), out int one, out _);
                    start += one;
                }

                nil = start;
            }
        });

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
