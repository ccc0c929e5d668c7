using System;
using System.IO;
using System.Linq;
using MsgPackSimd.Benchmarks.Inputs;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

public class InputTests
{
    [Theory]
    [InlineData("all_0", 0)]
    [InlineData("all_-32", -32)]
    [InlineData("all_-33", -33)]
    public void A_constant_input_is_that_constant(string name, int value)
    {
        Assert.All(InputArrays.Create<sbyte>(name, 100, 2).SelectMany(array => array), element => Assert.Equal(value, element));
        Assert.All(InputArrays.Create<short>(name, 100, 2).SelectMany(array => array), element => Assert.Equal(value, element));
        Assert.All(InputArrays.Create<int>(name, 100, 2).SelectMany(array => array), element => Assert.Equal(value, element));
        Assert.All(InputArrays.Create<long>(name, 100, 2).SelectMany(array => array), element => Assert.Equal(value, element));
    }

    [Fact]
    public void A_recording_goes_on_from_array_to_array_and_starts_over_at_its_end()
    {
        int[] recording = RecordingFiles.Load<int>("volume");

        int[][] arrays = InputArrays.Create<int>("volume", 1000, 3);

        Assert.Equal(1047, recording.Length);
        Assert.Equal([.. recording, .. recording, .. recording[..906]], arrays.SelectMany(array => array));
    }

    [Fact]
    public void Every_recording_is_an_input_of_its_type()
    {
        string[] files = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "data"), "*.npy");

        Assert.Equal(7, files.Length);
        Assert.Equal(files.Select(file => Path.GetFileName(file).Split('.')[0]).Order(StringComparer.Ordinal), RecordingFiles.AllNames);
        Assert.Equal(["slope"], RecordingFiles.NamesFor<sbyte>());
        Assert.Equal(["elevation"], RecordingFiles.NamesFor<short>());
        Assert.Equal(["topobathy", "volume"], RecordingFiles.NamesFor<int>());
        Assert.Equal(["mri"], RecordingFiles.NamesFor<ushort>());
        Assert.Equal(["membrane"], RecordingFiles.NamesFor<float>());
        Assert.Equal(["eeg"], RecordingFiles.NamesFor<double>());
        Assert.Empty(RecordingFiles.NamesFor<long>());
        Assert.Empty(RecordingFiles.NamesFor<char>());
    }

    [Fact]
    public void Short_arrays_are_many_and_differ()
    {
        var inputs = new RotatingInputs<int>("random", 16);

        Assert.Equal(256 * 1024, inputs.Values.Sum(array => array.Length));
        Assert.Equal(64 * 1024, new RotatingInputs<double>("random", 16).Values.Sum(array => array.Length));
        Assert.Equal(1024 * 1024, new RotatingInputs<int>("rarely_large", 1024).Values.Sum(array => array.Length));
        Assert.Equal(inputs.Values.Length, inputs.Values.Select(array => array[0]).Distinct().Count());
    }

    [Fact]
    public void A_name_that_a_type_does_not_have_is_refused()
    {
        Assert.Throws<ArgumentException>(() => InputArrays.Create<uint>("all_-33", 1, 1));
        Assert.Throws<ArgumentException>(() => InputArrays.Create<uint>("elevation", 1, 1));
    }
}
