using System;
using System.Text;
using Xunit;

namespace MsgPackSimd.Demo.Tests;

/// <summary>Headers of <c>.npy</c> files: those that are read, and those that are refused.</summary>
public sealed class NpyHeaderTests : IDisposable
{
    private static readonly byte[] ThreeInt16 = [1, 0, 2, 0, 3, 0];
    private static readonly byte[] ThreeInt16AsMessagePack = [0x93, 1, 2, 3];

    private readonly TemporaryFolder folder = new();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Versions_1_2_and_3_are_read(byte major)
    {
        AssertConverted(NpyBytes.WithDictionary(NpyBytes.Dictionary("'<i2'", "(3,)"), ThreeInt16, major));
    }

    [Theory]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3,)}")]
    [InlineData("{'shape':(3,),'fortran_order':False,'descr':\"<i2\"}")]
    [InlineData(" { 'descr' : '<i2' , 'fortran_order' : False , 'shape' : ( 3 , ) , } \n\n")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3L,), }")]
    public void A_dictionary_is_read_however_Python_may_write_it(string dictionary)
    {
        AssertConverted(NpyBytes.WithDictionary(dictionary, ThreeInt16));
    }

    [Fact]
    public void A_header_without_padding_is_read()
    {
        byte[] dictionary = Encoding.ASCII.GetBytes(NpyBytes.Dictionary("'<i2'", "(3,)"));

        AssertConverted([0x93, .. "NUMPY"u8, 1, 0, (byte)dictionary.Length, 0, .. dictionary, .. ThreeInt16]);
    }

    [Theory]
    [InlineData("(3, 1)", "flattened from 3 x 1")]
    [InlineData("(1, 3, 1,)", "flattened from 1 x 3 x 1")]
    public void More_dimensions_are_flattened_and_the_table_says_so(string shape, string note)
    {
        DemoRun run = DemoRun.Of(folder.Write("a.npy", NpyBytes.WithDictionary(NpyBytes.Dictionary("'<i2'", shape), ThreeInt16)));

        run.AssertSuccess();
        Assert.Contains(note, run.Output, StringComparison.Ordinal);
        Assert.Equal(ThreeInt16AsMessagePack, folder.Read("a.msgpack"));
    }

    [Fact]
    public void No_dimension_is_one_value()
    {
        DemoRun run = DemoRun.Of(folder.Write("a.npy", NpyBytes.Make("|i1", "()", "05"))).AssertSuccess();

        Assert.Contains("a single value", run.Output, StringComparison.Ordinal);
        Assert.Equal([0x91, 5], folder.Read("a.msgpack"));
    }

    [Fact]
    public void A_dimension_of_0_makes_an_empty_array_whatever_the_others_are()
    {
        DemoRun.Of(folder.Write("a.npy", NpyBytes.Make("<f8", "(9223372036854775807, 9223372036854775807, 0)", ""))).AssertSuccess();

        Assert.Equal([0x90], folder.Read("a.msgpack"));
    }

    [Theory]
    [InlineData("|u1", "MessagePack has bin for bytes")]
    [InlineData("u1", "MessagePack has bin for bytes")]
    [InlineData("<f12", "unsupported dtype: '<f12' (long double)")]
    [InlineData("<f16", "unsupported dtype: '<f16' (long double)")]
    [InlineData("<c8", "(complex numbers)")]
    [InlineData("|O", "(Python objects)")]
    [InlineData("|S5", "(strings)")]
    [InlineData("<U7", "(strings)")]
    [InlineData("<M8[ns]", "(dates and times)")]
    [InlineData("|V8", "(raw data)")]
    [InlineData("<i3", "unsupported dtype: '<i3'")]
    [InlineData("<i04", "unsupported dtype: '<i04'")]
    [InlineData("!i4", "unsupported dtype: '!i4'")]
    [InlineData("", "unsupported dtype: ''")]
    [InlineData("<", "unsupported dtype: '<'")]
    [InlineData("a long one that no one wants to see whole", "'a long one that no o...'")]
    public void Other_types_are_refused(string descr, string message)
    {
        AssertRefused(NpyBytes.Make(descr, "(1,)", "0000000000000000"), message);
    }

    [Theory]
    [InlineData("[('x', '<i4'), ('y', '<f8')]")]
    [InlineData("('<i4', (2,))")]
    public void Structured_types_are_refused(string descr)
    {
        AssertRefused(NpyBytes.WithDictionary(NpyBytes.Dictionary(descr, "(1,)"), new byte[12]), "unsupported dtype: a structured one");
    }

    [Fact]
    public void Fortran_order_is_refused()
    {
        AssertRefused(NpyBytes.Make("<i2", "(2, 2)", "0000000000000000", fortranOrder: true), "Fortran order");
    }

    [Theory]
    [InlineData("(3,)", "declares 3 values of 4 bytes, but only 8 bytes follow")]
    [InlineData("(2, 2)", "declares 4 values of 4 bytes, but only 8 bytes follow")]
    [InlineData("(2147483648,)", "declares 2147483648 values of 4 bytes, but only 8 bytes follow")]
    [InlineData("(4611686018427387904,)", "declares 4611686018427387904 values of 4 bytes, but only 8 bytes follow")]
    [InlineData("(4294967296, 4294967296)", "more values than any file holds")]
    [InlineData("(4294967296, 4294967296, 4294967296, 4294967296, 4294967296)", "more values than any file holds")]
    [InlineData("(99999999999999999999999999,)", "more values than any file holds")]
    public void A_file_shorter_than_its_shape_is_refused(string shape, string message)
    {
        AssertRefused(NpyBytes.Make("<i4", shape, "0000000000000000"), "truncated: its header declares", message);
    }

    [Fact]
    public void A_file_longer_than_its_shape_is_refused()
    {
        AssertRefused(NpyBytes.Make("<i4", "(1,)", "000000000000"), "has 2 bytes after the 1 values");
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{")]
    [InlineData("{'descr'")]
    [InlineData("{'descr': '<i2")]
    [InlineData("{'descr': '<i2'")]
    [InlineData("{'descr': '<i2'}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), 'more': 1}")]
    [InlineData("{'descr': '<i2', 'fortran_order': 0, 'shape': (3,)}")]
    [InlineData("{'descr': '<i2', 'fortran_order': ")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': 3}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3)}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (-3,)}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3.0,)}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3 3)}")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3,")]
    [InlineData("{'descr': '<i2', 'fortran_order': False, 'shape': (3,)} more")]
    [InlineData("{'descr': '<i2' 'fortran_order': False, 'shape': (3,)}")]
    public void A_malformed_dictionary_is_refused(string dictionary)
    {
        AssertRefused(NpyBytes.WithDictionary(dictionary, ThreeInt16), "malformed header");
    }

    [Theory]
    [InlineData("")]
    [InlineData("93")]
    [InlineData("934e554d5059")]
    [InlineData("934e554d505901")]
    [InlineData("504b0304140000000000")]
    [InlineData("9301020304050607")]
    public void A_file_that_is_no_npy_is_refused(string content)
    {
        AssertRefused(Convert.FromHexString(content), "is no .npy file");
    }

    [Theory]
    [InlineData("934e554d50590100")]
    [InlineData("934e554d5059010076")]
    [InlineData("934e554d505901007600")]
    [InlineData("934e554d5059010076007b")]
    [InlineData("934e554d50590200760000")]
    [InlineData("934e554d50590300760000007b")]
    public void A_file_that_ends_inside_its_header_is_refused(string content)
    {
        AssertRefused(Convert.FromHexString(content), "ends inside its header");
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(4, 0)]
    [InlineData(255, 255)]
    public void Other_versions_are_refused(byte major, byte minor)
    {
        AssertRefused(
            NpyBytes.WithDictionary(NpyBytes.Dictionary("'<i2'", "(3,)"), ThreeInt16, major, minor), $"has .npy version {major}.{minor}");
    }

    [Fact]
    public void A_header_that_claims_gigabytes_is_refused_before_it_is_allocated()
    {
        AssertRefused(Convert.FromHexString("934e554d50590200ffffffff7b"), "has a header of 4294967295 bytes");
    }

    public void Dispose() => folder.Dispose();

    private void AssertConverted(byte[] npy)
    {
        DemoRun.Of(folder.Write("a.npy", npy)).AssertSuccess();
        Assert.Equal(ThreeInt16AsMessagePack, folder.Read("a.msgpack"));
    }

    private void AssertRefused(byte[] npy, params string[] messages)
    {
        DemoRun run = DemoRun.Of(folder.Write("a.npy", npy));
        foreach (string message in messages)
        {
            run.AssertError(message);
        }

        Assert.Contains(folder.PathOf("a.npy"), run.Error, StringComparison.Ordinal);
        Assert.Equal(["a.npy"], folder.FileNames);
    }
}
