using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Driver.Kernels;

/// <content>Adapters of encoders: the calls that <see cref="EncodeKernel{T}"/> makes, and whether a kernel that stops early may stop there.</content>
internal static partial class KernelRegistry
{
    private delegate bool HasOthers<T>(ReadOnlySpan<T> values);

    private delegate void EncodeFixedWidth<T>(ReadOnlySpan<T> values, ref byte destination);

    private delegate nint EncodeStretch<TLane>(ref TLane source, nint count, ref byte destination, nint room);

    private delegate bool TryEncodeFixInts<TLane>(ref TLane source, nint count, ref byte destination);

    private delegate nint EncodeTimes(ref ulong source, nint count, ref byte destination, nint room, out nint length);

    private static EncodeKernel<T> Block<T, TLane, TKernel>(string name, bool isSupported)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : IBlockEncoder<TLane> =>
        new EncodeKernel<T>(
            name, typeof(TKernel), isSupported, TKernel.BlockLength, int.MaxValue, true, BlockEncoding.Encode<T, TLane, TKernel>);

    private static EncodeKernel<T> Compress<T, TLane, TKernel>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TKernel : ICompressEncoder<TLane> =>
        new EncodeKernel<T>(
            name, typeof(TKernel), Avx512Vbmi2.IsSupported, 1, int.MaxValue, true, CompressEncoding.Encode<T, TLane, TKernel>);

    /// <summary>
    /// The kernel stops where a vector has a shorter token, or where there is no room, but not at the end of an array that is all of full width. The scalar
    /// kernel goes on from where it stops.
    /// </summary>
    private static EncodeKernel<T> FullWidthStretch<T, TLane, TForm>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TForm : ITokenForm =>
        new EncodeKernel<T>(
            name, typeof(FullWidthEncoderAvx512<TLane, TForm>), Avx512Vbmi.IsSupported, 0, int.MaxValue, true,
            static (values, destination, out read, out written) =>
            {
                int tokenLength = 1 + Unsafe.SizeOf<T>();
                int taken = (int)FullWidthEncoderAvx512<TLane, TForm>.EncodeStretch(
                    ref First<T, TLane>(values), values.Length, ref MemoryMarshal.GetReference(destination), destination.Length);
                int stretch = FullWidthStretch(values);
                int lastRead = stretch - Vector512<TLane>.Count;
                int lastWritten = (destination.Length - Vector512<byte>.Count) / tokenLength;
                bool hasVector = lastRead >= 0 && destination.Length >= Vector512<byte>.Count;
                bool isAll = stretch == values.Length && destination.Length >= values.Length * tokenLength;
                if (taken > stretch || (hasVector && taken <= Math.Min(lastRead, lastWritten)) || (isAll && taken < values.Length))
                {
                    read = written = -1;
                    return OperationStatus.InvalidData;
                }

                return GoOn(values, destination, taken, out read, out written);
            });

    /// <summary>Has the scalar kernel encode what follows the elements of full width that were taken.</summary>
    private static OperationStatus GoOn<T>(ReadOnlySpan<T> values, Span<byte> destination, int taken, out int read, out int written)
    {
        int length = taken * (1 + Unsafe.SizeOf<T>());
        OperationStatus status = ScalarEncoder.Encode(values[taken..], destination[length..], out read, out written);
        read += taken;
        written += length;
        return status;
    }

    /// <summary>How many elements, from the first on, have tokens of full width.</summary>
    private static int FullWidthStretch<T>(ReadOnlySpan<T> values)
    {
        int stretch = 0;
        while (stretch < values.Length && HasFullWidth(values[stretch]))
        {
            stretch++;
        }

        return stretch;
    }

    /// <summary>Whether an element fits no token with a shorter payload, by the ranges of the specification: no kernel is asked about another.</summary>
    private static bool HasFullWidth<T>(T value) => value switch
    {
        short number => number is < sbyte.MinValue or > byte.MaxValue,
        ushort number => number > byte.MaxValue,
        int number => number is < short.MinValue or > ushort.MaxValue,
        uint number => number > ushort.MaxValue,
        long number => number is < int.MinValue or > uint.MaxValue,
        ulong number => number > uint.MaxValue,
        float or double => true,
        _ => throw new NotSupportedException(typeof(T).Name),
    };

    /// <summary>
    /// The kernel takes the elements before the first one that is stored at a multiple of a vector's length, and behind these exactly as many whole groups as
    /// it can: all that a group loads must be elements of full width, and there must be room for them. The scalar kernel goes on from there.
    /// </summary>
    /// <param name="name">Element type and kernel.</param>
    /// <param name="type">The type that has the kernel's code.</param>
    /// <param name="isSupported">Whether it runs in this process.</param>
    /// <param name="groupLength">How many elements a group has, and how many bytes a vector.</param>
    /// <param name="reach">How many elements are loaded for one group.</param>
    /// <param name="minAligned">With fewer elements the first group begins with the first element.</param>
    /// <param name="encode">The kernel.</param>
    private static EncodeKernel<T> Groups<T, TLane>(
        string name, Type type, bool isSupported, int groupLength, int reach, int minAligned, EncodeStretch<TLane> encode)
        where T : unmanaged
        where TLane : unmanaged =>
        new EncodeKernel<T>(name, type, isSupported, 0, int.MaxValue, true, (values, destination, out read, out written) =>
        {
            int tokenLength = 1 + Unsafe.SizeOf<T>();
            int fit = Math.Min(values.Length, destination.Length / tokenLength);
            int stretch = Math.Min(FullWidthStretch(values), fit);
            int before = 0;
            int taken;
            unsafe
            {
                // Pinned, so that the kernel sees the address that is tested here: the collector moves arrays.
                fixed (byte* start = destination)
                {
                    while (fit >= minAligned && ((nint)start + (before * tokenLength)) % groupLength != 0)
                    {
                        before++;
                    }

                    taken = (int)encode(ref First<T, TLane>(values), values.Length, ref MemoryMarshal.GetReference(destination), destination.Length);
                }
            }

            bool right = before + reach > fit ? taken == 0

                // The last elements before the groups are loaded together with the first elements of the groups.
                : before + reach > stretch ? taken == 0 || taken == before
                : taken == before + ((stretch - before - reach + groupLength) / groupLength * groupLength);
            if (!right)
            {
                read = written = -1;
                return OperationStatus.InvalidData;
            }

            return GoOn(values, destination, taken, out read, out written);
        });

    /// <summary>The kernel takes all of an array if it is neither short nor long, its tokens have full width and there is room; otherwise nothing.</summary>
    private static EncodeKernel<T> FullWidthArray<T, TLane, TForm>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TForm : ITokenForm =>
        new EncodeKernel<T>(
            name, typeof(FullWidthEncoderAvx512<TLane, TForm>), Avx512Vbmi.IsSupported, 1, int.MaxValue, true,
            static (values, destination, out read, out written) =>
            {
                bool isTaken = FullWidthEncoderAvx512<TLane, TForm>.IsArrayLength(values.Length) && FullWidthEncoderAvx512<TLane, TForm>.TryEncodeArray(
                    ref First<T, TLane>(values), values.Length, ref MemoryMarshal.GetReference(destination), destination.Length);
                int length = values.Length * (1 + Unsafe.SizeOf<T>());
                bool isWanted =
                    values.Length >= Vector512<TLane>.Count && values.Length < 256 && destination.Length >= length && FullWidthStretch(values) == values.Length;
                if (isTaken != isWanted)
                {
                    read = written = -1;
                    return OperationStatus.InvalidData;
                }

                return GoOn(values, destination, isTaken ? values.Length : 0, out read, out written);
            });

    private static EncodeKernel<T> GroupsAvx2<T, TForm>(string name)
        where T : unmanaged
        where TForm : IFiveByteForm =>
        Groups<T, int>(name, typeof(FullWidthEncoderAvx2<TForm>), HasAvx2, 32, 32, 0, FullWidthEncoderAvx2<TForm>.EncodeGroups);

    private static EncodeKernel<T> GroupsAvx512<T, TLane, TForm>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TForm : ITokenForm
    {
        // The last of a group's vectors is loaded from that element on in which the last of the group's stores begins.
        int tokenLength = 1 + Unsafe.SizeOf<T>();
        int reach = ((tokenLength - 1) * 64 / tokenLength) + (64 / Unsafe.SizeOf<T>());
        return Groups<T, TLane>(
            name, typeof(FullWidthEncoderAvx512<TLane, TForm>), Avx512Vbmi.IsSupported, 64, reach, 0,
            (ref source, count, ref destination, room) =>
                FullWidthEncoderAvx512<TLane, TForm>.EncodeGroups(ref source, Math.Min(count, room / tokenLength), ref destination));
    }

    private static nint SingleGroups(ref uint source, nint count, ref byte destination, nint room) =>
        SingleEncoderVector128.EncodeGroups(ref source, Math.Min(count, room / 5), ref destination);

    private static nint DoubleGroups(ref ulong source, nint count, ref byte destination, nint room) =>
        DoubleEncoderVector128.EncodeGroups(ref source, Math.Min(count, room / 9), ref destination);

    private static nint DoubleGroupsAvx2(ref ulong source, nint count, ref byte destination, nint room) =>
        DoubleEncoderAvx2.EncodeGroups(ref source, Math.Min(count, room / 9), ref destination);

    private static EncodeKernel<T> FixedWidth<T>(string name, Type type, bool isSupported, int minCount, EncodeFixedWidth<T> encode)
        where T : unmanaged =>
        new EncodeKernel<T>(name, type, isSupported, minCount, int.MaxValue, false, (values, destination, out read, out written) =>
        {
            encode(values, ref MemoryMarshal.GetReference(destination));
            read = values.Length;
            written = values.Length * (typeof(T) == typeof(bool) ? 1 : 1 + Unsafe.SizeOf<T>());
            return OperationStatus.Done;
        });

    private static EncodeKernel<T> Short<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        new EncodeKernel<T>(
            name, typeof(BranchFreeIntegerEncoder<TLane, TSignedness>), BitConverter.IsLittleEndian, 0, int.MaxValue, true,
            BranchFreeIntegerEncoder<TLane, TSignedness>.EncodeShort);

    private static EncodeKernel<T> BranchFreeEncoder<T, TLane, TSignedness>(string name)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        new EncodeKernel<T>(
            name, typeof(BranchFreeIntegerEncoder<TLane, TSignedness>), BitConverter.IsLittleEndian, 0, int.MaxValue, true,
            BranchFreeIntegerEncoder<TLane, TSignedness>.Encode);

    private static EncodeKernel<DateTime> TimeBlocks<TKernel>(string name, bool isSupported, int minCount)
        where TKernel : ITimestampEncoder =>
        Times(name, typeof(TKernel), isSupported, minCount, TKernel.BlockLength, TKernel.Room, TimestampEncoding.EncodeBlocks<TKernel>);

    /// <summary>
    /// The kernel stops at a block in which a time is local, too late for it or (for vectors) before 1970, and where there is too little room for a block, but
    /// nowhere else. The scalar kernel then encodes the next time, or all that are left if they are too few for the kernel.
    /// </summary>
    private static EncodeKernel<DateTime> Times(string name, Type type, bool isSupported, int minCount, int blockLength, int blockRoom, EncodeTimes encode)
    {
        DateTime firstTaken = type == typeof(TimestampEncoder) ? DateTime.MinValue : DateTime.UnixEpoch;
        DateTime lastTaken = type == typeof(TimestampEncoder)
            ? DateTime.MaxValue
            : new DateTime(DateTime.UnixEpoch.Ticks + (type == typeof(TimestampEncoderAvx2) ? 1L << 57 : TimeSpan.TicksPerSecond << 34) - 1);
        return new EncodeKernel<DateTime>(name, type, isSupported, minCount, int.MaxValue, true, (values, destination, out read, out written) =>
        {
            read = written = 0;
            OperationStatus status = OperationStatus.Done;
            while (read < values.Length && status == OperationStatus.Done)
            {
                ReadOnlySpan<DateTime> rest = values[read..];
                int one = rest.Length;
                if (rest.Length >= minCount)
                {
                    int room = destination.Length - written;
                    read += (int)encode(ref First<DateTime, ulong>(rest), rest.Length, ref MemoryMarshal.GetReference(destination[written..]), room, out nint length);
                    written += (int)length;
                    rest = values[read..];
                    one = Math.Min(1, rest.Length);
                    bool isTaken = true;
                    foreach (DateTime time in rest[..Math.Min(blockLength, rest.Length)])
                    {
                        isTaken &= time.Kind != DateTimeKind.Local && time >= firstTaken && time <= lastTaken;
                    }

                    if (isTaken && !rest.IsEmpty && destination.Length - written >= blockRoom)
                    {
                        read = written = -1;
                        return OperationStatus.InvalidData;
                    }
                }

                status = ScalarEncoder.Encode(rest[..one], destination[written..], out int few, out int bytes);
                read += few;
                written += bytes;
            }

            return status;
        });
    }

    private static EncodeKernel<T> ScalarEncoderOf<T>(string name)
        where T : unmanaged =>
        new EncodeKernel<T>(name, typeof(ScalarEncoder), true, 0, int.MaxValue, true, ScalarEncoder.Encode);

    private static EncodeKernel<T> FixIntWords<T, TSignedness>(string name, HasOthers<T> hasOthers)
        where T : unmanaged
        where TSignedness : ISignedness =>
        OnlyFixInts<T, sbyte>(
            name,
            typeof(Int8WordEncoder),
            BitConverter.IsLittleEndian,
            Int8WordEncoder.MinCount,
            2 * sizeof(ulong),
            Int8WordEncoder.TryEncodeFixInts<TSignedness>,
            hasOthers);

    private static EncodeKernel<T> FixInts<T, TLane, TSignedness>(string name, HasOthers<T> hasOthers)
        where T : unmanaged
        where TLane : unmanaged
        where TSignedness : ISignedness =>
        OnlyFixInts<T, TLane>(
            name,
            typeof(FewFixIntsEncoderVector128<TLane, TSignedness>),
            Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian,
            FewFixIntsEncoderVector128<TLane, TSignedness>.MinCount,
            FewFixIntsEncoderVector128<TLane, TSignedness>.MaxCount,
            FewFixIntsEncoderVector128<TLane, TSignedness>.TryEncode,
            hasOthers);

    /// <summary>A kernel that refuses elements that are not all fixints; it must refuse nothing else.</summary>
    private static EncodeKernel<T> OnlyFixInts<T, TLane>(
        string name, Type type, bool isSupported, int minCount, int maxCount, TryEncodeFixInts<TLane> tryEncode, HasOthers<T> hasOthers)
        where T : unmanaged
        where TLane : unmanaged =>
        new EncodeKernel<T>(
            name, type, isSupported, minCount, maxCount, false,
            (values, destination, out read, out written) =>
            {
                if (!tryEncode(ref First<T, TLane>(values), values.Length, ref MemoryMarshal.GetReference(destination)))
                {
                    return hasOthers(values)
                        ? ScalarEncoder.Encode(values, destination, out read, out written)
                        : throw new KernelFailureException($"{name} refused fixints");
                }

                read = written = values.Length;
                return OperationStatus.Done;
            });

    private static EncodeKernel<T> FewInt8<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        new EncodeKernel<T>(
            name,
            typeof(Int8FewEncoderVector128<TSignedness>),
            Int8FewEncoderVector128<TSignedness>.IsSupported,
            Int8FewEncoderVector128<TSignedness>.MinCount,
            Int8FewEncoderVector128<TSignedness>.MaxCount,
            false,
            (values, destination, out read, out written) =>
            {
                read = values.Length;
                written = Int8FewEncoderVector128<TSignedness>.Encode(
                    ref First<T, sbyte>(values), values.Length, ref MemoryMarshal.GetReference(destination));
                return OperationStatus.Done;
            },
            Int8FewEncoderVector128<TSignedness>.Room);
}
