using System;
using System.Linq;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>Every element type, both ways, against bytes that were written down by hand.</summary>
public sealed class ElementTypeTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    /// <summary>Name, NumPy's notation, count, values in the file, MessagePack.</summary>
    public static TheoryData<string, string, int, string, string> Arrays => new()
    {
        { "int8", "|i1", 3, "ff 7f 80", "93 ff 7f d080" },
        { "int16", "<i2", 3, "ffff c800 d4fe", "93 ff ccc8 d1fed4" },
        { "int32", "<i4", 3, "01000000 70110100 90eefeff", "93 01 ce00011170 d2fffeee90" },
        { "int64", "<i8", 2, "0000000000ffffff 0100000000000080", "92 d3ffffff0000000000 d38000000000000001" },
        { "uint16", "<u2", 3, "0000 ffff 8000", "93 00 cdffff cc80" },
        { "uint32", "<u4", 2, "ffffffff 05000000", "92 ceffffffff 05" },
        { "uint64", "<u8", 2, "ffffffffffffffff 0000000001000000", "92 cfffffffffffffffff cf0000000100000000" },
        { "float16", "<f2", 4, "003e 00fc 017e 0100", "94 ca3fc00000 caff800000 ca7fc02000 ca33800000" },
        { "float32", "<f4", 3, "0000c03f 000080ff 0100a07f", "93 ca3fc00000 caff800000 ca7fa00001" },
        { "float64", "<f8", 2, "00000000000000c0 010000000000f47f", "92 cbc000000000000000 cb7ff4000000000001" },
        { "bool", "|b1", 3, "01 00 01", "93 c3 c2 c3" },
        { "float64", "<f8", 0, "", "90" },
        { "bool", "|b1", 17, "0101010101010101010101010101010100", "dc0011 c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c2" },
    };

    [Theory]
    [MemberData(nameof(Arrays))]
    public void Npy_becomes_MessagePack(string name, string descr, int count, string values, string messagePack)
    {
        string input = folder.Write("a.npy", NpyBytes.Make(descr, $"({count},)", Hex(values)));

        DemoRun run = DemoRun.Of(input).AssertSuccess();

        Assert.Equal(Convert.FromHexString(Hex(messagePack)), folder.Read("a.msgpack"));
        Assert.Contains($" {name} ", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("flattened", run.Output, StringComparison.Ordinal);
        Assert.Equal(["a.msgpack", "a.npy"], folder.FileNames);
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void MessagePack_becomes_npy_byte_for_byte_as_NumPy_writes_it(
        string name, string descr, int count, string values, string messagePack)
    {
        string input = folder.Write("a.msgpack", Convert.FromHexString(Hex(messagePack)));

        DemoRun.Of(input, "--type", name).AssertSuccess();

        Assert.Equal(NpyBytes.Make(descr, $"({count},)", Hex(values)), folder.Read("a.npy"));
        Assert.Equal(["a.msgpack", "a.npy"], folder.FileNames);
    }

    [Theory]
    [MemberData(nameof(Arrays))]
    public void Big_endian_values_are_swapped(string name, string descr, int count, string values, string messagePack)
    {
        int size = descr[2] - '0';
        byte[] swapped = Convert.FromHexString(Hex(values)).Chunk(size).SelectMany(value => value.Reverse()).ToArray();
        string input = folder.Write("a.npy", NpyBytes.Make(">" + descr[1..], $"({count},)", Convert.ToHexString(swapped)));

        DemoRun run = DemoRun.Of(input).AssertSuccess();

        Assert.Equal(Convert.FromHexString(Hex(messagePack)), folder.Read("a.msgpack"));
        Assert.Contains($" {name} ", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("=i2")]
    [InlineData("|i2")]
    [InlineData("i2")]
    public void Without_a_byte_order_it_is_that_of_the_machine(string descr)
    {
        string values = BitConverter.IsLittleEndian ? "c800" : "00c8";

        DemoRun.Of(folder.Write("a.npy", NpyBytes.Make(descr, "(1,)", values))).AssertSuccess();

        Assert.Equal([0x91, 0xcc, 0xc8], folder.Read("a.msgpack"));
    }

    [Theory]
    [InlineData("<b1")]
    [InlineData("=b1")]
    [InlineData("b1")]
    public void Of_one_byte_any_order_will_do_and_any_bool_but_0_is_true(string descr)
    {
        DemoRun.Of(folder.Write("a.npy", NpyBytes.Make(descr, "(4,)", "0002ff80"))).AssertSuccess();

        Assert.Equal([0x94, 0xc2, 0xc3, 0xc3, 0xc3], folder.Read("a.msgpack"));
    }

    [Fact]
    public void Arrays_longer_than_a_chunk_come_back_whole()
    {
        // Little-endian and big-endian files of the same values: 0, 1, 2, …
        byte[] little = Enumerable.Range(0, 100_000).SelectMany(i => new[] { (byte)i, (byte)(i >> 8), (byte)(i >> 16), (byte)0 }).ToArray();
        byte[] big = little.Chunk(4).SelectMany(value => value.Reverse()).ToArray();
        string littleFile = folder.Write("little.npy", NpyBytes.Make("<u4", "(100000,)", Convert.ToHexString(little)));
        string bigFile = folder.Write("big.npy", NpyBytes.Make(">u4", "(100000,)", Convert.ToHexString(big)));

        DemoRun.Of(littleFile).AssertSuccess();
        DemoRun.Of(bigFile).AssertSuccess();
        DemoRun.Of(folder.PathOf("big.msgpack"), "--type", "uint32", "--output", folder.PathOf("back.npy")).AssertSuccess();

        Assert.Equal(folder.Read("little.msgpack"), folder.Read("big.msgpack"));
        Assert.Equal(folder.Read("little.npy"), folder.Read("back.npy"));
    }

    [Fact]
    public void Integers_and_floats_of_any_width_are_read_as_MessagePackCSharp_does()
    {
        DemoRun.Of(folder.Write("a.msgpack", [0x93, 0x01, 0xd1, 0xff, 0xfe, 0xca, 0x3f, 0xc0, 0, 0]), "--type", "float64").AssertSuccess();

        Assert.Equal(
            NpyBytes.Make("<f8", "(3,)", "000000000000f03f" + "00000000000000c0" + "000000000000f83f"),
            folder.Read("a.npy"));
    }

    public void Dispose() => folder.Dispose();

    private static string Hex(string spaced) => spaced.Replace(" ", "", StringComparison.Ordinal);
}
