using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Long stretches of one token form, for which the decode kernels have loops, with one other token in every place: an accepted one, one of the
/// wrong kind, one whose value does not fit, one that is cut short.
/// </summary>
public abstract class DecodeStretchTests<T>
    where T : unmanaged
{
    private const int Length = 110;

    [Fact]
    public void One_other_token_in_every_place_is_as_the_reference_says()
    {
        byte[][] accepted = TokenForms.Accepted<T>(TokenForms.All);
        Assert.NotEmpty(accepted);
        foreach (byte[] uniform in accepted)
        {
            foreach (byte[] other in TokenForms.All)
            {
                for (int place = 0; place < Length; place++)
                {
                    Check(uniform, other, place);
                }
            }
        }
    }

    [Fact]
    public void Values_of_every_stretch_come_out_in_order()
    {
        var random = new Random(21);
        foreach (byte[] form in TokenForms.Accepted<T>(TokenForms.All))
        {
            var tokens = new List<byte>();
            for (int i = 0; i < Length; i++)
            {
                byte[] token = [.. form];
                if (token.Length > 1)
                {
                    random.NextBytes(token.AsSpan(token.Length - 1));
                }

                tokens.AddRange(token);
            }

            Compare([.. tokens], Length, Convert.ToHexString(form));
        }
    }

    /// <summary>
    /// Stretches of any length with one to three other tokens between them, some of which can't be decoded: after a long stretch a single token is read by
    /// itself, after a short one the kernels for mixed widths begin.
    /// </summary>
    [Fact]
    public void Stretches_with_other_tokens_between_them_are_as_the_reference_says()
    {
        byte[][] accepted = TokenForms.Accepted<T>(TokenForms.All);
        var random = new Random(23);
        for (int message = 0; message < 400; message++)
        {
            byte[] uniform = accepted[random.Next(accepted.Length)];
            int longest = random.Next(1, 160);
            bool isDamaged = random.Next(4) == 0;
            var tokens = new List<byte>();
            int count = 0;
            while (count < 600)
            {
                int stretch = random.Next(longest);
                int others = random.Next(1, 4);
                for (int i = 0; i < stretch + others; i++)
                {
                    byte[][] forms = isDamaged && count > 300 ? TokenForms.All : accepted;
                    tokens.AddRange(i < stretch ? uniform : forms[random.Next(forms.Length)]);
                    count++;
                }
            }

            string what = $"Message {message}, {Convert.ToHexString(uniform)}, up to {longest}:";
            Compare([.. tokens], count, what);
            Compare([.. tokens.Take(random.Next(tokens.Count))], count, what + " cut");
            Compare([.. tokens], random.Next(1, count), what + " little room");
        }
    }

    /// <summary>
    /// Long messages of sections, each of one to three forms, as a writer makes them that takes more bytes than it has to, or does not know what the elements
    /// are: small numbers in every form there is, so that narrow elements are read from wide tokens, and floats from integers. Some end in a token that can't
    /// be decoded, or does not fit; all are cut short too.
    /// </summary>
    [Fact]
    public void Long_messages_whose_forms_change_are_as_the_reference_says()
    {
        byte[][] accepted = TokenForms.Accepted<T>([.. TokenForms.Small, .. TokenForms.All]);
        var random = new Random(24);
        for (int message = 0; message < 60; message++)
        {
            byte[] tokens = TokenForms.Sections(random, accepted, out int count);
            string what = $"Message {message}:";
            Compare(tokens, count, what);
            Compare(tokens[..random.Next(tokens.Length)], count, what + " cut");
            Compare(tokens, random.Next(1, count), what + " little room");
            for (int i = 0; i < 3; i++)
            {
                int start = random.Next(Math.Max(1, count - 700), count);
                byte[] head = tokens[..ReferenceCodec.DecodeElements<T>(tokens, start).Consumed];
                byte[] other = TokenForms.All[random.Next(TokenForms.All.Length)];
                Compare([.. head, .. other, .. tokens[head.Length..]], count + 1, $"{what} {Convert.ToHexString(other)} behind {start}");
            }
        }
    }

    /// <summary>
    /// The same tokens go on behind the source, and the same memory behind the destination: the lengths of both, not what lies behind them, must end
    /// the loops.
    /// </summary>
    [Fact]
    public void Nothing_behind_the_source_is_read_and_nothing_behind_the_destination_is_written()
    {
        const int Count = 300;
        byte[][] accepted = TokenForms.Accepted<T>(TokenForms.All);
        var random = new Random(22);
        byte[][] prefix = [.. Enumerable.Range(0, 21).Select(_ => accepted[random.Next(accepted.Length)])];
        byte[][] mixed = [.. Enumerable.Range(0, Count).Select(_ => accepted[random.Next(accepted.Length)])];
        foreach (byte[][] tokens in accepted.Select(form => Enumerable.Repeat(form, Count).ToArray()).Append(mixed))
        {
            CheckEnds([.. tokens.SelectMany(token => token)]);
            CheckEnds([.. prefix.Concat(tokens).SelectMany(token => token)]);
        }
    }

    private static void CheckEnds(byte[] tokens)
    {
        byte[] untouched = [.. Enumerable.Repeat((byte)0xa5, 128 * 8)];
        foreach (int length in new[] { 1, 9, 17, 60, 127, 128, 129, 200, tokens.Length / 2, tokens.Length })
        {
            if (length > tokens.Length)
            {
                continue;
            }

            foreach (int room in new[] { 0, 1, 2, 8, 15, 16, 17, 39, 40, 41, 63, 64, 65, 100, 250, 400 })
            {
                ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(tokens.AsSpan(0, length), room);
                T[] memory = new T[room + 128];
                Span<byte> behind = MemoryMarshal.AsBytes(memory.AsSpan(room));
                untouched.AsSpan(0, behind.Length).CopyTo(behind);
                MessagePackArrayDecoder.DecodeElements<T>(tokens.AsSpan(0, length), memory.AsSpan(0, room), out int consumed, out int written);
                Assert.Equal((expected.Consumed, expected.Values.Length), (consumed, written));
                AssertBits.Equal<T>(expected.Values, memory.AsSpan(0, written), $"{length} bytes into {room}:");
                Assert.Equal(-1, behind.IndexOfAnyExcept((byte)0xa5));
            }
        }
    }

    private static void Check(byte[] uniform, byte[] other, int place)
    {
        var tokens = new List<byte>();
        for (int i = 0; i < Length; i++)
        {
            tokens.AddRange(i == place ? other : uniform);
        }

        string what = $"{Convert.ToHexString(uniform)} with {Convert.ToHexString(other)} at {place}:";
        Compare([.. tokens], Length, what);

        // Cut short behind the other token's first byte, and with less room than tokens.
        Compare([.. tokens.Take((uniform.Length * place) + 1)], Length, what + " cut");
        Compare([.. tokens], Math.Max(1, place), what + " little room");
    }

    private static void Compare(byte[] tokens, int room, string what)
    {
        ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(tokens, room);
        T[] values = new T[room];
        OperationStatus status = MessagePackArrayDecoder.DecodeElements<T>(tokens, values, out int consumed, out int written);
        OperationStatus expectedStatus = expected.Outcome.ToOperationStatus();
        Assert.True(expectedStatus == status, $"{what} {status} instead of {expectedStatus}");
        Assert.True(expected.Consumed == consumed, $"{what} consumed {consumed} instead of {expected.Consumed}");
        AssertBits.Equal<T>(expected.Values, values.AsSpan(0, written), what);
    }
}

public class DecodeStretchSByteTests : DecodeStretchTests<sbyte>;

public class DecodeStretchInt16Tests : DecodeStretchTests<short>;

public class DecodeStretchInt32Tests : DecodeStretchTests<int>;

public class DecodeStretchInt64Tests : DecodeStretchTests<long>;

public class DecodeStretchByteTests : DecodeStretchTests<byte>;

public class DecodeStretchUInt16Tests : DecodeStretchTests<ushort>;

public class DecodeStretchUInt32Tests : DecodeStretchTests<uint>;

public class DecodeStretchUInt64Tests : DecodeStretchTests<ulong>;

public class DecodeStretchSingleTests : DecodeStretchTests<float>;

public class DecodeStretchDoubleTests : DecodeStretchTests<double>;

public class DecodeStretchBooleanTests : DecodeStretchTests<bool>;

public class DecodeStretchCharTests : DecodeStretchTests<char>;

public class DecodeStretchDateTimeTests : DecodeStretchTests<DateTime>;

public class DecodeStretchTimeSpanTests : DecodeStretchTests<TimeSpan>;

public class DecodeStretchDateOnlyTests : DecodeStretchTests<DateOnly>;

public class DecodeStretchTimeOnlyTests : DecodeStretchTests<TimeOnly>;

public class DecodeStretchHalfTests : DecodeStretchTests<Half>;
