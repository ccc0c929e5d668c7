using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>
/// Encodes and decodes arrays some of whose elements are missing, of every length to 120 and of some around 256 (as many as a chunk of floats has), in memory
/// that lies against guard pages on both sides, in exactly as much room as they need and in less. The results are compared with the scalar code.
/// </summary>
internal static class NullableChecks<T>
    where T : unmanaged
{
    private const int LastOfAll = 120;
    private const int FirstOfLonger = 252;
    private const int MaxCount = 260;

    private const int MaxTokenLength = 15;

    private static readonly GuardedMemory Values = new(MaxCount * 2 * sizeof(ulong));
    private static readonly GuardedMemory Tokens = new(MaxCount * MaxTokenLength);
    private static readonly GuardedMemory Decoded = new(MaxCount * 2 * sizeof(ulong));
    private static readonly byte[] Expected = new byte[MaxCount * MaxTokenLength];
    private static readonly T?[] ExpectedValues = new T?[MaxCount];

    public static bool Run(string name)
    {
        ulong digest = 14695981039346656037;
        int cases = 0;
        foreach (string distribution in LargeInput.Distributions)
        {
            for (int count = 0; count <= MaxCount; count = count == LastOfAll ? FirstOfLonger : count + 1)
            {
                // None missing, one in ten missing, every other one, and runs of 40.
                for (int pattern = 0; pattern < 4; pattern++)
                {
                    T[] input = LargeInput.Create<T>(distribution, count, (ulong)count * 977);
                    T?[] values = new T?[count];
                    for (int i = 0; i < count; i++)
                    {
                        bool isMissing = pattern switch { 0 => false, 1 => i * 7919 % 10 == 3, 2 => (i & 1) == 0, _ => i / 40 % 2 == 0 };
                        values[i] = isMissing ? null : input[i];
                    }

                    ScalarNullable.Encode<T>(values, Expected, out _, out int length);
                    foreach (byte b in Expected.AsSpan(0, length))
                    {
                        digest = (digest ^ b) * 1099511628211;
                    }

                    for (int side = 0; side < 2; side++)
                    {
                        CurrentCase.Set($"{name}, public API: {distribution} {count} pattern {pattern} {(side == 0 ? "before" : "behind")} the guard");
                        if (!Check(values, length, atEnd: side == 0))
                        {
                            Console.WriteLine($"{name} {distribution} {count} pattern {pattern} FAILED");
                            return false;
                        }

                        cases++;
                    }
                }
            }
        }

        Console.WriteLine($"{name} {cases} {digest:x16}");
        return true;
    }

    private static bool Check(T?[] input, int length, bool atEnd)
    {
        Span<T?> values = Nullables(Values, input.Length, atEnd);
        input.CopyTo(values);
        Span<T?> decoded = Nullables(Decoded, input.Length, atEnd);
        bool ok = true;

        // Room and data that end anywhere: the counts must be those of the scalar code.
        for (int missing = 0; missing <= Math.Min(20, length); missing++)
        {
            Span<byte> tokens = atEnd ? Tokens.AtEnd<byte>(length - missing) : Tokens.AtStart<byte>(length - missing);
            OperationStatus status = ScalarNullable.Encode(values, Expected.AsSpan(0, tokens.Length), out int readByScalar, out int writtenByScalar);
            ok &= MessagePackArrayEncoder.EncodeNullableElements<T>(values, tokens, out int read, out int written) == status
                && read == readByScalar && written == writtenByScalar
                && Expected.AsSpan(0, written).SequenceEqual(tokens[..written]);

            ScalarNullable.Encode<T>(values, Expected, out _, out _);
            Expected.AsSpan(0, tokens.Length).CopyTo(tokens);
            ScalarNullable.Decode<T>(tokens, ExpectedValues.AsSpan(0, input.Length), out int consumedByScalar, out writtenByScalar);
            decoded.Fill(default(T));
            status = MessagePackArrayDecoder.DecodeNullableElements(tokens, decoded, out int consumed, out written);
            ok &= consumed == consumedByScalar && written == writtenByScalar
                && status == (consumed == tokens.Length ? OperationStatus.Done : OperationStatus.NeedMoreData)
                && AreSame(ExpectedValues.AsSpan(0, written), decoded);
        }

        return ok;
    }

    private static bool AreSame(ReadOnlySpan<T?> expected, ReadOnlySpan<T?> actual)
    {
        for (int i = 0; i < expected.Length; i++)
        {
            T first = expected[i].GetValueOrDefault();
            T second = actual[i].GetValueOrDefault();
            if (expected[i].HasValue != actual[i].HasValue
                || !MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in first)).SequenceEqual(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in second))))
            {
                return false;
            }
        }

        return true;
    }

    private static Span<T?> Nullables(GuardedMemory memory, int count, bool atEnd) =>
        MemoryMarshal.CreateSpan(
            ref Unsafe.As<byte, T?>(
                ref MemoryMarshal.GetReference(atEnd ? memory.AtEnd<byte>(count * 2 * Unsafe.SizeOf<T>()) : memory.AtStart<byte>(1))),
            count);
}
