using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using MessagePack;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>
/// Bytes that change while they are read, as in a memory-mapped file. A wrong token is found by the quick path, which then has the array decoded once more for
/// the exception: by that time the token may be a right one.
/// </summary>
public class ChangingBytesTests
{
    private const int Count = 100;

    /// <summary>Where the wrong token is: behind the header and so many tokens of a byte.</summary>
    private const int WrongToken = 3 + 50;

    [Fact]
    public void A_token_that_was_wrong_and_is_right_when_looked_at_again_is_an_exception_of_the_usual_kind()
    {
        byte[] message = ReferenceCodec.Encode<int>([.. Enumerable.Range(0, Count)]);
        Check<int[]>(message);
        Check<double[]>(message);
        Check<DateOnly[]>(message);
        Check<List<int>>(message);
        Check<IEnumerable<short>>(message);
        Check<ReadOnlyMemory<long>>(message);
        Check<Queue<int>>(message);
        Check<HashSet<int>>(message);
        Check<int[,]>([0x93, 10, 10, .. message], 3 + WrongToken);
    }

    /// <summary>These are not decoded once more: MessagePackReader goes on where the codec stopped.</summary>
    [Fact]
    public void Where_the_reader_takes_over_a_token_that_is_right_by_then_is_read()
    {
        Check<int?[]>(ReferenceCodec.Encode<int>([.. Enumerable.Range(0, Count)]), isDecodedAgain: false);
        Check<BitArray>(ReferenceCodec.Encode(new bool[Count]), isDecodedAgain: false);
    }

    /// <summary>Corrects the token the first time that the memory is looked at, the second time, and so on, until it is never corrected.</summary>
    /// <param name="message">The message.</param>
    /// <param name="wrongToken">The index of the byte that is wrong at first.</param>
    /// <param name="isDecodedAgain">Whether there is a time at which it is corrected, and the message refused all the same.</param>
    private static void Check<TShape>(byte[] message, int wrongToken = WrongToken, bool isDecodedAgain = true)
    {
        int refusedThoughCorrected = 0;
        bool isCorrected;
        int after = 0;
        do
        {
            using var memory = new CorrectedMemory(message, wrongToken, after++);
            try
            {
                MessagePackSerializer.Deserialize<TShape>(memory.Memory, SimdStandardResolver.Options);
            }
            catch (MessagePackSerializationException e)
            {
                Assert.IsType<MessagePackSerializationException>(e.InnerException);
                Assert.Null(e.InnerException.InnerException);
                refusedThoughCorrected += memory.IsCorrected ? 1 : 0;
            }

            isCorrected = memory.IsCorrected;
            Assert.InRange(after, 1, 100);
        }
        while (isCorrected);

        Assert.True(isDecodedAgain == (refusedThoughCorrected != 0), $"{typeof(TShape)}: refused though corrected {refusedThoughCorrected} times");
    }

    /// <summary>A message, one byte of which is that of an empty string until the memory has been looked at so many times.</summary>
    private sealed class CorrectedMemory : MemoryManager<byte>
    {
        private const byte EmptyString = 0xa0;

        private readonly byte[] bytes;
        private readonly int index;
        private readonly byte corrected;
        private int left;

        public CorrectedMemory(byte[] message, int index, int after)
        {
            bytes = [.. message];
            corrected = bytes[index];
            bytes[index] = EmptyString;
            this.index = index;
            left = after;
        }

        public bool IsCorrected => bytes[index] == corrected;

        public override Span<byte> GetSpan()
        {
            if (left-- == 0)
            {
                bytes[index] = corrected;
            }

            return bytes;
        }

        public override MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

        public override void Unpin() => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
        }
    }
}
