using System;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Outputs of every generosity, for arrays of one chunk and of many.</summary>
public abstract class OutputTests<T>
    where T : unmanaged
{
    /// <summary>Around the formatter's chunk of 4,096 elements, and of many chunks.</summary>
    private static readonly int[] Lengths = [1, 15, 16, 17, 300, 4095, 4096, 4097, 8191, 8192, 8193, 50_000];

    [Theory]
    [InlineData(Generosity.Exact)]
    [InlineData(Generosity.Lavish)]
    public void What_keeps_the_contract_gets_every_byte_in_order(Generosity generosity)
    {
        foreach (int length in Lengths)
        {
            foreach (string distribution in LargeInput.Distributions)
            {
                T[] values = LargeInput.Create<T>(distribution, length, (ulong)length);
                var output = new WatchedOutput(generosity);
                MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options);
                output.Watch();
                Assert.False(output.WasOverrun);
                Assert.True(output.Written.AsSpan().SequenceEqual(ReferenceCodec.Encode<T>(values)), $"{distribution} {length}");
                Assert.InRange(output.LargestSizeHint, 0, 64 * 1024);
            }
        }
    }

    /// <summary>Where the contract is broken, what was written so far is right, and the rest is an exception. The writer in between may have seen it first.</summary>
    [Theory]
    [InlineData(Generosity.OneByteShort)]
    [InlineData(Generosity.FiveBytes)]
    [InlineData(Generosity.Nothing)]
    public void What_breaks_the_contract_is_not_overrun(Generosity generosity)
    {
        foreach (int length in Lengths)
        {
            T[] values = LargeInput.Create<T>("random", length, (ulong)length);
            byte[] expected = ReferenceCodec.Encode<T>(values);
            var output = new WatchedOutput(generosity);
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
            output.Watch();
            Assert.False(output.WasOverrun);
            Assert.True(expected.AsSpan().StartsWith(output.Written), $"{length} elements");
            if (thrown is null)
            {
                // Less than the worst case was enough for these tokens.
                Assert.Equal(expected.Length, output.Written.Length);
            }
            else
            {
                // Ours where the formatter asks for room; where not even a header fits, it is up to the writer what it throws.
                Exception? cause = thrown is MessagePackSerializationException ? thrown.InnerException : thrown;
                Assert.True(generosity != Generosity.FiveBytes || cause is InvalidOperationException, $"{length} elements: {cause}");
            }
        }
    }

    [Fact]
    public void An_exception_of_the_output_passes_and_leaves_what_was_written()
    {
        T[] values = LargeInput.Create<T>("random", 50_000, 1);
        byte[] expected = ReferenceCodec.Encode<T>(values);
        var whole = new WatchedOutput(Generosity.Exact);
        MessagePackSerializer.Serialize(whole, values, SimdStandardResolver.Options);
        Assert.True(whole.Calls > 3, $"{whole.Calls} calls");
        for (int call = 1; call <= whole.Calls; call++)
        {
            var output = new WatchedOutput(Generosity.Exact) { ThrowAtCall = call };
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize(output, values, SimdStandardResolver.Options));
            Assert.IsType<TimeoutException>(thrown is MessagePackSerializationException ? thrown.InnerException : thrown);
            Assert.False(output.WasOverrun);
            Assert.True(expected.AsSpan().StartsWith(output.Written), $"call {call}");
        }

        // The formatter holds no state that an exception could leave behind.
        Assert.Equal(GoldenVectors.ToLittleEndian<T>(LargeInput.Create<T>("random", 50_000, 1)), GoldenVectors.ToLittleEndian<T>(values));
        Assert.Equal(expected, MessagePackSerializer.Serialize(values, SimdStandardResolver.Options));
    }
}

public class OutputSByteTests : OutputTests<sbyte>;

public class OutputInt16Tests : OutputTests<short>;

public class OutputInt32Tests : OutputTests<int>;

public class OutputInt64Tests : OutputTests<long>;

public class OutputUInt16Tests : OutputTests<ushort>;

public class OutputUInt32Tests : OutputTests<uint>;

public class OutputUInt64Tests : OutputTests<ulong>;

public class OutputSingleTests : OutputTests<float>;

public class OutputDoubleTests : OutputTests<double>;

public class OutputBooleanTests : OutputTests<bool>;

public class OutputCharTests : OutputTests<char>;
