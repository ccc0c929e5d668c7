using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using MessagePack;
using MsgPackSimd.Demo.Measuring;
using MsgPackSimd.Demo.Npy;

namespace MsgPackSimd.Demo.Recordings;

/// <summary>The array of one recording, to be taken to MessagePack and back.</summary>
/// <param name="name">The name of its file.</param>
/// <param name="header">The header of its file.</param>
internal abstract class Recording(string name, NpyHeader header)
{
    public string Name => name;

    public NpyHeader Header => header;

    /// <summary>Gets the length of the values in memory.</summary>
    public long BytesIn => (long)header.Count * header.Type.Size;

    /// <summary>Gets the length of the MessagePack array.</summary>
    public abstract int BytesOut { get; }

    public abstract Contest Encoding { get; }

    public abstract Contest Decoding { get; }

    /// <summary>Reads a recording.</summary>
    /// <param name="path">Its <c>.npy</c> file.</param>
    /// <exception cref="DemoException">It can't be read.</exception>
    public static Recording Load(string path) => InputFile.Read(path, stream =>
    {
        NpyHeader header = NpyHeaderReader.Read(stream);
        return header.Type.Accept(new Loader(Path.GetFileName(path), header, stream));
    });

    /// <summary>Encodes and decodes the array, and tells what is wrong with the result.</summary>
    /// <param name="digest">The SHA-256 of the right bytes, in lower-case hexadecimal digits.</param>
    /// <returns>A line for everything that differs; none if all is right.</returns>
    public abstract IEnumerable<string> FindMismatches(string digest);

    private sealed class Loader(string name, NpyHeader header, Stream npy) : IElementTypeVisitor<Recording>
    {
        public Recording Visit<T>()
            where T : unmanaged =>
            new Recording<T>(name, header, NpyValues.Read<T>(npy, header));
    }
}

/// <inheritdoc/>
/// <typeparam name="T">The element type.</typeparam>
internal sealed class Recording<T> : Recording
    where T : unmanaged
{
    private readonly T[] values;
    private readonly ArrayBufferWriter<byte> output = new();
    private readonly byte[] messagePack;

    // Without the dictionary look-up of a composed resolver, which is not part of what is compared.
    private readonly SerializerCodec<T> candidate = new("SimdStandardResolver", SimdStandardResolver.Options);
    private readonly SerializerCodec<T> composed = new("the composed resolver", ComposedOptions.Instance);
    private readonly IArrayCodec<T> baseline = Baseline.Create<T>();

    /// <summary>Keeps what was decoded last, so that no compiler can find decoding to be of no use.</summary>
    private T[]? decoded;

    public Recording(string name, NpyHeader header, T[] values)
        : base(name, header)
    {
        this.values = values;
        messagePack = Encode(candidate).ToArray();
        Encoding = new Contest(() => Encode(candidate), () => Encode(baseline));
        Decoding = new Contest(() => Decode(candidate), () => Decode(baseline));
    }

    public override int BytesOut => messagePack.Length;

    public override Contest Encoding { get; }

    public override Contest Decoding { get; }

    public override IEnumerable<string> FindMismatches(string digest)
    {
        // The baseline too: a figure that is compared with something wrong says nothing.
        foreach (IArrayCodec<T> codec in new[] { composed, candidate, baseline })
        {
            string actual = Convert.ToHexStringLower(SHA256.HashData(Encode(codec)));
            if (actual != digest)
            {
                yield return $"{Name}: {codec.Name} wrote bytes with SHA-256 {actual}, not {digest}";
            }

            if (!ReadsTheSame(codec, output.WrittenMemory))
            {
                yield return $"{Name}: {codec.Name} did not read the values that it had written";
            }
        }
    }

    /// <summary>Compares bit for bit: to <c>==</c>, not even the same NaN is the same.</summary>
    private bool ReadsTheSame(IArrayCodec<T> codec, ReadOnlyMemory<byte> written)
    {
        try
        {
            return MemoryMarshal.AsBytes(codec.Decode(written).AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(values.AsSpan()));
        }
        catch (Exception e) when (e is MessagePackSerializationException or InvalidDataException)
        {
            return false;
        }
    }

    private ReadOnlySpan<byte> Encode(IArrayCodec<T> codec)
    {
        output.ResetWrittenCount();
        codec.Encode(values, output);
        return output.WrittenSpan;
    }

    private void Decode(IArrayCodec<T> codec) => decoded = codec.Decode(messagePack);
}
