using System;
using System.Buffers;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec;
using MsgPackSimd.Codec.Kernels;
using MsgPackSimd.Driver.Kernels;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>
/// Encodes and decodes arrays of every length to 300, and of some around 512 (as many as a block on the stack holds). They lie against guard pages on both
/// sides, in exactly as much room as they need, in less and in more, and in sequences and outputs that end there. The results are compared with the scalar
/// kernels (which the golden vectors judge).
/// </summary>
internal static class GuardedChecks<T>
    where T : unmanaged
{
    private const int LastOfAll = 300;
    private const int FirstOfLonger = 508;
    private const int MaxCount = 532;
    private const int MaxHeaderLength = 3;
    private const int MaxCut = 64;
    private const int MaxCutCount = 80;

    private static readonly GuardedMemory Values = new(MaxCount * sizeof(ulong));
    private static readonly GuardedMemory Tokens = new(MaxHeaderLength + (MaxCount * Kernel.MaxTokenLength));
    private static readonly GuardedMemory OtherTokens = new((MaxCutCount * Kernel.MaxTokenLength) + SegmentDecoding.MinLengthApart);
    private static readonly GuardedMemory Decoded = new(MaxCount * sizeof(ulong));
    private static readonly byte[] Expected = new byte[MaxCount * Kernel.MaxTokenLength];
    private static readonly byte[] Spare = new byte[(MaxCount * Kernel.MaxTokenLength) + 512];
    private static readonly T[] SpareValues = new T[MaxCount + 512];

    public static bool Run(string name)
    {
        ulong digest = 14695981039346656037;
        int cases = 0;
        foreach (string distribution in LargeInput.Distributions)
        {
            for (int count = 0; count <= MaxCount; count = count == LastOfAll ? FirstOfLonger : count + 1)
            {
                T[] input = LargeInput.Create<T>(distribution, count, (ulong)count * 977);
                ScalarEncoder.Encode<T>(input, Expected, out _, out int length);
                ReadOnlySpan<byte> expected = Expected.AsSpan(0, length);
                foreach (byte b in expected)
                {
                    digest = (digest ^ b) * 1099511628211;
                }

                for (int side = 0; side < 2; side++)
                {
                    CurrentCase.Set($"{name}, public API: {distribution} {count} {(side == 0 ? "before" : "behind")} the guard");
                    if (!Check(input, expected, atEnd: side == 0))
                    {
                        Console.WriteLine($"{name} {distribution} {count} FAILED");
                        return false;
                    }

                    cases++;
                }
            }
        }

        Console.WriteLine($"{name} {cases} {digest:x16}");
        return true;
    }

    private static bool Check(T[] input, ReadOnlySpan<byte> expected, bool atEnd)
    {
        Span<T> values = atEnd ? Values.AtEnd<T>(input.Length) : Values.AtStart<T>(input.Length);
        input.CopyTo(values);
        Span<byte> tokens = atEnd ? Tokens.AtEnd<byte>(expected.Length) : Tokens.AtStart<byte>(expected.Length);
        Span<T> decoded = atEnd ? Decoded.AtEnd<T>(input.Length) : Decoded.AtStart<T>(input.Length);
        tokens.Clear();

        bool ok = MessagePackArrayEncoder.EncodeElements<T>(values, tokens, out int read, out int written) == OperationStatus.Done
            && read == input.Length && written == expected.Length && expected.SequenceEqual(tokens);

        // With room to spare, encoders take other paths, and must not read more there.
        ok &= MessagePackArrayEncoder.EncodeElements<T>(values, Spare, out read, out written) == OperationStatus.Done
            && read == input.Length && expected.SequenceEqual(Spare.AsSpan(0, written));
        int headerLength = input.Length <= 15 ? 1 : MaxHeaderLength;
        ok &= MessagePackArrayEncoder.GetEncodedLength<T>(values) == expected.Length + headerLength;

        // Encoding all or nothing has a path of its own, which is that of the formatters.
        for (int missing = 0; missing <= Math.Min(20, headerLength + expected.Length); missing++)
        {
            int length = headerLength + expected.Length - missing;
            Span<byte> room = atEnd ? Tokens.AtEnd<byte>(length) : Tokens.AtStart<byte>(length);
            bool isWhole = MessagePackArrayEncoder.TryEncode<T>(values, room, out written);
            ok &= isWhole == (missing == 0) && written == (isWhole ? length : 0)
                && (!isWhole || (IsHeader(room[..headerLength], input.Length) && expected.SequenceEqual(room[headerLength..])));
        }

        expected.CopyTo(tokens);
        decoded.Clear();
        ok &= MessagePackArrayDecoder.DecodeElements(tokens, decoded, out int consumed, out written) == OperationStatus.Done
            && consumed == expected.Length && written == input.Length
            && MemoryMarshal.AsBytes(decoded).SequenceEqual(MemoryMarshal.AsBytes(values));

        // Decoders take other paths, too, with fewer tokens than there is room for.
        ok &= MessagePackArrayDecoder.DecodeElements<T>(tokens, SpareValues, out consumed, out written) == OperationStatus.Done
            && consumed == expected.Length && written == input.Length
            && MemoryMarshal.AsBytes(SpareValues.AsSpan(0, written)).SequenceEqual(MemoryMarshal.AsBytes(values));

        var output = new GuardedOutput(Tokens, Spare, atEnd);
        MessagePackArrayEncoder.Encode<T>(values, output);
        ok &= IsHeader(output.Written[..headerLength], input.Length) && expected.SequenceEqual(output.Written[headerLength..]);
        if (input.Length <= MaxCutCount)
        {
            // Segments that are decoded together, and the same tokens in segments that are not, since the second is long enough.
            ok &= CheckSegments(expected, values, decoded, bytesBehind: 0);
            ok &= CheckSegments(expected, values, decoded, bytesBehind: SegmentDecoding.MinLengthApart);
        }
        else if (expected.Length - MaxCut >= SegmentDecoding.MinLengthApart)
        {
            ok &= CheckLastSegment(expected, values, decoded);
        }

        // Room and data that end anywhere: the counts must be those of the scalar kernels.
        for (int missing = 1; missing <= Math.Min(20, expected.Length); missing++)
        {
            Span<byte> room = atEnd ? Tokens.AtEnd<byte>(expected.Length - missing) : Tokens.AtStart<byte>(expected.Length - missing);
            OperationStatus status = ScalarEncoder.Encode(values, Expected.AsSpan(0, room.Length), out int readByScalar, out int writtenByScalar);
            ok &= MessagePackArrayEncoder.EncodeElements<T>(values, room, out read, out written) == status
                && read == readByScalar && written == writtenByScalar
                && Expected.AsSpan(0, written).SequenceEqual(room[..written]);

            expected[..room.Length].CopyTo(room);
            ScalarDecoder.Decode<T>(room, decoded, out int consumedByScalar, out writtenByScalar);
            decoded.Clear();
            status = MessagePackArrayDecoder.DecodeElements(room, decoded, out consumed, out written);
            ok &= consumed == consumedByScalar && written == writtenByScalar
                && status == (consumed == room.Length ? OperationStatus.Done : OperationStatus.NeedMoreData)
                && MemoryMarshal.AsBytes(decoded[..written]).SequenceEqual(MemoryMarshal.AsBytes(values[..written]));
        }

        return ok;
    }

    /// <summary>
    /// A sequence of two segments, of which the first ends where a guard begins and the second begins where one ends, cut at every place near its start: what
    /// takes tokens that lie in both must not read on in either. If there are enough bytes behind the tokens, the segments are not decoded together.
    /// </summary>
    private static bool CheckSegments(ReadOnlySpan<byte> expected, ReadOnlySpan<T> values, Span<T> decoded, int bytesBehind)
    {
        bool ok = true;
        for (int cut = 0; cut <= Math.Min(MaxCut, expected.Length); cut++)
        {
            Memory<byte> one = Tokens.MemoryAtEnd(cut);
            Memory<byte> other = OtherTokens.MemoryAtStart(expected.Length - cut + bytesBehind);
            expected[..cut].CopyTo(one.Span);
            expected[cut..].CopyTo(other.Span);
            decoded.Clear();
            OperationStatus status = MessagePackArrayDecoder.DecodeElements(Segmentation.Join<byte>(one, other), decoded, out long consumed, out int written);
            ok &= status == OperationStatus.Done && consumed == expected.Length && written == values.Length
                && MemoryMarshal.AsBytes(decoded).SequenceEqual(MemoryMarshal.AsBytes(values));
        }

        return ok;
    }

    /// <summary>A sequence of a long segment and a last one of each length, both of which end where a guard begins.</summary>
    private static bool CheckLastSegment(ReadOnlySpan<byte> expected, ReadOnlySpan<T> values, Span<T> decoded)
    {
        bool ok = true;
        for (int length = 0; length <= MaxCut; length++)
        {
            Memory<byte> one = Tokens.MemoryAtEnd(expected.Length - length);
            Memory<byte> other = OtherTokens.MemoryAtEnd(length);
            expected[..^length].CopyTo(one.Span);
            expected[^length..].CopyTo(other.Span);
            decoded.Clear();
            OperationStatus status = MessagePackArrayDecoder.DecodeElements(Segmentation.Join<byte>(one, other), decoded, out long consumed, out int written);
            ok &= status == OperationStatus.Done && consumed == expected.Length && written == values.Length
                && MemoryMarshal.AsBytes(decoded).SequenceEqual(MemoryMarshal.AsBytes(values));
        }

        return ok;
    }

    /// <summary>The shortest array header: fixarray, or array 16, which is enough for all counts here.</summary>
    private static bool IsHeader(ReadOnlySpan<byte> header, int count) =>
        header.Length == 1 ? header[0] == 0x90 + count : header[0] == 0xdc && header[1] == count >> 8 && header[2] == (byte)count;
}
