using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Driver;

/// <summary>
/// The golden vectors, read from unpacked files by a few lines of its own, since compression and reflection are not available everywhere that this runs.
/// </summary>
internal static class GoldenChecks
{
    public static bool Run(string folder)
    {
        bool ok = Check(Path.Combine(folder, "encode.jsonl"), Encode);
        return ok & Check(Path.Combine(folder, "decode.jsonl"), Decode);
    }

    private static bool Check(string file, Func<string, string, bool> check)
    {
        int lines = 0;
        int failed = 0;
        foreach (string line in File.ReadLines(file))
        {
            lines++;
            if (!check(line, Property(line, "type")!))
            {
                failed++;
                Console.WriteLine($"FAILED {line}");
            }
        }

        Console.WriteLine($"{Path.GetFileName(file)}: {lines} lines, {failed} failed");
        return failed == 0 && lines > 2000;
    }

    private static bool Encode(string line, string type) => type switch
    {
        "sbyte" => Encode<sbyte>(line),
        "int16" => Encode<short>(line),
        "int32" => Encode<int>(line),
        "int64" => Encode<long>(line),
        "uint16" => Encode<ushort>(line),
        "uint32" => Encode<uint>(line),
        "uint64" => Encode<ulong>(line),
        "float32" => Encode<float>(line),
        "float64" => Encode<double>(line),
        "bool" => Encode<bool>(line),
        "char" => Encode<char>(line),
        _ => false,
    };

    private static bool Decode(string line, string type) => type switch
    {
        "sbyte" => Decode<sbyte>(line),
        "int16" => Decode<short>(line),
        "int32" => Decode<int>(line),
        "int64" => Decode<long>(line),
        "uint16" => Decode<ushort>(line),
        "uint32" => Decode<uint>(line),
        "uint64" => Decode<ulong>(line),
        "float32" => Decode<float>(line),
        "float64" => Decode<double>(line),
        "bool" => Decode<bool>(line),
        "char" => Decode<char>(line),
        _ => false,
    };

    private static bool Encode<T>(string line)
        where T : unmanaged
    {
        byte[] raw = Hex(line, "raw_le")!;
        ReadOnlySpan<T> values = MemoryMarshal.Cast<byte, T>(raw);
        byte[] expected = Hex(line, "msgpack")!;
        byte[] encoded = new byte[expected.Length];
        return MessagePackArrayEncoder.TryEncode(values, encoded, out int written)
            && written == encoded.Length
            && encoded.AsSpan().SequenceEqual(expected)
            && MessagePackArrayEncoder.GetEncodedLength(values) == expected.Length;
    }

    /// <summary>With statuses in place of exceptions: an emulated process may not recover from thousands of those.</summary>
    private static bool Decode<T>(string line)
        where T : unmanaged
    {
        byte[] message = Hex(line, "msgpack")!;
        bool isNull = line.Contains("\"null\":true", StringComparison.Ordinal);
        byte[]? raw = Hex(line, "raw_le");
        OperationStatus status = MessagePackArrayDecoder.TryReadHeader(message, out int count, out int header);
        if (status != OperationStatus.Done || count > message.Length - header)
        {
            return raw is null && !isNull;
        }

        if (count < 0)
        {
            return isNull;
        }

        var values = new T[count];
        status = MessagePackArrayDecoder.DecodeElements(message.AsSpan(header), values.AsSpan(), out int consumed, out int written);
        return status != OperationStatus.Done || written < count
            ? raw is null
            : raw is not null
                && raw.AsSpan().SequenceEqual(MemoryMarshal.AsBytes(values.AsSpan()))
                && line.EndsWith($"\"consumed\":{header + consumed}}}", StringComparison.Ordinal);
    }

    private static byte[]? Hex(string line, string name) => Property(line, name) is { } hex ? Convert.FromHexString(hex) : null;

    /// <summary>A property whose value is a string without escapes.</summary>
    private static string? Property(string line, string name)
    {
        string start = $"\"{name}\":\"";
        int at = line.IndexOf(start, StringComparison.Ordinal);
        return at < 0 ? null : line[(at + start.Length)..line.IndexOf('"', at + start.Length)];
    }
}
