using System;
using System.Globalization;
using System.Linq;
using MessagePack;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels.Scalar;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Benchmarks.Ratios;

/// <summary>
/// Ratios measured in one process: how many times quicker the formatters are than the baseline, and how many times the copying of the encoded
/// bytes an encoding or decoding takes. The baseline is the built-in formatter where the real package is there, else our own scalar code; and always that for decoding into a span
/// (<c>span</c>), which nothing built-in does.
/// </summary>
internal static class RatioTable
{
#if MESSAGEPACK_PACKAGE
    private const string Baseline = "built-in";
#else
    private const string Baseline = "scalar";
#endif

    private static readonly string[] AllTypes =
        ["sbyte", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float32", "float64", "bool", "char"];

    /// <summary>Runs <c>ratios [--types a,b] [--data a,b] [--counts 4,1024] [--only encode|decode|span] [--rounds n]</c>.</summary>
    public static int Run(string[] args)
    {
        string[] types = Option(args, "--types")?.Split(',') ?? AllTypes;
        string[] data = Option(args, "--data")?.Split(',') ?? LargeInput.Distributions;
        int[] counts = [.. (Option(args, "--counts") ?? "4,16,64,1024,65536,1048576").Split(',').Select(int.Parse)];
        string? only = Option(args, "--only");
        int rounds = int.Parse(Option(args, "--rounds") ?? "15", CultureInfo.InvariantCulture);

        Console.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}, .NET {Environment.Version}");
        Console.WriteLine(
            $"{"type",-8} {"data",-13} {"direction",-9} {"count",8} {"ns/element",10} {"GB/s",7} {"x " + Baseline,10} {"x memcpy",9} {"x same",7}");
        foreach (string type in types)
        {
            foreach (string distribution in data)
            {
                foreach (int count in counts)
                {
                    Action<string, int, string?, int> measure = type switch
                    {
                        "sbyte" => Measure<sbyte>,
                        "int16" => Measure<short>,
                        "int32" => Measure<int>,
                        "int64" => Measure<long>,
                        "uint16" => Measure<ushort>,
                        "uint32" => Measure<uint>,
                        "uint64" => Measure<ulong>,
                        "float32" => Measure<float>,
                        "float64" => Measure<double>,
                        "bool" => Measure<bool>,
                        "char" => Measure<char>,
                        _ => throw new ArgumentException(type, nameof(args)),
                    };
                    measure(distribution, count, only, rounds);
                }
            }
        }

        return 0;
    }

    private static void Measure<T>(string distribution, int count, string? only, int rounds)
        where T : unmanaged
    {
        var inputs = new RotatingInputs<T>(distribution, count);
        var output = new ReusableBufferWriter(
            Math.Max(64 * 1024, 2 * MessagePackArrayEncoder.GetMaxEncodedLength<T>(count)));
        byte[] copy = new byte[inputs.Encoded.Max(bytes => bytes.Length)];
        void Copy()
        {
            foreach (byte[] encoded in inputs.Encoded)
            {
                encoded.AsSpan().CopyTo(copy);
            }
        }

        if (only is null or "encode")
        {
            void Encode(MessagePackSerializerOptions options)
            {
                foreach (T[] values in inputs.Values)
                {
                    output.Reset();
                    MessagePackSerializer.Serialize(output, values, options);
                }
            }

            void EncodeOurs() => Encode(SimdStandardResolver.Options);
#if MESSAGEPACK_PACKAGE
            void EncodeBaseline() => Encode(MessagePackSerializerOptions.Standard);
#else
            void EncodeBaseline()
            {
                foreach (T[] values in inputs.Values)
                {
                    output.Reset();
                    ArrayHeader.TryWrite(output.GetSpan(), values.Length, out int headerLength);
                    ScalarEncoder.Encode<T>(values, output.GetSpan()[headerLength..], out _, out _);
                }
            }
#endif
            Print<T>(
                distribution, "encode", count, inputs, InterleavedTimer.Best(rounds, 2, EncodeOurs, EncodeBaseline, Copy, EncodeOurs));
        }

        if (only is null or "decode")
        {
            void Decode(MessagePackSerializerOptions options)
            {
                foreach (byte[] encoded in inputs.Encoded)
                {
                    MessagePackSerializer.Deserialize<T[]>(encoded, options);
                }
            }

            void DecodeOurs() => Decode(SimdStandardResolver.Options);
#if MESSAGEPACK_PACKAGE
            void DecodeBaseline() => Decode(MessagePackSerializerOptions.Standard);
#else
            void DecodeBaseline()
            {
                foreach (byte[] encoded in inputs.Encoded)
                {
                    ArrayHeader.TryRead(encoded, out int length, out int headerLength);
                    ScalarDecoder.Decode<T>(encoded.AsSpan(headerLength), new T[length], out _, out _);
                }
            }
#endif
            Print<T>(
                distribution, "decode", count, inputs, InterleavedTimer.Best(rounds, 2, DecodeOurs, DecodeBaseline, Copy, DecodeOurs));
        }

        if (only is null or "span")
        {
            // Into memory that is there: what decoding costs without the new array. Nothing built-in does that, so the baseline is our scalar code.
            T[] destination = new T[count];
            void DecodeSpan()
            {
                foreach (byte[] encoded in inputs.Encoded)
                {
                    MessagePackArrayDecoder.Decode<T>(encoded, destination, out _);
                }
            }

            void DecodeScalar()
            {
                foreach (byte[] encoded in inputs.Encoded)
                {
                    ArrayHeader.TryRead(encoded, out int length, out int headerLength);
                    ScalarDecoder.Decode<T>(encoded.AsSpan(headerLength), destination, out _, out _);
                }
            }

            Print<T>(distribution, "span", count, inputs, InterleavedTimer.Best(rounds, 2, DecodeSpan, DecodeScalar, Copy, DecodeSpan));
        }
    }

    private static void Print<T>(string distribution, string direction, int count, RotatingInputs<T> inputs, double[] times)
        where T : unmanaged
    {
        double ours = times[0];
        double elements = (double)inputs.Values.Length * Math.Max(1, count);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{typeof(T).Name,-8} {distribution,-13} {direction,-9} {count,8} {ours / elements,10:F3} {inputs.EncodedBytes / ours,7:F2} {times[1] / ours,10:F2} {ours / times[2],9:F2} {times[3] / ours,7:F2}"));
    }

    private static string? Option(string[] args, string name)
    {
        for (int i = 0; i + 1 < args.Length; i++)
        {
            if (args[i] == name)
            {
                return args[i + 1];
            }
        }

        return null;
    }
}
