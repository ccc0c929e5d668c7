using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace MsgPackSimd.TestSupport;

/// <summary>A line of <c>encode.jsonl.gz</c>.</summary>
public sealed record EncodeVector(string Case, byte[] Raw, byte[] MessagePack);

/// <summary>A line of <c>encode-large.jsonl.gz</c>.</summary>
public sealed record LargeVector(string Case, int Count, ulong State, string InputSha256, long MessagePackBytes, string MessagePackSha256);

/// <summary>A line of <c>decode.jsonl.gz</c>: one of <see cref="Error"/>, <see cref="IsNull"/> and <see cref="Raw"/> says what comes out.</summary>
public sealed record DecodeVector(string Case, byte[] MessagePack, string? Error, bool IsNull, byte[]? Raw, int Consumed)
{
    public string Describe() => $"{Case} ({Convert.ToHexString(MessagePack).ToLowerInvariant()})";
}

/// <summary>The files under <c>tests/golden</c>, by element type.</summary>
public static class GoldenVectors
{
    private static readonly ILookup<string, EncodeVector> EncodeByType = Load("encode.jsonl.gz", line => new EncodeVector(
        line.GetProperty("case").GetString()!, Hex(line, "raw_le")!, Hex(line, "msgpack")!));

    private static readonly ILookup<string, DecodeVector> DecodeByType = Load("decode.jsonl.gz", line => new DecodeVector(
        line.GetProperty("case").GetString()!,
        Hex(line, "msgpack")!,
        line.TryGetProperty("error", out JsonElement error) ? error.GetString() : null,
        line.TryGetProperty("null", out JsonElement isNull) && isNull.GetBoolean(),
        Hex(line, "raw_le"),
        line.TryGetProperty("consumed", out JsonElement consumed) ? consumed.GetInt32() : 0));

    private static readonly ILookup<string, LargeVector> LargeByType = Load("encode-large.jsonl.gz", line => new LargeVector(
        line.GetProperty("case").GetString()!,
        line.GetProperty("count").GetInt32(),
        line.GetProperty("state").GetUInt64(),
        line.GetProperty("input_sha256").GetString()!,
        line.GetProperty("msgpack_bytes").GetInt64(),
        line.GetProperty("msgpack_sha256").GetString()!));

    public static IReadOnlyList<EncodeVector> Encode<T>() => [.. EncodeByType[ElementName<T>()]];

    public static IReadOnlyList<DecodeVector> Decode<T>() => [.. DecodeByType[ElementName<T>()]];

    public static IReadOnlyList<LargeVector> Large<T>() => [.. LargeByType[ElementName<T>()]];

    /// <summary>Turns little-endian memory into elements, whatever this machine's byte order.</summary>
    public static T[] FromLittleEndian<T>(ReadOnlySpan<byte> raw)
        where T : unmanaged
    {
        byte[] bytes = raw.ToArray();
        ToggleEndianness<T>(bytes);
        return MemoryMarshal.Cast<byte, T>(bytes).ToArray();
    }

    /// <summary>Turns elements into little-endian memory, to compare bit for bit.</summary>
    public static byte[] ToLittleEndian<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        byte[] bytes = MemoryMarshal.AsBytes(values).ToArray();
        ToggleEndianness<T>(bytes);
        return bytes;
    }

    private static unsafe void ToggleEndianness<T>(Span<byte> bytes)
        where T : unmanaged
    {
        if (!BitConverter.IsLittleEndian)
        {
            for (int i = 0; i < bytes.Length; i += sizeof(T))
            {
                bytes.Slice(i, sizeof(T)).Reverse();
            }
        }
    }

    private static string ElementName<T>() => Type.GetTypeCode(typeof(T)) switch
    {
        TypeCode.SByte => "sbyte",
        TypeCode.Single => "float32",
        TypeCode.Double => "float64",
        TypeCode.Boolean => "bool",
        TypeCode code => code.ToString().ToLowerInvariant(),
    };

    private static ILookup<string, TVector> Load<TVector>(string file, Func<JsonElement, TVector> read)
    {
        using Stream resource = Assembly.GetExecutingAssembly().GetManifestResourceStream(file)
            ?? throw new FileNotFoundException("No such golden vectors.", file);
        using var reader = new StreamReader(new GZipStream(resource, CompressionMode.Decompress));
        var lines = new List<(string Type, TVector Vector)>();
        while (reader.ReadLine() is { } text)
        {
            using var line = JsonDocument.Parse(text);
            lines.Add((line.RootElement.GetProperty("type").GetString()!, read(line.RootElement)));
        }

        return lines.ToLookup(line => line.Type, line => line.Vector);
    }

    private static byte[]? Hex(JsonElement line, string property) =>
        line.TryGetProperty(property, out JsonElement hex) ? Convert.FromHexString(hex.GetString()!) : null;
}
