using System;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading.Tasks;
using MessagePack;
using MsgPackSimd.Benchmarks.Outputs;
using MsgPackSimd.Codec;
using MsgPackSimd.Demo.Measuring;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>Arrays of one type, distribution and length, and the ways to encode and to decode all of them.</summary>
/// <param name="type">The name of the element type, as in <c>int</c>.</param>
/// <param name="data">The name of the distribution or recording.</param>
/// <param name="count">Elements of an array.</param>
internal abstract class Workload(string type, string data, int count)
{
    public string Type => type;

    public string Data => data;

    public int Count => count;

    /// <summary>Gets the number of arrays, which is how many calls an action makes.</summary>
    public abstract int Calls { get; }

    /// <summary>Gets the length of all arrays in MessagePack, in bytes.</summary>
    public abstract long EncodedBytes { get; }

    /// <summary>Our formatter, or for <see cref="Direction.Span"/> our decoder.</summary>
    public abstract Action Candidate(string direction);

    /// <summary>Our scalar code in a formatter, or for <see cref="Direction.Span"/> without one.</summary>
    public abstract Action Scalar(string direction);

    /// <summary>The built-in formatter; <see langword="null"/> without the package, and for what nothing built-in does.</summary>
    public abstract Action? BuiltIn(string direction);

    /// <summary>Copies the MessagePack of each array.</summary>
    public abstract Action Copy();

    /// <summary>One of the three; <see langword="null"/> where there is none.</summary>
    public Action? Of(Contender contender, string direction) => contender switch
    {
        Contender.Ours => Candidate(direction),
        Contender.Scalar => Scalar(direction),
        Contender.BuiltIn => BuiltIn(direction),
        _ => throw new ArgumentOutOfRangeException(nameof(contender)),
    };
}

/// <inheritdoc/>
/// <typeparam name="T">The element type.</typeparam>
internal sealed class Workload<T> : Workload
    where T : unmanaged
{
    private const int PageLength = 4096;
    private const int AliasedBytes = 256;
    private const int MaxVectorCopy = 2048;

    private readonly T[][] values;
    private readonly byte[][] encoded;
    private readonly ReusableBufferWriter output;
    private readonly T[] destination;
    private readonly byte[] copy;
    private readonly Pipe pipe = new(new PipeOptions(pauseWriterThreshold: 0, useSynchronizationContext: false));

    /// <summary>
    /// The array decoded last, kept until the next one is decoded: whoever decodes an array has a use for it, and BenchmarkDotNet keeps it as well. If large
    /// arrays were thrown away at once, the end of their heap would hold only garbage whenever the collector runs. The collector gives the pages of an unused
    /// end back to the system, and what is then measured is how the system hands them out again: for arrays of 512 KiB, 123 page faults an array, and seven
    /// times the time.
    /// </summary>
    private T[]? decoded;

    /// <summary>The bytes encoded last, for the same reason.</summary>
    private byte[]? bytes;

    public Workload(string type, string data, T[][] values, byte[][] encoded)
        : base(type, data, values[0].Length)
    {
        this.values = values;
        this.encoded = encoded;
        output = new ReusableBufferWriter(Math.Max(64 * 1024, 2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(Count)));
        destination = new T[Count];
        copy = new byte[encoded.Max(bytes => bytes.Length) + AliasedBytes];
        EncodedBytes = encoded.Sum(bytes => (long)bytes.Length);
    }

    public override int Calls => values.Length;

    public override long EncodedBytes { get; }

    public override Action Candidate(string direction) =>
        direction == Direction.Span ? DecodeSpan : ThroughSerializer(direction, SimdStandardResolver.Options);

    public override Action Scalar(string direction) =>
        direction == Direction.Span ? DecodeSpanScalar : ThroughSerializer(direction, ScalarResolver.Options);

    public override Action? BuiltIn(string direction) =>
        direction == Direction.Span || BuiltInOptions is null ? null : ThroughSerializer(direction, BuiltInOptions);

    public override Action Copy() => () =>
    {
        foreach (byte[] message in encoded)
        {
            message.AsSpan().CopyTo(copy.AsSpan(CopyOffset(message)));
        }
    };

    /// <summary>
    /// Where in its memory a copy begins. glibc uses <c>rep movsb</c> from <see cref="MaxVectorCopy"/> bytes on. On a Zen 4 that took up to
    /// thirty times as long where, by its place within a page, the copy lay less than 64 bytes behind the original, and a little longer where it lay up to
    /// <see cref="AliasedBytes"/> bytes behind (<see href="https://lunnova.dev/articles/ryzen-slow-short-rep-mov">why</see>). Such a copy would be too easy to
    /// beat.
    /// </summary>
    private int CopyOffset(byte[] message)
    {
        if (message.Length < MaxVectorCopy)
        {
            return 0;
        }

        nint distance = Unsafe.ByteOffset(ref MemoryMarshal.GetArrayDataReference(message), ref MemoryMarshal.GetArrayDataReference(copy));
        return (int)(distance & (PageLength - 1)) is > 0 and < AliasedBytes ? AliasedBytes : 0;
    }

    private static MessagePackSerializerOptions? BuiltInOptions =>
#if MESSAGEPACK_PACKAGE
        MessagePackSerializerOptions.Standard;
#else
        null;
#endif

    private Action ThroughSerializer(string direction, MessagePackSerializerOptions options) => direction switch
    {
        Direction.Encode => () => Encode(options),
        Direction.Bytes => () => EncodeToBytes(options),
        Direction.Pipe => () => EncodeToPipe(options),
        Direction.Decode => () => Decode(options),
        _ => throw new ArgumentException(direction, nameof(direction)),
    };

    private void Encode(MessagePackSerializerOptions options)
    {
        foreach (T[] array in values)
        {
            output.Reset();
            MessagePackSerializer.Serialize(output, array, options);
        }
    }

    private void EncodeToBytes(MessagePackSerializerOptions options)
    {
        foreach (T[] array in values)
        {
            bytes = MessagePackSerializer.Serialize(array, options);
        }
    }

    private void EncodeToPipe(MessagePackSerializerOptions options)
    {
        foreach (T[] array in values)
        {
            MessagePackSerializer.Serialize(pipe.Writer, array, options);

            // No number of bytes makes this pipe pause.
            ValueTask<FlushResult> flushed = pipe.Writer.FlushAsync();
            Debug.Assert(flushed.IsCompletedSuccessfully && !flushed.Result.IsCompleted);
            if (pipe.Reader.TryRead(out ReadResult written))
            {
                pipe.Reader.AdvanceTo(written.Buffer.End);
            }
        }
    }

    private void Decode(MessagePackSerializerOptions options)
    {
        foreach (byte[] message in encoded)
        {
            decoded = MessagePackSerializer.Deserialize<T[]>(message, options);
        }
    }

    private void DecodeSpan()
    {
        foreach (byte[] message in encoded)
        {
            MessagePackArrayDecoder.Decode<T>(message, destination, out _);
        }
    }

    private void DecodeSpanScalar()
    {
        foreach (byte[] message in encoded)
        {
            ArrayHeader.TryRead(message, out int length, out int headerLength);
            ScalarCodec<T>.DecodeElements(message.AsSpan(headerLength), destination.AsSpan(0, length));
        }
    }
}
