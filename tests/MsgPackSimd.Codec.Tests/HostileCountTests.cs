using System;
using System.Buffers;
using System.Buffers.Binary;
using System.IO;
using System.Linq;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>A header of five bytes may promise four thousand million elements: nothing is allocated because of the promise alone.</summary>
public abstract class HostileCountTests<T>
    where T : unmanaged
{
    /// <summary>More than an exception with its text and its stack needs, and less than any array that is declared here.</summary>
    private const int MaxForException = 24 * 1024;

    private static readonly uint[] Counts = [65_000, 65_535, 65_536, 1 << 20, int.MaxValue - 60, int.MaxValue, 1u << 31, uint.MaxValue];

    [Fact]
    public void A_count_without_the_bytes_is_refused_before_anything_is_allocated()
    {
        // Once before it is measured: the first exception loads what it needs.
        foreach (bool measured in new[] { false, true })
        {
            foreach (uint count in Counts)
            {
                foreach (int bytes in new[] { 0, 1, 50, 20_000 })
                {
                    byte[] message = Message(count, bytes);
                    ReadOnlySequence<byte> pieces = Segmentation.InPieces(message, 3);
                    Type expected = count > int.MaxValue ? typeof(OverflowException) : typeof(EndOfStreamException);
                    Action[] actions =
                    [
                        () => MessagePackArrayDecoder.Decode<T>(message, out int _),
                        () => MessagePackArrayDecoder.Decode<T>(pieces, out long _),
                        () => MessagePackArrayDecoder.Decode<T>(message, [], out int _),
                        () => MessagePackArrayDecoder.Decode<T>(pieces, [], out long _),
                        () => MessagePackArrayDecoder.DecodeNullable<T>(message, out int _),
                        () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, out long _),
                        () => MessagePackArrayDecoder.DecodeNullable<T>(message, [], out int _),
                        () => MessagePackArrayDecoder.DecodeNullable<T>(pieces, [], out long _),
                    ];
                    foreach (Action action in actions)
                    {
                        long before = GC.GetAllocatedBytesForCurrentThread();
                        Exception? thrown = Thrown(action);
                        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                        Assert.IsType(expected, thrown);
                        Assert.True(!measured || allocated <= MaxForException, $"{allocated} bytes for {count} elements and {bytes} bytes");
                    }
                }
            }
        }
    }

    [ReleaseFact]
    public void The_statuses_allocate_nothing_whatever_is_declared()
    {
        byte[][] messages = [.. Counts.Select(count => Message(count, 50)), [0xdd, 0xff], [0xdc], [], [0xc1], [0x9f]];
        ReadOnlySequence<byte>[] sequences = [.. messages.Select(message => Segmentation.InPieces(message, 2))];
        T[] room = new T[100];
        byte[][] bad = [[0xc1], [0xc0, 0x01], [0xcf, 0xff], [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 1], [0x05, 0xc2, 0xcb], []];
        ReadOnlySequence<byte>[] badSequences = [.. bad.Select(tokens => Segmentation.InPieces(tokens, 1))];
        void Run()
        {
            for (int i = 0; i < messages.Length; i++)
            {
                OperationStatus status = MessagePackArrayDecoder.TryReadHeader(messages[i], out int count, out int header);
                if (status == OperationStatus.Done)
                {
                    MessagePackArrayDecoder.DecodeElements(messages[i].AsSpan(header), room.AsSpan(0, Math.Min(100, count)), out int _, out _);
                }

                status = MessagePackArrayDecoder.TryReadHeader(sequences[i], out count, out long longHeader);
                if (status == OperationStatus.Done)
                {
                    MessagePackArrayDecoder.DecodeElements(
                        sequences[i].Slice(longHeader), room.AsSpan(0, Math.Min(100, count)), out long _, out _);
                }
            }

            for (int i = 0; i < bad.Length; i++)
            {
                MessagePackArrayDecoder.DecodeElements<T>(bad[i], room, out int _, out _);
                MessagePackArrayDecoder.DecodeElements<T>(badSequences[i], room, out long _, out _);
            }

            MessagePackArrayEncoder.EncodeElements<T>(room, [], out _, out _);
            MessagePackArrayEncoder.TryEncode<T>(room, [], out _);
        }

        Assert.Equal(0, Allocations.Least(Run));
    }

    private static byte[] Message(uint count, int bytes)
    {
        byte[] message = new byte[5 + bytes];
        message[0] = 0xdd;
        BinaryPrimitives.WriteUInt32BigEndian(message.AsSpan(1), count);
        message.AsSpan(5).Fill(typeof(T) == typeof(bool) ? (byte)0xc3 : (byte)0x01);
        return message;
    }

    private static Exception? Thrown(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception e) when (e is OverflowException or EndOfStreamException)
        {
            return e;
        }
    }
}

public class HostileCountSByteTests : HostileCountTests<sbyte>;

public class HostileCountInt16Tests : HostileCountTests<short>;

public class HostileCountInt32Tests : HostileCountTests<int>;

public class HostileCountInt64Tests : HostileCountTests<long>;

public class HostileCountByteTests : HostileCountTests<byte>;

public class HostileCountUInt16Tests : HostileCountTests<ushort>;

public class HostileCountUInt32Tests : HostileCountTests<uint>;

public class HostileCountUInt64Tests : HostileCountTests<ulong>;

public class HostileCountSingleTests : HostileCountTests<float>;

public class HostileCountDoubleTests : HostileCountTests<double>;

public class HostileCountBooleanTests : HostileCountTests<bool>;

public class HostileCountCharTests : HostileCountTests<char>;

public class HostileCountDateTimeTests : HostileCountTests<DateTime>;

public class HostileCountTimeSpanTests : HostileCountTests<TimeSpan>;

public class HostileCountDateOnlyTests : HostileCountTests<DateOnly>;

public class HostileCountTimeOnlyTests : HostileCountTests<TimeOnly>;

public class HostileCountHalfTests : HostileCountTests<Half>;
