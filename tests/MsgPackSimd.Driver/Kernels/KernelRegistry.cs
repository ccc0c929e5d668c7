using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Elements;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>
/// Every kernel of the codec by name: this is the one place to add a new one to. A test fails as long as a type under
/// <c>MsgPackSimd.Codec.Kernels</c> with "Encoder" or "Decoder" in its name is not here.
/// </summary>
/// <remarks>
/// <list type="bullet">
/// <item>An encoder of integers (<see cref="IBlockEncoder{TLane}"/>): a <c>Block</c> line for each element type that it serves. Its loops are
/// checked with it.</item>
/// <item>One with AVX-512 VBMI2 (<see cref="ICompressEncoder{TLane}"/>): a <c>Compress</c> line.</item>
/// <item>An encoder whose tokens have one length: a <c>FixedWidth</c> line, with the least number of elements that it may be called with.</item>
/// <item>A decoder of stretches of one token form: a <c>Stretch</c> line, with the token's first bytes and length, and with how many such tokens
/// it may leave at the end of a stretch (its step, less one, as a rule).</item>
/// <item>Anything else: an <see cref="EncodeKernel{T}"/> or <see cref="DecodeKernel{T}"/> with an adapter of its own.</item>
/// </list>
/// The name is the element type and the kernel. No LINQ and no reflection here: the arm64 emulation has neither.
/// </remarks>
internal static class KernelRegistry
{
    public static IReadOnlyList<Kernel> All { get; } = Create();

    private static bool HasAvx2 => Avx2.IsSupported;

    private static bool HasVectors => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    private static Kernel[] Create() =>
    [
        // ---- Encode: blocks of integers ---------------------------------------------------------------------------------------------------
        Block<sbyte, sbyte, Int8EncoderVector128<Signed>>("sbyte Int8EncoderVector128", Simd128.HasShuffle),
        Block<byte, sbyte, Int8EncoderVector128<Unsigned>>("byte Int8EncoderVector128", Simd128.HasShuffle),
        Block<sbyte, sbyte, Int8EncoderAvx2<Signed>>("sbyte Int8EncoderAvx2", HasAvx2),
        Block<byte, sbyte, Int8EncoderAvx2<Unsigned>>("byte Int8EncoderAvx2", HasAvx2),
        Compress<sbyte, sbyte, Int8EncoderAvx512<Signed>>("sbyte Int8EncoderAvx512"),
        Compress<byte, sbyte, Int8EncoderAvx512<Unsigned>>("byte Int8EncoderAvx512"),
        Block<short, short, Int16EncoderVector128<Signed>>("short Int16EncoderVector128", Simd128.HasShuffle),
        Block<short, short, Int16EncoderAvx2<Signed>>("short Int16EncoderAvx2", HasAvx2),
        Compress<short, short, Int16EncoderAvx512<Signed>>("short Int16EncoderAvx512"),
        Block<ushort, short, Int16EncoderVector128<Unsigned>>("ushort Int16EncoderVector128", Simd128.HasShuffle),
        Block<ushort, short, Int16EncoderAvx2<Unsigned>>("ushort Int16EncoderAvx2", HasAvx2),
        Compress<ushort, short, Int16EncoderAvx512<Unsigned>>("ushort Int16EncoderAvx512"),
        Block<char, short, Int16EncoderVector128<Unsigned>>("char Int16EncoderVector128", Simd128.HasShuffle),
        Block<char, short, Int16EncoderAvx2<Unsigned>>("char Int16EncoderAvx2", HasAvx2),
        Compress<char, short, Int16EncoderAvx512<Unsigned>>("char Int16EncoderAvx512"),
        Block<int, int, Int32EncoderVector128<Signed>>("int Int32EncoderVector128", Simd128.HasShuffle),
        Block<int, int, Int32EncoderAvx2<Signed>>("int Int32EncoderAvx2", HasAvx2),
        Compress<int, int, Int32EncoderAvx512<Signed>>("int Int32EncoderAvx512"),
        Block<uint, int, Int32EncoderVector128<Unsigned>>("uint Int32EncoderVector128", Simd128.HasShuffle),
        Block<uint, int, Int32EncoderAvx2<Unsigned>>("uint Int32EncoderAvx2", HasAvx2),
        Compress<uint, int, Int32EncoderAvx512<Unsigned>>("uint Int32EncoderAvx512"),
        Block<long, long, Int64EncoderVector128<Signed>>("long Int64EncoderVector128", Simd128.HasShuffle),
        Block<long, long, Int64EncoderAvx2<Signed>>("long Int64EncoderAvx2", HasAvx2),
        Compress<long, long, Int64EncoderAvx512<Signed>>("long Int64EncoderAvx512"),
        Block<ulong, long, Int64EncoderVector128<Unsigned>>("ulong Int64EncoderVector128", Simd128.HasShuffle),
        Block<ulong, long, Int64EncoderAvx2<Unsigned>>("ulong Int64EncoderAvx2", HasAvx2),
        Compress<ulong, long, Int64EncoderAvx512<Unsigned>>("ulong Int64EncoderAvx512"),

        // ---- Encode: tokens of one length -------------------------------------------------------------------------------------------------
        FixedWidth<float>(
            "float SingleEncoderVector128", typeof(SingleEncoderVector128), Simd128.HasShuffle, SingleEncoderVector128.MinCount,
            static (values, ref destination) => SingleEncoderVector128.Encode(ref First<float, uint>(values), values.Length, ref destination)),
        FixedWidth<float>(
            "float SingleEncoderAvx2", typeof(SingleEncoderAvx2), HasAvx2, SingleEncoderAvx2.MinCount,
            static (values, ref destination) => SingleEncoderAvx2.Encode(ref First<float, uint>(values), values.Length, ref destination)),
        FixedWidth<double>(
            "double DoubleEncoderVector128", typeof(DoubleEncoderVector128), Simd128.HasShuffle, DoubleEncoderVector128.MinCount,
            static (values, ref destination) => DoubleEncoderVector128.Encode(ref First<double, ulong>(values), 0, values.Length, ref destination)),
        FixedWidth<double>(
            "double DoubleEncoderAvx2", typeof(DoubleEncoderAvx2), HasAvx2, DoubleEncoderAvx2.MinCount,
            static (values, ref destination) => DoubleEncoderAvx2.Encode(ref First<double, ulong>(values), values.Length, ref destination)),
        FixedWidth<float>(
            "float FullWidthEncoderAvx512", typeof(FullWidthEncoderAvx512<uint, SingleForm>), Avx512Vbmi.IsSupported, 0,
            static (values, ref destination) => FullWidthEncoderAvx512<uint, SingleForm>.EncodeAll(
                ref First<float, uint>(values), values.Length, ref destination)),
        FixedWidth<double>(
            "double FullWidthEncoderAvx512", typeof(FullWidthEncoderAvx512<ulong, DoubleForm>), Avx512Vbmi.IsSupported, 0,
            static (values, ref destination) => FullWidthEncoderAvx512<ulong, DoubleForm>.EncodeAll(
                ref First<double, ulong>(values), values.Length, ref destination)),
        FixedWidth<bool>(
            "bool BooleanEncoderVector128", typeof(BooleanEncoderVector128), HasVectors, BooleanEncoderVector128.MinCount,
            static (values, ref destination) => BooleanEncoderVector128.Encode(ref First<bool, byte>(values), values.Length, ref destination)),
        FixedWidth<bool>(
            "bool BooleanEncoderAvx2", typeof(BooleanEncoderAvx2), HasAvx2, BooleanEncoderAvx2.MinCount,
            static (values, ref destination) => BooleanEncoderAvx2.Encode(ref First<bool, byte>(values), values.Length, ref destination)),

        // ---- Encode: stretches of integers whose tokens have full width ---------------------------------------------------------------------
        FullWidthStretch<short, short, Int16Form<Signed>>("short FullWidthEncoderAvx512"),
        FullWidthStretch<ushort, short, Int16Form<Unsigned>>("ushort FullWidthEncoderAvx512"),
        FullWidthStretch<int, int, Int32Form<Signed>>("int FullWidthEncoderAvx512"),
        FullWidthStretch<uint, int, Int32Form<Unsigned>>("uint FullWidthEncoderAvx512"),
        FullWidthStretch<long, long, Int64Form<Signed>>("long FullWidthEncoderAvx512"),
        FullWidthStretch<ulong, long, Int64Form<Unsigned>>("ulong FullWidthEncoderAvx512"),
        FullWidthArray<short, short, Int16Form<Signed>>("short FullWidthEncoderAvx512, arrays"),
        FullWidthArray<ushort, short, Int16Form<Unsigned>>("ushort FullWidthEncoderAvx512, arrays"),
        FullWidthArray<int, int, Int32Form<Signed>>("int FullWidthEncoderAvx512, arrays"),
        FullWidthArray<uint, int, Int32Form<Unsigned>>("uint FullWidthEncoderAvx512, arrays"),
        FullWidthArray<long, long, Int64Form<Signed>>("long FullWidthEncoderAvx512, arrays"),
        FullWidthArray<ulong, long, Int64Form<Unsigned>>("ulong FullWidthEncoderAvx512, arrays"),

        // ---- Encode: groups of tokens of full width, as many as take whole vectors ----------------------------------------------------------
        Groups<float, uint>("float SingleEncoderVector128, groups", typeof(SingleEncoderVector128), Simd128.HasShuffle, 16, 16, 128, SingleGroups),
        Groups<double, ulong>("double DoubleEncoderVector128, groups", typeof(DoubleEncoderVector128), Simd128.HasShuffle, 8, 8, 128, DoubleGroups),
        GroupsAvx2<float, SingleForm>("float FullWidthEncoderAvx2"),
        GroupsAvx2<int, Int32Form<Signed>>("int FullWidthEncoderAvx2"),
        GroupsAvx2<uint, Int32Form<Unsigned>>("uint FullWidthEncoderAvx2"),
        GroupsAvx512<float, uint, SingleForm>("float FullWidthEncoderAvx512, groups"),
        GroupsAvx512<double, ulong, DoubleForm>("double FullWidthEncoderAvx512, groups"),
        GroupsAvx512<short, short, Int16Form<Signed>>("short FullWidthEncoderAvx512, groups"),
        GroupsAvx512<ushort, short, Int16Form<Unsigned>>("ushort FullWidthEncoderAvx512, groups"),
        GroupsAvx512<int, int, Int32Form<Signed>>("int FullWidthEncoderAvx512, groups"),
        GroupsAvx512<uint, int, Int32Form<Unsigned>>("uint FullWidthEncoderAvx512, groups"),
        GroupsAvx512<long, long, Int64Form<Signed>>("long FullWidthEncoderAvx512, groups"),
        GroupsAvx512<ulong, long, Int64Form<Unsigned>>("ulong FullWidthEncoderAvx512, groups"),

        // ---- Encode: times ----------------------------------------------------------------------------------------------------------------
        Times("DateTime TimestampEncoder", typeof(TimestampEncoder), BitConverter.IsLittleEndian, 0, 1, TimestampEncoder.Timestamp96Length, TimestampEncoder.Encode),
        TimeBlocks<TimestampEncoderAvx2>("DateTime TimestampEncoderAvx2", HasAvx2, TimestampEncoderAvx2.BlockLength),
        TimeBlocks<TimestampEncoderAvx512>("DateTime TimestampEncoderAvx512", TimestampEncoderAvx512.IsSupported, 1),

        // ---- Encode: elements that may be missing -------------------------------------------------------------------------------------------
        NullableEncoderOf<sbyte, sbyte, NullableInteger<sbyte, Signed>>("sbyte NullableEncoder"),
        NullableEncoderOf<byte, sbyte, NullableInteger<sbyte, Unsigned>>("byte NullableEncoder"),
        NullableEncoderOf<short, short, NullableInteger<short, Signed>>("short NullableEncoder"),
        NullableEncoderOf<int, int, NullableInteger<int, Signed>>("int NullableEncoder"),
        NullableEncoderOf<long, long, NullableInteger<long, Signed>>("long NullableEncoder"),
        NullableEncoderOf<ushort, short, NullableInteger<short, Unsigned>>("ushort NullableEncoder"),
        NullableEncoderOf<uint, int, NullableInteger<int, Unsigned>>("uint NullableEncoder"),
        NullableEncoderOf<ulong, long, NullableInteger<long, Unsigned>>("ulong NullableEncoder"),
        NullableEncoderOf<char, short, NullableInteger<short, Unsigned>>("char NullableEncoder"),
        NullableEncoderOf<float, uint, NullableFloat<uint>>("float NullableEncoder"),
        NullableEncoderOf<double, ulong, NullableFloat<ulong>>("double NullableEncoder"),
        NullableEncoderOf<bool, byte, NullableBoolean>("bool NullableEncoder"),
        NullableEncoderOf<DateTime, ulong, NullableTimestamp>("DateTime NullableEncoder"),
        NullableFloats<float, uint>("float NullableFloatEncoderVector128"),
        NullableFloats<double, ulong>("double NullableFloatEncoderVector128"),
        NullableEncode<bool, byte>("bool NullableBooleanEncoderVector128", typeof(NullableBooleanEncoderVector128), HasVectors, int.MaxValue, EncodeNullableBooleans),
        NullableBlocks<sbyte, sbyte, NullableInt8BlockVector128<Signed>>("sbyte NullableInt8BlockVector128"),
        NullableBlocks<byte, sbyte, NullableInt8BlockVector128<Unsigned>>("byte NullableInt8BlockVector128"),
        NullableBlocks<short, short, NullableIntegerBlockVector128<short, Signed>>("short NullableIntegerBlockVector128"),
        NullableBlocks<int, int, NullableIntegerBlockVector128<int, Signed>>("int NullableIntegerBlockVector128"),
        NullableBlocks<long, long, NullableIntegerBlockVector128<long, Signed>>("long NullableIntegerBlockVector128"),
        NullableBlocks<ushort, short, NullableIntegerBlockVector128<short, Unsigned>>("ushort NullableIntegerBlockVector128"),
        NullableBlocks<uint, int, NullableIntegerBlockVector128<int, Unsigned>>("uint NullableIntegerBlockVector128"),
        NullableBlocks<ulong, long, NullableIntegerBlockVector128<long, Unsigned>>("ulong NullableIntegerBlockVector128"),
        NullableBlocks<char, short, NullableIntegerBlockVector128<short, Unsigned>>("char NullableIntegerBlockVector128"),
        NullableBlocks<short, short, NullableIntegerBlockAvx2<short, Signed>>("short NullableIntegerBlockAvx2"),
        NullableBlocks<int, int, NullableIntegerBlockAvx2<int, Signed>>("int NullableIntegerBlockAvx2"),
        NullableBlocks<long, long, NullableIntegerBlockAvx2<long, Signed>>("long NullableIntegerBlockAvx2"),
        NullableBlocks<ushort, short, NullableIntegerBlockAvx2<short, Unsigned>>("ushort NullableIntegerBlockAvx2"),
        NullableBlocks<uint, int, NullableIntegerBlockAvx2<int, Unsigned>>("uint NullableIntegerBlockAvx2"),
        NullableBlocks<ulong, long, NullableIntegerBlockAvx2<long, Unsigned>>("ulong NullableIntegerBlockAvx2"),
        NullableBlocks<char, short, NullableIntegerBlockAvx2<short, Unsigned>>("char NullableIntegerBlockAvx2"),
        NullableAvx512<sbyte, sbyte, NullableIntegerLayout<sbyte, Int8EncoderAvx512<Signed>>>("sbyte NullableEncoderAvx512"),
        NullableAvx512<byte, sbyte, NullableIntegerLayout<sbyte, Int8EncoderAvx512<Unsigned>>>("byte NullableEncoderAvx512"),
        NullableAvx512<short, short, NullableIntegerLayout<short, Int16EncoderAvx512<Signed>>>("short NullableEncoderAvx512"),
        NullableAvx512<int, int, NullableIntegerLayout<int, Int32EncoderAvx512<Signed>>>("int NullableEncoderAvx512"),
        NullableAvx512<long, long, NullableIntegerLayout<long, Int64EncoderAvx512<Signed>>>("long NullableEncoderAvx512"),
        NullableAvx512<ushort, short, NullableIntegerLayout<short, Int16EncoderAvx512<Unsigned>>>("ushort NullableEncoderAvx512"),
        NullableAvx512<uint, int, NullableIntegerLayout<int, Int32EncoderAvx512<Unsigned>>>("uint NullableEncoderAvx512"),
        NullableAvx512<ulong, long, NullableIntegerLayout<long, Int64EncoderAvx512<Unsigned>>>("ulong NullableEncoderAvx512"),
        NullableAvx512<char, short, NullableIntegerLayout<short, Int16EncoderAvx512<Unsigned>>>("char NullableEncoderAvx512"),
        NullableAvx512<float, uint, NullableFloatLayout<uint>>("float NullableEncoderAvx512"),
        NullableAvx512<double, ulong, NullableFloatLayout<ulong>>("double NullableEncoderAvx512"),

        // ---- Encode: without vectors ------------------------------------------------------------------------------------------------------
        BranchFreeEncoder<sbyte, sbyte, Signed>("sbyte BranchFreeIntegerEncoder"),
        BranchFreeEncoder<byte, sbyte, Unsigned>("byte BranchFreeIntegerEncoder"),
        BranchFreeEncoder<short, short, Signed>("short BranchFreeIntegerEncoder"),
        BranchFreeEncoder<int, int, Signed>("int BranchFreeIntegerEncoder"),
        BranchFreeEncoder<long, long, Signed>("long BranchFreeIntegerEncoder"),
        BranchFreeEncoder<ushort, short, Unsigned>("ushort BranchFreeIntegerEncoder"),
        BranchFreeEncoder<uint, int, Unsigned>("uint BranchFreeIntegerEncoder"),
        BranchFreeEncoder<ulong, long, Unsigned>("ulong BranchFreeIntegerEncoder"),
        BranchFreeEncoder<char, short, Unsigned>("char BranchFreeIntegerEncoder"),
        Short<sbyte, sbyte, Signed>("sbyte BranchFreeIntegerEncoder, short"),
        Short<byte, sbyte, Unsigned>("byte BranchFreeIntegerEncoder, short"),
        Short<short, short, Signed>("short BranchFreeIntegerEncoder, short"),
        Short<int, int, Signed>("int BranchFreeIntegerEncoder, short"),
        Short<long, long, Signed>("long BranchFreeIntegerEncoder, short"),
        Short<ushort, short, Unsigned>("ushort BranchFreeIntegerEncoder, short"),
        Short<uint, int, Unsigned>("uint BranchFreeIntegerEncoder, short"),
        Short<ulong, long, Unsigned>("ulong BranchFreeIntegerEncoder, short"),
        Short<char, short, Unsigned>("char BranchFreeIntegerEncoder, short"),
        FixIntWords<sbyte, Signed>("sbyte Int8WordEncoder", static values => values.ContainsAnyInRange((sbyte)-128, (sbyte)-33)),
        FixIntWords<byte, Unsigned>("byte Int8WordEncoder", static values => values.ContainsAnyInRange((byte)128, (byte)255)),
        ScalarEncoderOf<sbyte>("sbyte ScalarEncoder"),
        ScalarEncoderOf<byte>("byte ScalarEncoder"),
        ScalarEncoderOf<short>("short ScalarEncoder"),
        ScalarEncoderOf<int>("int ScalarEncoder"),
        ScalarEncoderOf<long>("long ScalarEncoder"),
        ScalarEncoderOf<ushort>("ushort ScalarEncoder"),
        ScalarEncoderOf<uint>("uint ScalarEncoder"),
        ScalarEncoderOf<ulong>("ulong ScalarEncoder"),
        ScalarEncoderOf<float>("float ScalarEncoder"),
        ScalarEncoderOf<double>("double ScalarEncoder"),
        ScalarEncoderOf<bool>("bool ScalarEncoder"),
        ScalarEncoderOf<char>("char ScalarEncoder"),
        ScalarEncoderOf<DateTime>("DateTime ScalarEncoder"),
        ScalarEncoderOf<Half>("Half ScalarEncoder"),
        ScalarEncoderOf<TimeSpan>("TimeSpan ScalarEncoder"),

        // ---- Decode: fixints --------------------------------------------------------------------------------------------------------------
        FixIntVector128<sbyte, sbyte, Signed>("sbyte FixIntDecoderVector128"),
        FixIntVector128<byte, sbyte, Unsigned>("byte FixIntDecoderVector128"),
        FixIntVector128<short, short, Signed>("short FixIntDecoderVector128"),
        FixIntVector128<int, int, Signed>("int FixIntDecoderVector128"),
        FixIntVector128<long, long, Signed>("long FixIntDecoderVector128"),
        FixIntVector128<ushort, short, Unsigned>("ushort FixIntDecoderVector128"),
        FixIntVector128<uint, int, Unsigned>("uint FixIntDecoderVector128"),
        FixIntVector128<ulong, long, Unsigned>("ulong FixIntDecoderVector128"),
        FewFixInts<sbyte, sbyte, Signed>("sbyte FixIntDecoderVector128, few"),
        FewFixInts<byte, sbyte, Unsigned>("byte FixIntDecoderVector128, few"),
        FewFixInts<short, short, Signed>("short FixIntDecoderVector128, few"),
        FewFixInts<int, int, Signed>("int FixIntDecoderVector128, few"),
        FewFixInts<long, long, Signed>("long FixIntDecoderVector128, few"),
        FewFixInts<ushort, short, Unsigned>("ushort FixIntDecoderVector128, few"),
        FewFixInts<uint, int, Unsigned>("uint FixIntDecoderVector128, few"),
        FewFixInts<ulong, long, Unsigned>("ulong FixIntDecoderVector128, few"),
        FixIntAvx2<sbyte, sbyte, Signed>("sbyte FixIntDecoderAvx2"),
        FixIntAvx2<byte, sbyte, Unsigned>("byte FixIntDecoderAvx2"),
        FixIntAvx2<short, short, Signed>("short FixIntDecoderAvx2"),
        FixIntAvx2<int, int, Signed>("int FixIntDecoderAvx2"),
        FixIntAvx2<long, long, Signed>("long FixIntDecoderAvx2"),
        FixIntAvx2<ushort, short, Unsigned>("ushort FixIntDecoderAvx2"),
        FixIntAvx2<uint, int, Unsigned>("uint FixIntDecoderAvx2"),
        FixIntAvx2<ulong, long, Unsigned>("ulong FixIntDecoderAvx2"),

        // ---- Decode: tokens of full width -------------------------------------------------------------------------------------------------
        FullWidthVector128<short, short, Int16Form<Signed>>("short FullWidthDecoderVector128", 7),
        FullWidthVector128<ushort, short, Int16Form<Unsigned>>("ushort FullWidthDecoderVector128", 7),
        FullWidthVector128<int, int, Int32Form<Signed>>("int FullWidthDecoderVector128", 4),
        FullWidthVector128<uint, int, Int32Form<Unsigned>>("uint FullWidthDecoderVector128", 4),
        FullWidthVector128<long, long, Int64Form<Signed>>("long FullWidthDecoderVector128", 2),
        FullWidthVector128<ulong, long, Int64Form<Unsigned>>("ulong FullWidthDecoderVector128", 2),
        FullWidthVector128<float, uint, SingleForm>("float FullWidthDecoderVector128", 4),
        FullWidthVector128<double, ulong, DoubleForm>("double FullWidthDecoderVector128", 2),
        FullWidthAvx2<short, short, Int16Form<Signed>>("short FullWidthDecoderAvx2", 12),
        FullWidthAvx2<ushort, short, Int16Form<Unsigned>>("ushort FullWidthDecoderAvx2", 12),
        FullWidthAvx2<int, int, Int32Form<Signed>>("int FullWidthDecoderAvx2", 7),
        FullWidthAvx2<uint, int, Int32Form<Unsigned>>("uint FullWidthDecoderAvx2", 7),
        FullWidthAvx2<long, long, Int64Form<Signed>>("long FullWidthDecoderAvx2", 4),
        FullWidthAvx2<ulong, long, Int64Form<Unsigned>>("ulong FullWidthDecoderAvx2", 4),
        FullWidthAvx2<float, uint, SingleForm>("float FullWidthDecoderAvx2", 7),
        FullWidthAvx2<double, ulong, DoubleForm>("double FullWidthDecoderAvx2", 4),

        // ---- Decode: bools ----------------------------------------------------------------------------------------------------------------
        Stretch<bool, byte>(
            "bool BooleanDecoderVector128", typeof(BooleanDecoderVector128), HasVectors, 1, 15, static (_, _) => true,
            static (ref source, length, ref destination, room) => BooleanDecoderVector128.Decode(ref source, Math.Min(length, room), ref destination)),
        Stretch<bool, byte>(
            "bool BooleanDecoderAvx2", typeof(BooleanDecoderAvx2), HasAvx2, 1, BooleanDecoderAvx2.MinCount - 1, static (_, _) => true,
            static (ref source, length, ref destination, room) => Math.Min(length, room) < BooleanDecoderAvx2.MinCount
                ? 0
                : BooleanDecoderAvx2.Decode(ref source, Math.Min(length, room), ref destination)),

        // ---- Decode: timestamps -----------------------------------------------------------------------------------------------------------
        Timestamps("DateTime TimestampDecoder", static (code, length) => code is 0xd6 or 0xd7 || (code == 0xc7 && length == 15), 0, TimestampDecoder.Decode),
        Stretch<DateTime, ulong>(
            "DateTime TimestampDecoderAvx2, 6 bytes", typeof(TimestampDecoderAvx2), HasAvx2, 6, 4, static (code, _) => code == 0xd6, TimestampDecoderAvx2.DecodeTimestamp32),
        Stretch<DateTime, ulong>(
            "DateTime TimestampDecoderAvx2, 10 bytes", typeof(TimestampDecoderAvx2), HasAvx2, 10, 4, static (code, _) => code == 0xd7, TimestampDecoderAvx2.DecodeTimestamp64),

        // ---- Decode: elements that may be missing -------------------------------------------------------------------------------------------
        NullableDecoderOf<sbyte, sbyte, NullableInteger<sbyte, Signed>>("sbyte NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<byte, sbyte, NullableInteger<sbyte, Unsigned>>("byte NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<short, short, NullableInteger<short, Signed>>("short NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<int, int, NullableInteger<int, Signed>>("int NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<long, long, NullableInteger<long, Signed>>("long NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<ushort, short, NullableInteger<short, Unsigned>>("ushort NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<uint, int, NullableInteger<int, Unsigned>>("uint NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<ulong, long, NullableInteger<long, Unsigned>>("ulong NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<char, short, NullableInteger<short, Unsigned>>("char NullableDecoder", 8, static (_, _) => true),
        NullableDecoderOf<float, uint, NullableFloat<uint>>("float NullableDecoder", 0, static (code, _) => code == 0xca),
        NullableDecoderOf<double, ulong, NullableFloat<ulong>>("double NullableDecoder", 0, static (code, _) => code == 0xcb),
        NullableDecoderOf<bool, byte, NullableBoolean>("bool NullableDecoder", 0, static (_, _) => true),
        NullableDecoderOf<DateTime, ulong, NullableTimestamp>("DateTime NullableDecoder", 1, static (code, _) => code is 0xd6 or 0xd7),
        NullableDecode<bool, byte>(
            "bool NullableBooleanDecoderVector128", typeof(NullableBooleanDecoderVector128), HasVectors,
            NullableBooleanDecoderVector128.BlockLength - 1, static (_, _) => true, DecodeNullableBooleans),
        NullableScan<short, short, NullableIntegerScan<short, Signed>>("short LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(short)),
        NullableScan<int, int, NullableIntegerScan<int, Signed>>("int LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(int)),
        NullableScan<long, long, NullableIntegerScan<long, Signed>>("long LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(long)),
        NullableScan<ushort, short, NullableIntegerScan<short, Unsigned>>("ushort LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(short)),
        NullableScan<uint, int, NullableIntegerScan<int, Unsigned>>("uint LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(int)),
        NullableScan<ulong, long, NullableIntegerScan<long, Unsigned>>("ulong LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(long)),
        NullableScan<char, short, NullableIntegerScan<short, Unsigned>>("char LengthScanDecoderVector128, nullable", static (_, length) => length <= 1 + sizeof(short)),
        NullableScan<float, uint, NullableFloatScan<uint>>("float LengthScanDecoderVector128, nullable", static (code, _) => code == 0xca),
        NullableScan<double, ulong, NullableFloatScan<ulong>>("double LengthScanDecoderVector128, nullable", static (code, _) => code == 0xcb),
        NullableFloatDecoderOf<float, uint>("float NullableFloatDecoder", 4, static (code, _) => code == 0xca),
        NullableFloatDecoderOf<double, ulong>("double NullableFloatDecoder", 8, static (code, _) => code == 0xcb),
        NullableFloatRun<float, uint>("float NullableFloatRunDecoderVector128", 45, static (code, _) => code == 0xca),
        NullableFloatRun<double, ulong>("double NullableFloatRunDecoderVector128", 42, static (code, _) => code == 0xcb),
        NullableWindows<short, short, NullableIntegerTables<short, Signed>>("short NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(short)),
        NullableRest<short, short, NullableIntegerTables<short, Signed>>("short NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(short)),
        NullableWindows<int, int, NullableIntegerTables<int, Signed>>("int NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(int)),
        NullableRest<int, int, NullableIntegerTables<int, Signed>>("int NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(int)),
        NullableWindows<long, long, NullableIntegerTables<long, Signed>>("long NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(long)),
        NullableRest<long, long, NullableIntegerTables<long, Signed>>("long NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(long)),
        NullableWindows<ushort, short, NullableIntegerTables<short, Unsigned>>("ushort NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(short)),
        NullableRest<ushort, short, NullableIntegerTables<short, Unsigned>>("ushort NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(short)),
        NullableWindows<uint, int, NullableIntegerTables<int, Unsigned>>("uint NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(int)),
        NullableRest<uint, int, NullableIntegerTables<int, Unsigned>>("uint NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(int)),
        NullableWindows<ulong, long, NullableIntegerTables<long, Unsigned>>("ulong NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(long)),
        NullableRest<ulong, long, NullableIntegerTables<long, Unsigned>>("ulong NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(long)),
        NullableWindows<char, short, NullableIntegerTables<short, Unsigned>>("char NullableDecoderAvx512", 63, static (_, length) => length <= 1 + sizeof(short)),
        NullableRest<char, short, NullableIntegerTables<short, Unsigned>>("char NullableDecoderAvx512, rest", static (_, length) => length <= 1 + sizeof(short)),
        NullableWindows<float, uint, NullableFloatTables<uint>>("float NullableDecoderAvx512", 63, static (code, _) => code == 0xca),
        NullableRest<float, uint, NullableFloatTables<uint>>("float NullableDecoderAvx512, rest", static (code, _) => code == 0xca),
        NullableWindows<double, ulong, NullableFloatTables<ulong>>("double NullableDecoderAvx512", 63, static (code, _) => code == 0xcb),
        NullableRest<double, ulong, NullableFloatTables<ulong>>("double NullableDecoderAvx512, rest", static (code, _) => code == 0xcb),

        // ---- Decode: AVX-512 --------------------------------------------------------------------------------------------------------------
        FixIntAvx512<sbyte, sbyte, Signed>("sbyte FixIntDecoderAvx512"),
        FixIntAvx512<byte, sbyte, Unsigned>("byte FixIntDecoderAvx512"),
        FixIntAvx512<short, short, Signed>("short FixIntDecoderAvx512"),
        FixIntAvx512<int, int, Signed>("int FixIntDecoderAvx512"),
        FixIntAvx512<long, long, Signed>("long FixIntDecoderAvx512"),
        FixIntAvx512<ushort, short, Unsigned>("ushort FixIntDecoderAvx512"),
        FixIntAvx512<char, short, Unsigned>("char FixIntDecoderAvx512"),
        FixIntAvx512<uint, int, Unsigned>("uint FixIntDecoderAvx512"),
        FixIntAvx512<ulong, long, Unsigned>("ulong FixIntDecoderAvx512"),
        UniformAvx512<short, short, Signed, TwoBytes>("short UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<short, short, Signed, ThreeBytes>("short UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<int, int, Signed, TwoBytes>("int UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<int, int, Signed, ThreeBytes>("int UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<int, int, Signed, FiveBytes>("int UniformDecoderAvx512, 5 bytes"),
        UniformAvx512<long, long, Signed, TwoBytes>("long UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<long, long, Signed, ThreeBytes>("long UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<long, long, Signed, FiveBytes>("long UniformDecoderAvx512, 5 bytes"),
        UniformAvx512<long, long, Signed, NineBytes>("long UniformDecoderAvx512, 9 bytes"),
        UniformAvx512<ushort, short, Unsigned, TwoBytes>("ushort UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<ushort, short, Unsigned, ThreeBytes>("ushort UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<uint, int, Unsigned, TwoBytes>("uint UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<uint, int, Unsigned, ThreeBytes>("uint UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<uint, int, Unsigned, FiveBytes>("uint UniformDecoderAvx512, 5 bytes"),
        UniformAvx512<ulong, long, Unsigned, TwoBytes>("ulong UniformDecoderAvx512, 2 bytes"),
        UniformAvx512<ulong, long, Unsigned, ThreeBytes>("ulong UniformDecoderAvx512, 3 bytes"),
        UniformAvx512<ulong, long, Unsigned, FiveBytes>("ulong UniformDecoderAvx512, 5 bytes"),
        UniformAvx512<ulong, long, Unsigned, NineBytes>("ulong UniformDecoderAvx512, 9 bytes"),
        Stretch<float, uint>(
            "float FloatDecoderAvx512", typeof(FloatDecoderAvx512<uint>), FloatDecoderAvx512<uint>.IsSupported, 5, 0,
            static (code, _) => code == 0xca, FloatDecoderAvx512<uint>.Decode),
        Stretch<double, ulong>(
            "double FloatDecoderAvx512", typeof(FloatDecoderAvx512<ulong>), FloatDecoderAvx512<ulong>.IsSupported, 9, 0,
            static (code, _) => code == 0xcb, FloatDecoderAvx512<ulong>.Decode),

        // ---- Decode: tokens of one length, in wider elements ------------------------------------------------------------------------------
        UniformVector128<short, short, Signed, TwoBytes>("short UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<int, int, Signed, TwoBytes>("int UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<int, int, Signed, ThreeBytes>("int UniformDecoderVector128, 3 bytes", 6),
        UniformVector128<long, long, Signed, TwoBytes>("long UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<long, long, Signed, ThreeBytes>("long UniformDecoderVector128, 3 bytes", 6),
        UniformVector128<long, long, Signed, FiveBytes>("long UniformDecoderVector128, 5 bytes", 4),
        UniformVector128<ushort, short, Unsigned, TwoBytes>("ushort UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<uint, int, Unsigned, TwoBytes>("uint UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<uint, int, Unsigned, ThreeBytes>("uint UniformDecoderVector128, 3 bytes", 6),
        UniformVector128<ulong, long, Unsigned, TwoBytes>("ulong UniformDecoderVector128, 2 bytes", 8),
        UniformVector128<ulong, long, Unsigned, ThreeBytes>("ulong UniformDecoderVector128, 3 bytes", 6),
        UniformVector128<ulong, long, Unsigned, FiveBytes>("ulong UniformDecoderVector128, 5 bytes", 4),

        // ---- Decode: integers of mixed widths ---------------------------------------------------------------------------------------------
        Mixed<short, short, MixedWidthDecoderAvx512<short, Signed>>(
            "short MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<short, Signed>.IsSupported, 0, true),
        Mixed<short, short, MixedWidthDecoderAvx512<short, Signed>>(
            "short MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<short, Signed>.IsSupported, 0, false),
        Mixed<short, short, MixedWidthDecoderAvx2<short, Signed>>(
            "short MixedWidthDecoderAvx2, sparse", MixedWidthDecoderAvx2<short, Signed>.IsSupported, 8, true),
        Mixed<short, short, MixedWidthDecoderAvx2<short, Signed>>(
            "short MixedWidthDecoderAvx2, dense", MixedWidthDecoderAvx2<short, Signed>.IsSupported, 8, false),
        Mixed<short, short, MixedWidthDecoderVector128<short, Signed>>(
            "short MixedWidthDecoderVector128, sparse", MixedWidthDecoderVector128<short, Signed>.IsSupported, 8, true),
        Mixed<short, short, MixedWidthDecoderVector128<short, Signed>>(
            "short MixedWidthDecoderVector128, dense", MixedWidthDecoderVector128<short, Signed>.IsSupported, 8, false),
        Mixed<int, int, MixedWidthDecoderAvx512<int, Signed>>(
            "int MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<int, Signed>.IsSupported, 0, true),
        Mixed<int, int, MixedWidthDecoderAvx512<int, Signed>>(
            "int MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<int, Signed>.IsSupported, 0, false),
        Mixed<int, int, MixedWidthDecoderAvx2<int, Signed>>(
            "int MixedWidthDecoderAvx2, sparse", MixedWidthDecoderAvx2<int, Signed>.IsSupported, 8, true),
        Mixed<int, int, MixedWidthDecoderAvx2<int, Signed>>(
            "int MixedWidthDecoderAvx2, dense", MixedWidthDecoderAvx2<int, Signed>.IsSupported, 8, false),
        Mixed<int, int, MixedWidthDecoderVector128<int, Signed>>(
            "int MixedWidthDecoderVector128, sparse", MixedWidthDecoderVector128<int, Signed>.IsSupported, 8, true),
        Mixed<int, int, MixedWidthDecoderVector128<int, Signed>>(
            "int MixedWidthDecoderVector128, dense", MixedWidthDecoderVector128<int, Signed>.IsSupported, 8, false),
        Mixed<long, long, MixedWidthDecoderAvx512<long, Signed>>(
            "long MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<long, Signed>.IsSupported, 0, true),
        Mixed<long, long, MixedWidthDecoderAvx512<long, Signed>>(
            "long MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<long, Signed>.IsSupported, 0, false),
        Mixed<ushort, short, MixedWidthDecoderAvx512<short, Unsigned>>(
            "ushort MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0, true),
        Mixed<ushort, short, MixedWidthDecoderAvx512<short, Unsigned>>(
            "ushort MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0, false),
        Mixed<ushort, short, MixedWidthDecoderAvx2<short, Unsigned>>(
            "ushort MixedWidthDecoderAvx2, sparse", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8, true),
        Mixed<ushort, short, MixedWidthDecoderAvx2<short, Unsigned>>(
            "ushort MixedWidthDecoderAvx2, dense", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8, false),
        Mixed<ushort, short, MixedWidthDecoderVector128<short, Unsigned>>(
            "ushort MixedWidthDecoderVector128, sparse", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8, true),
        Mixed<ushort, short, MixedWidthDecoderVector128<short, Unsigned>>(
            "ushort MixedWidthDecoderVector128, dense", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8, false),
        Mixed<char, short, MixedWidthDecoderAvx512<short, Unsigned>>(
            "char MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0, true),
        Mixed<char, short, MixedWidthDecoderAvx512<short, Unsigned>>(
            "char MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0, false),
        Mixed<char, short, MixedWidthDecoderAvx2<short, Unsigned>>(
            "char MixedWidthDecoderAvx2, sparse", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8, true),
        Mixed<char, short, MixedWidthDecoderAvx2<short, Unsigned>>(
            "char MixedWidthDecoderAvx2, dense", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8, false),
        Mixed<char, short, MixedWidthDecoderVector128<short, Unsigned>>(
            "char MixedWidthDecoderVector128, sparse", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8, true),
        Mixed<char, short, MixedWidthDecoderVector128<short, Unsigned>>(
            "char MixedWidthDecoderVector128, dense", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8, false),
        Mixed<uint, int, MixedWidthDecoderAvx512<int, Unsigned>>(
            "uint MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<int, Unsigned>.IsSupported, 0, true),
        Mixed<uint, int, MixedWidthDecoderAvx512<int, Unsigned>>(
            "uint MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<int, Unsigned>.IsSupported, 0, false),
        Mixed<uint, int, MixedWidthDecoderAvx2<int, Unsigned>>(
            "uint MixedWidthDecoderAvx2, sparse", MixedWidthDecoderAvx2<int, Unsigned>.IsSupported, 8, true),
        Mixed<uint, int, MixedWidthDecoderAvx2<int, Unsigned>>(
            "uint MixedWidthDecoderAvx2, dense", MixedWidthDecoderAvx2<int, Unsigned>.IsSupported, 8, false),
        Mixed<uint, int, MixedWidthDecoderVector128<int, Unsigned>>(
            "uint MixedWidthDecoderVector128, sparse", MixedWidthDecoderVector128<int, Unsigned>.IsSupported, 8, true),
        Mixed<uint, int, MixedWidthDecoderVector128<int, Unsigned>>(
            "uint MixedWidthDecoderVector128, dense", MixedWidthDecoderVector128<int, Unsigned>.IsSupported, 8, false),
        Mixed<ulong, long, MixedWidthDecoderAvx512<long, Unsigned>>(
            "ulong MixedWidthDecoderAvx512, sparse", MixedWidthDecoderAvx512<long, Unsigned>.IsSupported, 0, true),
        Mixed<ulong, long, MixedWidthDecoderAvx512<long, Unsigned>>(
            "ulong MixedWidthDecoderAvx512, dense", MixedWidthDecoderAvx512<long, Unsigned>.IsSupported, 0, false),
        Int8Avx512<sbyte, Signed>("sbyte Int8DecoderAvx512"),
        Int8Avx512<byte, Unsigned>("byte Int8DecoderAvx512"),
        Int8Vector128<sbyte, Signed>("sbyte Int8DecoderVector128"),
        Int8Vector128<byte, Unsigned>("byte Int8DecoderVector128"),
        NullableInt8Avx512<sbyte, Signed>("sbyte Int8DecoderAvx512, nullable"),
        NullableInt8Avx512<byte, Unsigned>("byte Int8DecoderAvx512, nullable"),
        NullableInt8Vector128<sbyte, Signed>("sbyte Int8DecoderVector128, nullable"),
        NullableInt8Vector128<byte, Unsigned>("byte Int8DecoderVector128, nullable"),

        // ---- Decode: fixints with other integers between them -----------------------------------------------------------------------------
        FixIntRun<sbyte, sbyte, Signed>("sbyte FixIntRunDecoderVector128"),
        FixIntRun<byte, sbyte, Unsigned>("byte FixIntRunDecoderVector128"),
        FixIntRun<short, short, Signed>("short FixIntRunDecoderVector128"),
        FixIntRun<int, int, Signed>("int FixIntRunDecoderVector128"),
        FixIntRun<long, long, Signed>("long FixIntRunDecoderVector128"),
        FixIntRun<ushort, short, Unsigned>("ushort FixIntRunDecoderVector128"),
        FixIntRun<char, short, Unsigned>("char FixIntRunDecoderVector128"),
        FixIntRun<uint, int, Unsigned>("uint FixIntRunDecoderVector128"),
        FixIntRun<ulong, long, Unsigned>("ulong FixIntRunDecoderVector128"),
        LengthScan<long, Signed>("long LengthScanDecoderVector128"),
        LengthScan<ulong, Unsigned>("ulong LengthScanDecoderVector128"),

        // ---- Decode: any integer token ----------------------------------------------------------------------------------------------------
        BranchFreeDecoder<sbyte, sbyte, Signed>("sbyte BranchFreeIntegerDecoder"),
        BranchFreeDecoder<byte, sbyte, Unsigned>("byte BranchFreeIntegerDecoder"),
        BranchFreeDecoder<short, short, Signed>("short BranchFreeIntegerDecoder"),
        BranchFreeDecoder<int, int, Signed>("int BranchFreeIntegerDecoder"),
        BranchFreeDecoder<long, long, Signed>("long BranchFreeIntegerDecoder"),
        BranchFreeDecoder<ushort, short, Unsigned>("ushort BranchFreeIntegerDecoder"),
        BranchFreeDecoder<uint, int, Unsigned>("uint BranchFreeIntegerDecoder"),
        BranchFreeDecoder<ulong, long, Unsigned>("ulong BranchFreeIntegerDecoder"),
        BranchFreeDecoderOfLength<sbyte, sbyte, Signed>("sbyte BranchFreeIntegerDecoder, 2 bytes", 2),
        BranchFreeDecoderOfLength<byte, sbyte, Unsigned>("byte BranchFreeIntegerDecoder, 2 bytes", 2),
        BranchFreeDecoderOfLength<short, short, Signed>("short BranchFreeIntegerDecoder, 2 bytes", 2),
        BranchFreeDecoderOfLength<short, short, Signed>("short BranchFreeIntegerDecoder, 3 bytes", 3),
        BranchFreeDecoderOfLength<ushort, short, Unsigned>("ushort BranchFreeIntegerDecoder, 3 bytes", 3),
        BranchFreeDecoderOfLength<int, int, Signed>("int BranchFreeIntegerDecoder, 3 bytes", 3),
        BranchFreeDecoderOfLength<int, int, Signed>("int BranchFreeIntegerDecoder, 5 bytes", 5),
        BranchFreeDecoderOfLength<uint, int, Unsigned>("uint BranchFreeIntegerDecoder, 5 bytes", 5),
        BranchFreeDecoderOfLength<long, long, Signed>("long BranchFreeIntegerDecoder, 5 bytes", 5),
        BranchFreeDecoderOfLength<ulong, long, Unsigned>("ulong BranchFreeIntegerDecoder, 2 bytes", 2),
        BranchFreeDecoderOfLength<ulong, long, Unsigned>("ulong BranchFreeIntegerDecoder, 5 bytes", 5),
        BranchFreeDecoderOfLength<sbyte, sbyte, Signed>("sbyte BranchFreeIntegerDecoder, 9 bytes", 9),
        BranchFreeDecoderOfLength<byte, sbyte, Unsigned>("byte BranchFreeIntegerDecoder, 9 bytes", 9),
        BranchFreeDecoderOfLength<short, short, Signed>("short BranchFreeIntegerDecoder, 9 bytes", 9),
        BranchFreeDecoderOfLength<ushort, short, Unsigned>("ushort BranchFreeIntegerDecoder, 9 bytes", 9),
        BranchFreeDecoderOfLength<int, int, Signed>("int BranchFreeIntegerDecoder, 9 bytes", 9),
        BranchFreeDecoderOfLength<uint, int, Unsigned>("uint BranchFreeIntegerDecoder, 9 bytes", 9),

        // ---- Decode: any token ------------------------------------------------------------------------------------------------------------
        ScalarDecoderOf<sbyte>("sbyte ScalarDecoder"),
        ScalarDecoderOf<byte>("byte ScalarDecoder"),
        ScalarDecoderOf<short>("short ScalarDecoder"),
        ScalarDecoderOf<int>("int ScalarDecoder"),
        ScalarDecoderOf<long>("long ScalarDecoder"),
        ScalarDecoderOf<ushort>("ushort ScalarDecoder"),
        ScalarDecoderOf<uint>("uint ScalarDecoder"),
        ScalarDecoderOf<ulong>("ulong ScalarDecoder"),
        ScalarDecoderOf<float>("float ScalarDecoder"),
        ScalarDecoderOf<double>("double ScalarDecoder"),
        ScalarDecoderOf<bool>("bool ScalarDecoder"),
        ScalarDecoderOf<char>("char ScalarDecoder"),
        ScalarDecoderOf<DateTime>("DateTime ScalarDecoder"),
        ScalarDecoderOf<Half>("Half ScalarDecoder"),
        ScalarDecoderOf<TimeSpan>("TimeSpan ScalarDecoder"),
    ];

    private delegate bool HasOthers<T>(ReadOnlySpan<T> values);

    private delegate void EncodeFixedWidth<T>(ReadOnlySpan<T> values, ref byte destination);

    private delegate nint EncodeStretch<TLane>(ref TLane source, nint count, ref byte destination, nint room);

    private delegate nint EncodeTimes(ref ulong source, nint count, ref byte destination, nint room, out nint length);

    private delegate nint EncodeNullable<TLane>(ref NullableLane<TLane> source, nint count, ref byte destination, nint room, out nint written)
        where TLane : unmanaged;

    private delegate nint DecodeNullable<TLane>(ref byte source, nint length, ref NullableLane<TLane> destination, nint room, out nint consumed)
        where TLane : unmanaged;

    private delegate nint DecodeTimestamps(ref byte source, nint length, ref ulong destination, nint room, out nint consumed);

    private delegate nint DecodeStretch<TLane>(ref byte source, nint length, ref TLane destination, nint room);

    private delegate nint DecodeTokens<TLane>(ref byte source, nint length, ref TLane destination, nint room, out nint consumed);

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
        while (stretch < values.Length && ScalarEncoder.GetEncodedLength(values.Slice(stretch, 1)) == 1 + Unsafe.SizeOf<T>())
        {
            stretch++;
        }

        return stretch;
    }

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
                bool isWanted = values.Length >= Vector512<TLane>.Count && values.Length < 256 && destination.Length >= length && FullWidthStretch(values) == values.Length;
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

    private static DecodeKernel<DateTime> Timestamps(string name, TakesToken takes, int maxLeft, DecodeTimestamps decode) =>
        new DecodeKernel<DateTime>(name, typeof(TimestampDecoder), BitConverter.IsLittleEndian, takes, maxLeft, (source, destination, out consumed) =>
        {
            nint written = decode(
                ref MemoryMarshal.GetReference(source), source.Length, ref Unsafe.As<DateTime, ulong>(ref MemoryMarshal.GetReference(destination)), destination.Length, out nint length);
            consumed = (int)length;
            return (int)written;
        });

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
            var lanes = new NullableLane<TLane>[values.Length + 1];
            for (int i = 0; i < values.Length; i++)
            {
                lanes[i] = new NullableLane<TLane> { HasValue = 1, Value = Unsafe.BitCast<T, TLane>(values[i]) };
            }

            read = written = 0;
            var status = OperationStatus.Done;
            while (read < values.Length && status == OperationStatus.Done)
            {
                read += (int)encode(
                    ref lanes[read], values.Length - read, ref MemoryMarshal.GetReference(destination[written..]), destination.Length - written, out nint length);
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

    private static DecodeKernel<T> NullableDecoderOf<T, TLane, TToken>(string name, int maxLeft, TakesToken takes)
        where T : unmanaged
        where TLane : unmanaged
        where TToken : INullableToken<TLane> =>
        NullableDecode<T, TLane>(
            name,
            typeof(NullableDecoder<TLane, TToken>),
            BitConverter.IsLittleEndian,
            maxLeft,
            takes,
            static (ref source, length, ref destination, room, out consumed) =>
            {
                NullableDecoder<TLane, TToken>.Decode(ref source, length, ref destination, room, nint.MaxValue, out consumed, out nint written);
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
            LengthScanDecoderVector128<NullableLane<TLane>, TScan>.Decode);

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
            var lanes = new NullableLane<TLane>[destination.Length + 1];
            int nil = source.Length;
            while (true)
            {
                nint written = decode(ref MemoryMarshal.GetReference(source), nil, ref lanes[0], destination.Length, out nint length);
                foreach (NullableLane<TLane> lane in lanes)
                {
                    if (lane.HasValue > 1)
                    {
                        throw new InvalidOperationException($"{name}: a flag of {lane.HasValue}");
                    }
                }

                nint first = 0;
                while (first < written && lanes[first].HasValue == 1)
                {
                    destination[(int)first] = Unsafe.BitCast<TLane, T>(lanes[first].Value);
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

    private static EncodeKernel<T> ScalarEncoderOf<T>(string name)
        where T : unmanaged =>
        new EncodeKernel<T>(name, typeof(ScalarEncoder), true, 0, int.MaxValue, true, ScalarEncoder.Encode);

    /// <summary>The kernel refuses elements that are not all fixints; it must refuse nothing else.</summary>
    private static EncodeKernel<T> FixIntWords<T, TSignedness>(string name, HasOthers<T> hasOthers)
        where T : unmanaged
        where TSignedness : ISignedness =>
        new EncodeKernel<T>(
            name, typeof(Int8WordEncoder), BitConverter.IsLittleEndian, Int8WordEncoder.MinCount, 2 * sizeof(ulong), false,
            (values, destination, out read, out written) =>
            {
                if (!Int8WordEncoder.TryEncodeFixInts<TSignedness>(
                    ref First<T, sbyte>(values), values.Length, ref MemoryMarshal.GetReference(destination)))
                {
                    return hasOthers(values)
                        ? ScalarEncoder.Encode(values, destination, out read, out written)
                        : throw new KernelFailureException("Int8WordEncoder refused fixints");
                }

                read = written = values.Length;
                return OperationStatus.Done;
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

    /// <summary>One of the loops over windows, as far as it goes, and the loop for the rest where the former takes nothing.</summary>
    private static DecodeKernel<T> Mixed<T, TLane, TKernel>(string name, bool isSupported, int maxLeft, bool sparse)
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

    /// <summary>A kernel that takes every integer token, whatever its length.</summary>
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

    private static DecodeKernel<T> LengthScan<T, TSignedness>(string name)
        where T : unmanaged
        where TSignedness : ISignedness =>
        Tokens<T, long>(
            name,
            typeof(LengthScanDecoderVector128<long, IntegerScan<long, TSignedness>>),
            LengthScanDecoderVector128<long, IntegerScan<long, TSignedness>>.IsSupported,
            15,
            LengthScanDecoderVector128<long, IntegerScan<long, TSignedness>>.Decode);

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

    private static ref TTo First<TFrom, TTo>(ReadOnlySpan<TFrom> values) => ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values));
}
