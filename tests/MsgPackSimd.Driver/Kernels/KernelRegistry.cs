using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>
/// The one place to add a kernel to: every kernel of the codec by name. A test fails as long as a type under <c>MsgPackSimd.Codec.Kernels</c> with
/// "Encoder" or "Decoder" in its name is not here.
/// </summary>
/// <remarks>
/// <list type="bullet">
/// <item>An encoder of integers (<see cref="IBlockEncoder{TLane}"/>): a <c>Block</c> line for each element type that it serves. Its loops are
/// checked with it.</item>
/// <item>One with AVX-512 VBMI2 (<see cref="ICompressEncoder{TLane}"/>): a <c>Compress</c> line.</item>
/// <item>An encoder whose tokens have one length: a <c>FixedWidth</c> line, with the least number of elements that it may be called with.</item>
/// <item>A decoder of stretches of one token form: a <c>Stretch</c> line, with the token's first bytes and length, and with how many such tokens
/// it may leave at the end of a stretch (its step, less one, as a rule).</item>
/// <item>Anything else: an <see cref="EncodeKernel{T}"/> or <see cref="DecodeKernel{T}"/> with an adapter of its own, in one of the files beside this
/// one: <c>KernelRegistry.EncodeAdapters.cs</c>, <c>KernelRegistry.DecodeAdapters.cs</c> or <c>KernelRegistry.NullableAdapters.cs</c>.</item>
/// </list>
/// The name is the element type and the kernel. No LINQ and no reflection here: the arm64 emulation has neither.
/// </remarks>
internal static partial class KernelRegistry
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
        FewInt8<sbyte, Signed>("sbyte Int8FewEncoderVector128"),
        FewInt8<byte, Unsigned>("byte Int8FewEncoderVector128"),
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
        FullWidthVector128<short, short, Int16Form<Signed>>("short FullWidthDecoderVector128", 0),
        FullWidthVector128<ushort, short, Int16Form<Unsigned>>("ushort FullWidthDecoderVector128", 0),
        FullWidthVector128<int, int, Int32Form<Signed>>("int FullWidthDecoderVector128", 0),
        FullWidthVector128<uint, int, Int32Form<Unsigned>>("uint FullWidthDecoderVector128", 0),
        FullWidthVector128<long, long, Int64Form<Signed>>("long FullWidthDecoderVector128", 0),
        FullWidthVector128<ulong, long, Int64Form<Unsigned>>("ulong FullWidthDecoderVector128", 0),
        FullWidthVector128<float, uint, SingleForm>("float FullWidthDecoderVector128", 0),
        FullWidthVector128<double, ulong, DoubleForm>("double FullWidthDecoderVector128", 0),
        FullWidthAvx2<short, short, Int16Form<Signed>>("short FullWidthDecoderAvx2", 12),
        FullWidthAvx2<ushort, short, Int16Form<Unsigned>>("ushort FullWidthDecoderAvx2", 12),
        FullWidthAvx2<int, int, Int32Form<Signed>>("int FullWidthDecoderAvx2", 7),
        FullWidthAvx2<uint, int, Int32Form<Unsigned>>("uint FullWidthDecoderAvx2", 7),
        FullWidthAvx2<long, long, Int64Form<Signed>>("long FullWidthDecoderAvx2", 3),
        FullWidthAvx2<ulong, long, Int64Form<Unsigned>>("ulong FullWidthDecoderAvx2", 3),
        FullWidthAvx2<float, uint, SingleForm>("float FullWidthDecoderAvx2", 7),
        FullWidthAvx2<double, ulong, DoubleForm>("double FullWidthDecoderAvx2", 3),

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
        UniformVector128<short, short, Signed, TwoBytes>("short UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<int, int, Signed, TwoBytes>("int UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<int, int, Signed, ThreeBytes>("int UniformDecoderVector128, 3 bytes", 5),
        UniformVector128<long, long, Signed, TwoBytes>("long UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<long, long, Signed, ThreeBytes>("long UniformDecoderVector128, 3 bytes", 5),
        UniformVector128<long, long, Signed, FiveBytes>("long UniformDecoderVector128, 5 bytes", 3),
        UniformVector128<ushort, short, Unsigned, TwoBytes>("ushort UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<uint, int, Unsigned, TwoBytes>("uint UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<uint, int, Unsigned, ThreeBytes>("uint UniformDecoderVector128, 3 bytes", 5),
        UniformVector128<ulong, long, Unsigned, TwoBytes>("ulong UniformDecoderVector128, 2 bytes", 7),
        UniformVector128<ulong, long, Unsigned, ThreeBytes>("ulong UniformDecoderVector128, 3 bytes", 5),
        UniformVector128<ulong, long, Unsigned, FiveBytes>("ulong UniformDecoderVector128, 5 bytes", 3),
        UniformAvx2<short, short, Signed, TwoBytes>("short UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<int, int, Signed, TwoBytes>("int UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<int, int, Signed, ThreeBytes>("int UniformDecoderAvx2, 3 bytes", 5),
        UniformAvx2<long, long, Signed, TwoBytes>("long UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<long, long, Signed, ThreeBytes>("long UniformDecoderAvx2, 3 bytes", 5),
        UniformAvx2<long, long, Signed, FiveBytes>("long UniformDecoderAvx2, 5 bytes", 3),
        UniformAvx2<ushort, short, Unsigned, TwoBytes>("ushort UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<uint, int, Unsigned, TwoBytes>("uint UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<uint, int, Unsigned, ThreeBytes>("uint UniformDecoderAvx2, 3 bytes", 5),
        UniformAvx2<ulong, long, Unsigned, TwoBytes>("ulong UniformDecoderAvx2, 2 bytes", 7),
        UniformAvx2<ulong, long, Unsigned, ThreeBytes>("ulong UniformDecoderAvx2, 3 bytes", 5),
        UniformAvx2<ulong, long, Unsigned, FiveBytes>("ulong UniformDecoderAvx2, 5 bytes", 3),

        // ---- Decode: integers of mixed widths ---------------------------------------------------------------------------------------------
        .. Mixed<short, short, MixedWidthDecoderAvx512<short, Signed>>("short MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<short, Signed>.IsSupported, 0),
        .. Mixed<short, short, MixedWidthDecoderAvx2<short, Signed>>("short MixedWidthDecoderAvx2", MixedWidthDecoderAvx2<short, Signed>.IsSupported, 8),
        .. Mixed<short, short, MixedWidthDecoderVector128<short, Signed>>("short MixedWidthDecoderVector128", MixedWidthDecoderVector128<short, Signed>.IsSupported, 8),
        .. Mixed<int, int, MixedWidthDecoderAvx512<int, Signed>>("int MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<int, Signed>.IsSupported, 0),
        .. Mixed<int, int, MixedWidthDecoderAvx2<int, Signed>>("int MixedWidthDecoderAvx2", MixedWidthDecoderAvx2<int, Signed>.IsSupported, 8),
        .. Mixed<int, int, MixedWidthDecoderVector128<int, Signed>>("int MixedWidthDecoderVector128", MixedWidthDecoderVector128<int, Signed>.IsSupported, 8),
        .. Mixed<long, long, MixedWidthDecoderAvx512<long, Signed>>("long MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<long, Signed>.IsSupported, 0),
        .. Mixed<ushort, short, MixedWidthDecoderAvx512<short, Unsigned>>("ushort MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0),
        .. Mixed<ushort, short, MixedWidthDecoderAvx2<short, Unsigned>>("ushort MixedWidthDecoderAvx2", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8),
        .. Mixed<ushort, short, MixedWidthDecoderVector128<short, Unsigned>>("ushort MixedWidthDecoderVector128", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8),
        .. Mixed<char, short, MixedWidthDecoderAvx512<short, Unsigned>>("char MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<short, Unsigned>.IsSupported, 0),
        .. Mixed<char, short, MixedWidthDecoderAvx2<short, Unsigned>>("char MixedWidthDecoderAvx2", MixedWidthDecoderAvx2<short, Unsigned>.IsSupported, 8),
        .. Mixed<char, short, MixedWidthDecoderVector128<short, Unsigned>>("char MixedWidthDecoderVector128", MixedWidthDecoderVector128<short, Unsigned>.IsSupported, 8),
        .. Mixed<uint, int, MixedWidthDecoderAvx512<int, Unsigned>>("uint MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<int, Unsigned>.IsSupported, 0),
        .. Mixed<uint, int, MixedWidthDecoderAvx2<int, Unsigned>>("uint MixedWidthDecoderAvx2", MixedWidthDecoderAvx2<int, Unsigned>.IsSupported, 8),
        .. Mixed<uint, int, MixedWidthDecoderVector128<int, Unsigned>>("uint MixedWidthDecoderVector128", MixedWidthDecoderVector128<int, Unsigned>.IsSupported, 8),
        .. Mixed<ulong, long, MixedWidthDecoderAvx512<long, Unsigned>>("ulong MixedWidthDecoderAvx512", MixedWidthDecoderAvx512<long, Unsigned>.IsSupported, 0),
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
        RunScan<short, short, Signed>("short RunScanDecoderVector128"),
        RunScan<int, int, Signed>("int RunScanDecoderVector128"),
        RunScan<long, long, Signed>("long RunScanDecoderVector128"),
        RunScan<ushort, short, Unsigned>("ushort RunScanDecoderVector128"),
        RunScan<char, short, Unsigned>("char RunScanDecoderVector128"),
        RunScan<uint, int, Unsigned>("uint RunScanDecoderVector128"),
        RunScan<ulong, long, Unsigned>("ulong RunScanDecoderVector128"),
        LengthScan<int, int, Signed>("int LengthScanDecoderVector128"),
        LengthScan<long, long, Signed>("long LengthScanDecoderVector128"),
        LengthScan<uint, int, Unsigned>("uint LengthScanDecoderVector128"),
        LengthScan<ulong, long, Unsigned>("ulong LengthScanDecoderVector128"),

        // ---- Decode: floating-point numbers from any token ----------------------------------------------------------------------------------
        NumberScan<float>("float LengthScanDecoderVector128"),
        NumberScan<double>("double LengthScanDecoderVector128"),
        Numbers<float>("float BranchFreeNumberDecoder"),
        Numbers<double>("double BranchFreeNumberDecoder"),

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

    private static ref TTo First<TFrom, TTo>(ReadOnlySpan<TFrom> values) => ref Unsafe.As<TFrom, TTo>(ref MemoryMarshal.GetReference(values));
}
