using System;
using System.Buffers;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Tokens of every form, cut by a border at each of their bytes, and by a second one in what is left, between segments that are too long to be decoded
/// together. (Messages that are short as a whole, as most tests have them, never get there.)
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
public abstract class CutTokenTests<T>
    where T : unmanaged
{
    /// <summary>Elements before and behind the token, each of a byte at least.</summary>
    private const int Around = SegmentDecoding.MinLengthApart + 20;

    private const int Room = (2 * Around) + 5;

    private static readonly byte[] Before = Elements(1);

    private static readonly byte[] Behind = Elements(2);

    private static byte[][] Forms => [.. TokenForms.All, .. TokenForms.Small];

    [Fact]
    public void A_token_is_read_across_one_border_or_two()
    {
        foreach (byte[] token in Forms)
        {
            byte[] message = [.. Before, .. token, .. Behind];
            ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(message, Room);
            foreach ((int first, int second) in Cuts(token.Length))
            {
                Check(expected, message, Before.Length + first, Before.Length + second);
            }
        }
    }

    [Fact]
    public void A_token_that_ends_with_the_sequence_is_read_or_needs_more_bytes()
    {
        foreach (byte[] token in Forms)
        {
            for (int length = 1; length <= token.Length; length++)
            {
                byte[] message = [.. Before, .. token.AsSpan(0, length)];
                ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(message, Room);
                foreach ((int first, int second) in Cuts(length))
                {
                    Check(expected, message, Before.Length + first, Before.Length + second);
                }
            }
        }
    }

    private static byte[] Elements(ulong state) => ReferenceCodec.EncodeElements<T>(LargeInput.Create<T>(LargeInput.Distributions[0], Around, state));

    /// <summary>Two places in a token, which may be one, or its beginning or end.</summary>
    private static (int First, int Second)[] Cuts(int length) =>
        [.. Enumerable.Range(0, length + 1).SelectMany(first => Enumerable.Range(first, length + 1 - first).Select(second => (first, second)))];

    private static void Check(ReferenceResult<T> expected, byte[] message, int first, int second)
    {
        string because = $"{Convert.ToHexString(message.AsSpan(Before.Length, Math.Min(message.Length - Before.Length, 20)))}…, "
            + $"cut at {first - Before.Length} and {second - Before.Length}:";
        ReadOnlySequence<byte> segments = first == second
            ? Segmentation.Join<byte>(message.AsSpan(0, first).ToArray(), message.AsSpan(first).ToArray())
            : Segmentation.Join<byte>(message.AsSpan(0, first).ToArray(), message.AsSpan(first, second - first).ToArray(), message.AsSpan(second).ToArray());
        T[] values = new T[Room];
        OperationStatus status = MessagePackArrayDecoder.DecodeElements<T>(segments, values, out long consumed, out int written);
        Assert.True(expected.Outcome.ToOperationStatus() == status, $"{because} {status} instead of {expected.Outcome}");
        Assert.True(expected.Consumed == consumed, $"{because} {consumed} bytes consumed instead of {expected.Consumed}");
        AssertBits.Equal<T>(expected.Values, values.AsSpan(0, written), because);

        // Where elements may be missing, a nil is one, and ends nothing: so what is expected is what the bytes in one piece give.
        var expectedMaybe = new T?[Room];
        OperationStatus expectedStatus = MessagePackArrayDecoder.DecodeNullableElements<T>(
            message, expectedMaybe, out int expectedConsumed, out int expectedWritten);
        var maybe = new T?[Room];
        status = MessagePackArrayDecoder.DecodeNullableElements<T>(segments, maybe, out consumed, out written);
        because += " where elements may be missing";
        Assert.True(expectedStatus == status, $"{because} {status} instead of {expectedStatus}");
        Assert.True(expectedConsumed == consumed, $"{because} {consumed} bytes consumed instead of {expectedConsumed}");
        AssertBits.Equal<bool>(
            Array.ConvertAll(expectedMaybe[..expectedWritten], value => value.HasValue), Array.ConvertAll(maybe[..written], value => value.HasValue), because);
        AssertBits.Equal<T>(
            Array.ConvertAll(expectedMaybe[..expectedWritten], value => value.GetValueOrDefault()),
            Array.ConvertAll(maybe[..written], value => value.GetValueOrDefault()),
            because);
    }
}

public class CutTokenSByteTests : CutTokenTests<sbyte>;

public class CutTokenInt16Tests : CutTokenTests<short>;

public class CutTokenInt32Tests : CutTokenTests<int>;

public class CutTokenInt64Tests : CutTokenTests<long>;

public class CutTokenByteTests : CutTokenTests<byte>;

public class CutTokenUInt16Tests : CutTokenTests<ushort>;

public class CutTokenUInt32Tests : CutTokenTests<uint>;

public class CutTokenUInt64Tests : CutTokenTests<ulong>;

public class CutTokenSingleTests : CutTokenTests<float>;

public class CutTokenDoubleTests : CutTokenTests<double>;

public class CutTokenCharTests : CutTokenTests<char>;

public class CutTokenBooleanTests : CutTokenTests<bool>;

public class CutTokenDateTimeTests : CutTokenTests<DateTime>;

public class CutTokenHalfTests : CutTokenTests<Half>;

public class CutTokenTimeSpanTests : CutTokenTests<TimeSpan>;

public class CutTokenDateOnlyTests : CutTokenTests<DateOnly>;

public class CutTokenTimeOnlyTests : CutTokenTests<TimeOnly>;
