using System;
using System.Buffers;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <inheritdoc cref="Codec.Kernels.ScalarEncoder.Encode{T}"/>
internal delegate OperationStatus Encode<T>(ReadOnlySpan<T> values, Span<byte> destination, out int valuesRead, out int bytesWritten);

/// <summary>The same for elements some of which are missing.</summary>
/// <param name="values">The elements; in the place of a missing one stands any value.</param>
/// <param name="missing">For each element, whether it is missing.</param>
/// <param name="destination">Where the tokens go.</param>
/// <param name="valuesRead">Receives how many elements were encoded.</param>
/// <param name="bytesWritten">Receives the length of their tokens.</param>
internal delegate OperationStatus EncodeWithMissing<T>(
    ReadOnlySpan<T> values, ReadOnlySpan<bool> missing, Span<byte> destination, out int valuesRead, out int bytesWritten);

/// <summary>A kernel that encodes, judged by the reference codec.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="name">Element type and kernel.</param>
/// <param name="type">The type that has the kernel's code.</param>
/// <param name="isSupported">Whether it runs in this process.</param>
/// <param name="minCount">With fewer elements it may not be called.</param>
/// <param name="maxCount">With more elements it may not be called.</param>
/// <param name="stopsForRoom">Whether it may be called with too little room, and stops then at a whole element.</param>
/// <param name="encode">The kernel.</param>
/// <param name="minRoom">With less room, in bytes, it may not be called, whatever it is to write.</param>
/// <param name="encodeWithMissing">The kernel, if elements may be missing.</param>
internal sealed class EncodeKernel<T>(
    string name,
    Type type,
    bool isSupported,
    int minCount,
    int maxCount,
    bool stopsForRoom,
    Encode<T> encode,
    int minRoom = 0,
    EncodeWithMissing<T>? encodeWithMissing = null)
    : Kernel(name, type, isSupported)
    where T : unmanaged
{
    /// <summary>How many elements <see cref="KernelCheck.Stretches"/> takes.</summary>
    private const int StretchLength = 200;

    /// <summary>How much room, in bytes, lets every kernel use its widest stores to the end.</summary>
    private const int Ample = 160;

    public override bool Has(KernelCheck check) => check switch
    {
        KernelCheck.Stretches => maxCount >= StretchLength,
        KernelCheck.MissingElements => encodeWithMissing is not null,
        KernelCheck.LargeArrays => maxCount == int.MaxValue,
        _ => true,
    };

    public override void Run(KernelCheck check)
    {
        switch (check)
        {
            case KernelCheck.Patterns:
                Patterns();
                break;
            case KernelCheck.LengthsAndAlignments:
                LengthsAndAlignments();
                break;
            case KernelCheck.Distributions:
                Distributions();
                break;
            case KernelCheck.Stretches:
                Stretches();
                break;
            case KernelCheck.MissingElements:
                MissingElements();
                break;
            case KernelCheck.LargeArrays:
                LargeArrays();
                break;
            default:
                GuardPages();
                break;
        }
    }

    /// <summary>
    /// All patterns of token lengths in eight neighbouring places (of five lengths in six), and all patterns of token forms in as many places as
    /// make ten thousand. What stands around the pattern, and which value of its kind stands in it, changes from one pattern to the next.
    /// </summary>
    private void Patterns()
    {
        if (ValuePool<T>.ByForm.Length > 1)
        {
            Patterns(ValuePool<T>.ByLength, 70_000);
            Patterns(ValuePool<T>.ByForm, 10_000);
            return;
        }

        // Types with one form have patterns of values instead.
        var values = new ValuePool<T>.Pooled[Math.Min(7, ValuePool<T>.All.Length)][];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = [ValuePool<T>.All[i]];
        }

        Patterns(values, 3000);
    }

    private void Patterns(ValuePool<T>.Pooled[][] forms, int maxPatterns)
    {
        int width = 0;
        int patterns = 1;
        while (width < Math.Min(8, maxCount) && patterns * forms.Length <= maxPatterns)
        {
            patterns *= forms.Length;
            width++;
        }

        int length = Math.Min(maxCount, Math.Max(minCount, width));
        var block = new ValuePool<T>.Pooled[length];
        var values = new T[length];
        byte[] expected = new byte[length * Kernel.MaxTokenLength];
        byte[] memory = new byte[(length * Kernel.MaxTokenLength) + Ample];
        int next = 0;
        for (int pattern = 0; pattern < patterns; pattern++)
        {
            for (int at = 0; at + width <= length; at += Math.Max(1, Math.Min(width, length - width - at)))
            {
                for (int i = 0; i < length; i++)
                {
                    block[i] = ValuePool<T>.All[(next + (i * 31)) % ValuePool<T>.All.Length];
                }

                int rest = pattern;
                for (int i = 0; i < width; i++, rest /= forms.Length)
                {
                    ValuePool<T>.Pooled[] form = forms[rest % forms.Length];
                    block[at + i] = form[(next + i) % form.Length];
                }

                int total = Lay(block, values, expected);
                Check(values, expected.AsSpan(0, total), memory.AsSpan(0, Room(total)), $"pattern {pattern} at {at}");
                Check(values, expected.AsSpan(0, total), memory.AsSpan(0, total + Ample), $"pattern {pattern} at {at} with ample room");
                next++;
                if (at + width == length)
                {
                    break;
                }
            }
        }
    }

    private static int Lay(ReadOnlySpan<ValuePool<T>.Pooled> block, Span<T> values, Span<byte> expected)
    {
        int total = 0;
        for (int i = 0; i < block.Length; i++)
        {
            values[i] = block[i].Value;
            block[i].Token.CopyTo(expected[total..]);
            total += block[i].Token.Length;
        }

        return total;
    }

    private void LengthsAndAlignments()
    {
        const int Longest = AlignedMemory.MaxCount - 1;
        AlignedMemory source = AlignedMemory.Source;
        AlignedMemory destination = AlignedMemory.Destination;
        var block = new ValuePool<T>.Pooled[Longest];
        var input = new T[Longest];
        byte[] expected = new byte[Longest * Kernel.MaxTokenLength];
        for (int count = minCount; count <= Math.Min(maxCount, Longest); count++)
        {
            for (int i = 0; i < count; i++)
            {
                // Stretches of one form and mixes, in turn.
                ValuePool<T>.Pooled[] from = (count & 3) == 0 ? ValuePool<T>.ByForm[count % ValuePool<T>.ByForm.Length] : ValuePool<T>.All;
                block[i] = from[((i * 7) + count) % from.Length];
            }

            int total = Lay(block.AsSpan(0, count), input, expected);
            for (int alignment = 0; alignment < AlignedMemory.Alignment; alignment++)
            {
                Span<T> values = source.At<T>(alignment, count);
                input.AsSpan(0, count).CopyTo(values);

                // Five and 64 have no common divisor, so the destination has all alignments too, each with another one of the source at each length.
                int other = ((alignment * 5) + count) % AlignedMemory.Alignment;
                int room = Room(total + ((alignment & 1) == 0 ? 0 : (alignment & 2) == 0 ? Ample : 9));
                Check(values, expected.AsSpan(0, total), destination.At<byte>(other, room), $"{count} elements, alignments {alignment} and {other}");
                if (!destination.MarginsAreUntouched)
                {
                    throw Failure($"{count} elements, alignments {alignment} and {other}, room {room}: wrote outside of the destination");
                }
            }
        }
    }

    private void Distributions()
    {
        foreach (string distribution in LargeInput.All)
        {
            for (int round = 0; round < 16; round++)
            {
                int count = Math.Clamp(round * round * 4, minCount, Math.Min(maxCount, 1200));
                T[] values = LargeInput.Create<T>(distribution, count, (ulong)round);
                byte[] expected = ReferenceCodec.EncodeElements<T>(values, out int[] borders);
                Check(values, expected, new byte[Room(expected.Length)], $"{distribution} {count}");
                Check(values, expected, new byte[expected.Length + Ample], $"{distribution} {count} with ample room");
                if (stopsForRoom)
                {
                    for (int missing = 1; missing <= expected.Length; missing += 1 + (missing / 4))
                    {
                        CheckLittleRoom(values, expected, borders, new byte[expected.Length - missing], $"{distribution} {count}");
                    }
                }
            }
        }
    }

    private void Stretches()
    {
        var block = new ValuePool<T>.Pooled[StretchLength];
        var values = new T[StretchLength];
        byte[] expected = new byte[StretchLength * Kernel.MaxTokenLength];
        byte[] memory = new byte[(StretchLength * Kernel.MaxTokenLength) + Ample];
        ValuePool<T>.Pooled[][] forms = ValuePool<T>.ByForm;
        foreach (ValuePool<T>.Pooled[] uniform in forms)
        {
            for (int place = 0; place < block.Length; place++)
            {
                ValuePool<T>.Pooled[] other = forms[place % forms.Length];
                for (int i = 0; i < block.Length; i++)
                {
                    block[i] = i == place ? other[place % other.Length] : uniform[i % uniform.Length];
                }

                int total = Lay(block, values, expected);
                int room = Room(total + ((place & 1) * Ample));
                Check(values, expected.AsSpan(0, total), memory.AsSpan(0, room), $"{block[place].Value} at {place} among {uniform[0].Value}");
            }
        }
    }

    /// <summary>Mixtures and elements of one form in turn, with nil in the places of those that are missing.</summary>
    private void MissingElements()
    {
        var values = new T[MissingPattern.MaxCount];
        bool[] missing = new bool[MissingPattern.MaxCount];
        int[] borders = new int[MissingPattern.MaxCount + 1];
        byte[] expected = new byte[MissingPattern.MaxCount * Kernel.MaxTokenLength];
        byte[] memory = new byte[(MissingPattern.MaxCount * Kernel.MaxTokenLength) + Ample];
        for (int pattern = 0; pattern < MissingPattern.Count; pattern++)
        {
            foreach (int count in MissingPattern.Counts)
            {
                MissingPattern.Fill(pattern, count, missing.AsSpan(0, count));
                int total = LayWithMissing(pattern, count, values, missing, expected, borders);
                ReadOnlySpan<T> elements = values.AsSpan(0, count);
                ReadOnlySpan<bool> areMissing = missing.AsSpan(0, count);
                ReadOnlySpan<byte> tokens = expected.AsSpan(0, total);
                string what = $"{count} elements, pattern {pattern} of missing ones";
                Check(elements, tokens, memory.AsSpan(0, total), what, areMissing);
                Check(elements, tokens, memory.AsSpan(0, total + Ample), $"{what}, with ample room", areMissing);
                for (int less = 1; less <= total; less += 1 + (less / 2))
                {
                    CheckLittleRoom(elements, tokens, borders, memory.AsSpan(0, total - less), what, areMissing);
                }
            }
        }
    }

    /// <summary>Lays out elements and what is expected of them, which is nil for a missing one.</summary>
    private static int LayWithMissing(int pattern, int count, Span<T> values, ReadOnlySpan<bool> missing, Span<byte> expected, Span<int> borders)
    {
        ValuePool<T>.Pooled[] from = (count & 1) == 0 ? ValuePool<T>.All : ValuePool<T>.ByForm[(count / 2) % ValuePool<T>.ByForm.Length];
        int total = 0;
        for (int i = 0; i < count; i++)
        {
            ValuePool<T>.Pooled pooled = from[((i * 7) + count + pattern) % from.Length];
            ReadOnlySpan<byte> token = missing[i] ? Nil : pooled.Token;
            token.CopyTo(expected[total..]);
            total += token.Length;
            borders[i + 1] = total;

            // What a missing element has in place of a value does not matter.
            values[i] = missing[i] && (count & 2) == 0 ? default : pooled.Value;
        }

        return total;
    }

    private void LargeArrays()
    {
        foreach (string distribution in LargeInput.All)
        {
            // More than any chunk of the codec or the formatters has, and not a multiple of any block.
            T[] values = LargeInput.Create<T>(distribution, distribution == "mixed_width" ? 20_011 : 5003, 99);
            byte[] expected = ReferenceCodec.EncodeElements<T>(values);
            Check(values, expected, new byte[Room(expected.Length)], $"{distribution} {values.Length}");
        }
    }

    private void GuardPages()
    {
        GuardedMemory source = Guarded.Source;
        GuardedMemory destination = Guarded.Destination;
        foreach (GuardedInput<T> input in GuardedInput<T>.All)
        {
            for (int count = minCount; count <= Math.Min(maxCount, GuardedInput<T>.MaxCount); count++)
            {
                ReadOnlySpan<byte> expected = input.Tokens(count);
                int[] borders = input.Borders(count);
                for (int side = 0; side < 2; side++)
                {
                    Guarded.LanesAreAtStart = side == 1;
                    string what = $"{input.Name} {count} {(side == 0 ? "before" : "behind")} the guard";
                    BeforeCase?.Invoke($"{Name}: {what}");
                    Span<T> values = side == 0 ? source.AtEnd<T>(count) : source.AtStart<T>(count);
                    input.Values(count).CopyTo(values);
                    Check(values, expected, At(Room(expected.Length), side), what);
                    for (int missing = 1; stopsForRoom && missing <= Math.Min(12, expected.Length); missing++)
                    {
                        CheckLittleRoom(values, expected, borders, At(expected.Length - missing, side), what);
                    }
                }
            }
        }

        Span<byte> At(int length, int side) => side == 0 ? destination.AtEnd<byte>(length) : destination.AtStart<byte>(length);
    }

    /// <summary>So much room, or the least that the kernel may be called with.</summary>
    private int Room(int room) => Math.Max(minRoom, room);

    private OperationStatus Encode(ReadOnlySpan<T> values, ReadOnlySpan<bool> missing, Span<byte> destination, out int read, out int written) =>
        missing.IsEmpty
            ? encode(values, destination, out read, out written)
            : encodeWithMissing!(values, missing, destination, out read, out written);

    private void Check(ReadOnlySpan<T> values, ReadOnlySpan<byte> expected, Span<byte> destination, string what, ReadOnlySpan<bool> missing = default)
    {
        destination.Clear();
        OperationStatus status = Encode(values, missing, destination, out int read, out int written);
        if (status != OperationStatus.Done || read != values.Length || written != expected.Length)
        {
            throw Failure($"{what}: status {(int)status}, {read} of {values.Length} elements, {written} bytes instead of {expected.Length}");
        }

        if (!expected.SequenceEqual(destination[..written]))
        {
            throw Failure($"{what}: {Describe(expected, destination[..written])}");
        }
    }

    private void CheckLittleRoom(
        ReadOnlySpan<T> values, ReadOnlySpan<byte> expected, int[] borders, Span<byte> destination, string what, ReadOnlySpan<bool> missing = default)
    {
        int expectedRead = 0;
        while (expectedRead < values.Length && borders[expectedRead + 1] <= destination.Length)
        {
            expectedRead++;
        }

        OperationStatus status = Encode(values, missing, destination, out int read, out int written);
        if (status != OperationStatus.DestinationTooSmall || read != expectedRead || written != borders[expectedRead])
        {
            throw Failure(
                $"{what} into {destination.Length} bytes: status {(int)status}, {read} instead of {expectedRead} elements, {written} bytes");
        }

        if (!expected[..written].SequenceEqual(destination[..written]))
        {
            throw Failure($"{what} into {destination.Length} bytes: {Describe(expected[..written], destination[..written])}");
        }
    }
}

/// <summary>Guarded memories for all kernels: an emulated process never gives memory back.</summary>
internal static class Guarded
{
    private const int Size = 400 * Kernel.MaxTokenLength;

    /// <summary>As many elements as <see cref="KernelCheck.LargeArrays"/> has, and more, each with a flag.</summary>
    private const int LanesSize = 20_100 * 2 * sizeof(ulong);

    public static readonly GuardedMemory Source = new(Size);

    public static readonly GuardedMemory Destination = new(Size);

    private static readonly GuardedMemory Lanes = new(LanesSize);

    /// <summary>Gets or sets whether elements that may be missing begin where a guard ends, rather than end where one begins.</summary>
    public static bool LanesAreAtStart { get; set; }

    /// <summary>Zeros, for elements that may be missing.</summary>
    public static Span<T> NewLanes<T>(int count)
        where T : unmanaged
    {
        Span<T> lanes = LanesAreAtStart ? Lanes.AtStart<T>(count) : Lanes.AtEnd<T>(count);
        lanes.Clear();
        return lanes;
    }
}
