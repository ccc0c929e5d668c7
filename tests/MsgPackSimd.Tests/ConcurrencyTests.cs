using System;
using System.Buffers;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Many threads: from the first call on, on one formatter, and against the array that is being encoded.</summary>
public class ConcurrencyTests
{
    [Fact]
    public async Task The_first_calls_may_come_from_many_threads_at_once()
    {
        for (int round = 0; round < 4; round++)
        {
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync("MsgPackSimd.Faults", "first-calls");
            Assert.True(exitCode == 0, $"exit code {exitCode}:\n{output}\n{errors}");
            Assert.EndsWith("all is well", output.TrimEnd(), StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// What is counted, then written, may have changed in between: the result is then an exception or a message that is whole, and nothing outside
    /// of the destination is ever written.
    /// </summary>
    [Fact]
    public async Task An_array_that_is_changed_while_it_is_encoded_makes_no_damage()
    {
        using var stop = new CancellationTokenSource();
        int[] values = new int[1000];
        var changing = Task.Run(() =>
        {
            int[] kinds = [0, -1, 200, -200, 70_000, int.MinValue];
            for (int i = 0; !stop.IsCancellationRequested; i++)
            {
                values.AsSpan(i % 500, 500).Fill(kinds[i % kinds.Length]);
            }
        });

        byte[] memory = new byte[64 + MessagePackArrayEncoder.GetMaxEncodedLength<int>(values.Length) + 64];
        int refused = 0;
        try
        {
            for (int round = 0; round < 3000; round++)
            {
                try
                {
                    RequireThousand(MessagePackArrayEncoder.Encode<int>(values));
                }
                catch (InvalidOperationException)
                {
                    refused++;
                }

                memory.AsSpan().Fill(0xa5);
                int room = 3 + (round % 5000);
                bool whole = MessagePackArrayEncoder.TryEncode<int>(values, memory.AsSpan(64, room), out int written);
                if (whole)
                {
                    RequireThousand(memory.AsSpan(64, written));
                }

                Assert.Equal(-1, memory.AsSpan(0, 64).IndexOfAnyExcept((byte)0xa5));
                Assert.Equal(-1, memory.AsSpan(64 + room).IndexOfAnyExcept((byte)0xa5));
                RequireThousand(MessagePackSerializer.Serialize(values, SimdStandardResolver.Options));
            }
        }
        finally
        {
            await stop.CancelAsync();
            await changing;
        }

        Assert.InRange(refused, 0, 3000);
    }

    [Fact]
    public void One_formatter_serves_many_threads()
    {
        Parallel.For(0, 64, new ParallelOptions { MaxDegreeOfParallelism = 8 }, i =>
        {
            Check<sbyte>(i);
            Check<short>(i);
            Check<int>(i);
            Check<long>(i);
            Check<ushort>(i);
            Check<uint>(i);
            Check<ulong>(i);
            Check<float>(i);
            Check<double>(i);
            Check<bool>(i);
            Check<char>(i);
        });
    }

    private static void RequireThousand(ReadOnlySpan<byte> message)
    {
        int[] decoded = MessagePackArrayDecoder.Decode<int>(message, out int consumed)!;
        Assert.Equal((1000, message.Length), (decoded.Length, consumed));
    }

    private static void Check<T>(int i)
        where T : unmanaged
    {
        foreach (string distribution in LargeInput.Distributions)
        {
            T[] values = LargeInput.Create<T>(distribution, i * 20, (ulong)i);
            byte[] encoded = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
            Assert.True(encoded.AsSpan().SequenceEqual(ReferenceCodec.Encode<T>(values)), distribution);
            ReadOnlySequence<byte> source = Segmentation.InPieces(encoded, 1 + (i * 3));
            T[] decoded = MessagePackSerializer.Deserialize<T[]>(source, SimdStandardResolver.Options);
            Assert.True(GoldenVectors.ToLittleEndian<T>(values).SequenceEqual(GoldenVectors.ToLittleEndian<T>(decoded)), distribution);
        }
    }
}
