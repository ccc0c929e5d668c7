using System;
using System.Runtime.InteropServices;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver.Kernels;

/// <summary>Reads as many tokens as the kernel takes.</summary>
/// <param name="source">The tokens.</param>
/// <param name="destination">Where the elements go.</param>
/// <param name="consumed">Receives the length of the tokens that were read.</param>
/// <returns>How many elements were written.</returns>
internal delegate int Decode<T>(ReadOnlySpan<byte> source, Span<T> destination, out int consumed);

/// <summary>The same for elements some of which are missing.</summary>
/// <param name="source">The tokens.</param>
/// <param name="destination">Where the elements go, and what stands in the place of a missing one.</param>
/// <param name="flags">Receives 1 for each element that is present, and 0 for one that is missing.</param>
/// <param name="consumed">Receives the length of the tokens that were read.</param>
/// <returns>How many elements were written.</returns>
internal delegate int DecodeWithMissing<T>(ReadOnlySpan<byte> source, Span<T> destination, Span<byte> flags, out int consumed);

/// <summary>Whether a kernel is made for a token with this first byte and of this length.</summary>
internal delegate bool TakesToken(byte code, int length);

/// <summary>
/// A kernel that decodes, judged by the reference codec: what it reads must be right, and of a stretch of the tokens that it is made for, it may
/// leave no more than a few at the end.
/// </summary>
/// <typeparam name="T">The element type.</typeparam>
/// <param name="name">Element type and kernel.</param>
/// <param name="type">The type that has the kernel's code.</param>
/// <param name="isSupported">Whether it runs in this process.</param>
/// <param name="takes">Which tokens it is made for.</param>
/// <param name="maxLeft">How many of them it may leave at the end of a stretch.</param>
/// <param name="decode">The kernel.</param>
/// <param name="decodeWithMissing">The kernel, if elements may be missing.</param>
/// <param name="maxLeftWithNil">How many tokens it may then leave, nil among them.</param>
/// <param name="takesNil">Whether it goes on behind nil.</param>
internal sealed class DecodeKernel<T>(
    string name,
    Type type,
    bool isSupported,
    TakesToken takes,
    int maxLeft,
    Decode<T> decode,
    DecodeWithMissing<T>? decodeWithMissing = null,
    int maxLeftWithNil = 0,
    bool takesNil = false)
    : Kernel(name, type, isSupported)
    where T : unmanaged
{
    private const int MaxLength = 300;

    private readonly TokenPool<T>.Pooled[] taken = Taken(takes);

    public override bool Has(KernelCheck check) => check != KernelCheck.MissingElements || decodeWithMissing is not null;

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

    private static TokenPool<T>.Pooled[] Taken(TakesToken takes)
    {
        int count = 0;
        var all = new TokenPool<T>.Pooled[TokenPool<T>.Accepted.Length];
        foreach (TokenPool<T>.Pooled pooled in TokenPool<T>.Accepted)
        {
            if (takes(pooled.Token[0], pooled.Token.Length))
            {
                all[count++] = pooled;
            }
        }

        return all[..count];
    }

    /// <summary>
    /// All patterns of token forms, rejected tokens among them, in four neighbouring places (eight for <c>bool</c>, which has few forms); before and behind
    /// them stand tokens of the kind that the kernel takes, so many that the pattern comes to lie at every place of a step.
    /// </summary>
    private void Patterns()
    {
        TokenPool<T>.Pooled[][] forms = TokenPool<T>.ByForm;
        int width = forms.Length <= 3 ? 8 : 4;
        int patterns = 1;
        for (int i = 0; i < width; i++)
        {
            patterns *= forms.Length;
        }

        var run = new TokenRun(takes, 160);
        int next = 0;
        int rounds = patterns < 5000 ? 4 : 1;
        for (int pattern = 0; pattern < patterns * rounds; pattern++)
        {
            run.Clear();
            int before = pattern * 7 % 67;
            for (int i = 0; i < before; i++)
            {
                run.Add(taken[(next + i) % taken.Length]);
            }

            int rest = pattern % patterns;
            for (int i = 0; i < width; i++, rest /= forms.Length)
            {
                TokenPool<T>.Pooled[] form = forms[rest % forms.Length];
                run.Add(form[next++ % form.Length]);
            }

            for (int i = 0; i < 40; i++)
            {
                run.Add(taken[(next + i) % taken.Length]);
            }

            Check(run, run.Tokens, run.Room, "pattern", pattern);
        }
    }

    private void LengthsAndAlignments()
    {
        const int Longest = AlignedMemory.MaxCount - 1;
        AlignedMemory source = AlignedMemory.Source;
        AlignedMemory destination = AlignedMemory.Destination;
        var run = new TokenRun(takes, Longest);
        for (int count = 0; count <= Longest; count++)
        {
            run.Clear();
            for (int i = 0; i < count; i++)
            {
                run.Add(taken[((i * 5) + count) % taken.Length]);
            }

            for (int alignment = 0; alignment < AlignedMemory.Alignment; alignment++)
            {
                Span<byte> tokens = source.At<byte>(alignment, run.Tokens.Length);
                run.Tokens.CopyTo(tokens);
                int other = ((alignment * 5) + count) % AlignedMemory.Alignment;
                Check(run, tokens, destination.At<T>(other, count + (alignment & 1)), "elements at alignment", alignment);
                if (!destination.MarginsAreUntouched)
                {
                    throw Failure($"{count} elements, alignments {alignment} and {other}: wrote outside of the destination");
                }
            }
        }
    }

    private void Distributions()
    {
        var run = new TokenRun(takes, 1200);
        foreach (string distribution in LargeInput.All)
        {
            for (int round = 0; round < 12; round++)
            {
                T[] values = LargeInput.Create<T>(distribution, round * round * 5, (ulong)round);
                byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
                ReferenceResult<T> expected = ReferenceCodec.DecodeElements<T>(tokens, values.Length);
                for (int missing = 0; missing <= tokens.Length; missing += 1 + (missing / 4))
                {
                    int room = Math.Max(0, values.Length - (missing % 5));
                    CheckByReference(expected, tokens.AsSpan(0, tokens.Length - missing), room, distribution);
                }
            }
        }

        // Tokens of every form that is accepted, now and then one that is not.
        ulong state = 5;
        for (int round = 0; round < 60; round++)
        {
            run.Clear();
            for (int i = 0; i < round * 4; i++)
            {
                ulong x = SplitMix64.Next(ref state);
                TokenPool<T>.Pooled[] from = x % 100 == 0 ? TokenPool<T>.Rejected : TokenPool<T>.Accepted;
                run.Add(from[(int)((x >> 8) % (ulong)from.Length)]);
            }

            Check(run, run.Tokens, run.Room, "round", round);
        }
    }

    private void Stretches()
    {
        var run = new TokenRun(takes, 200);
        foreach (TokenPool<T>.Pooled[] form in TokenPool<T>.ByForm)
        {
            for (int place = 0; place < 100; place++)
            {
                run.Clear();
                for (int i = 0; i < 110; i++)
                {
                    run.Add(i == place ? form[place % form.Length] : taken[i % taken.Length]);
                }

                Check(run, run.Tokens, run.Room, "other token at", place);

                // And cut short inside of it.
                int start = run.Start(place);
                Check(run, run.Tokens[..Math.Min(run.Tokens.Length, start + 1)], run.Room, "cut at", place);
            }
        }

        // Every token of the pool in the middle of a stretch.
        foreach (TokenPool<T>.Pooled pooled in TokenPool<T>.All)
        {
            run.Clear();
            for (int i = 0; i < 60; i++)
            {
                run.Add(i == 23 ? pooled : taken[i % taken.Length]);
            }

            Check(run, run.Tokens, run.Room, "code", pooled.Token[0]);
        }

        PayloadsOfPrefixes();
    }

    /// <summary>
    /// A stretch of one token whose payload is its own prefix, again and again, with another token in it. Whichever prefix a kernel looks at, what it finds is
    /// right, except at the other token's first byte.
    /// </summary>
    private void PayloadsOfPrefixes()
    {
        var run = new TokenRun(takes, 48);
        for (int code = TokenPool<T>.FirstPrefix; code <= TokenPool<T>.LastPrefix; code++)
        {
            TokenPool<T>.Pooled[] filled = TokenPool<T>.FilledWith((byte)code);
            TokenPool<T>.Pooled stretch = filled[code - TokenPool<T>.FirstPrefix];
            if (!stretch.IsAccepted || !takes(stretch.Token[0], stretch.Token.Length))
            {
                continue;
            }

            foreach (TokenPool<T>.Pooled other in filled)
            {
                for (int place = 0; place < 32; place++)
                {
                    run.Clear();
                    for (int i = 0; i < 48; i++)
                    {
                        run.Add(i == place ? other : stretch);
                    }

                    Check(run, run.Tokens, run.Room, $"payloads of {code:X2}, {other.Token[0]:X2} at", place);
                }
            }
        }
    }

    /// <summary>
    /// Nil in the places of missing elements, and between: the tokens that the kernel is made for; those of one byte among them; or any, some of which must be
    /// refused.
    /// </summary>
    private void MissingElements()
    {
        var nil = new TokenPool<T>.Pooled(Nil.ToArray(), true, default);
        var run = new TokenRun((code, length) => code == Nil[0] ? takesNil : takes(code, length), MissingPattern.MaxCount);
        bool[] missing = new bool[MissingPattern.MaxCount];
        TokenPool<T>.Pooled[] shortest = OfOneByte(taken);
        for (int pattern = 0; pattern < MissingPattern.Count; pattern++)
        {
            foreach (int count in MissingPattern.Counts)
            {
                MissingPattern.Fill(pattern, count, missing.AsSpan(0, count));
                int kind = (count + pattern) % 3;
                TokenPool<T>.Pooled[] from = kind == 0 || (kind == 1 && shortest.Length == 0) ? taken : kind == 1 ? shortest : TokenPool<T>.Accepted;
                run.Clear();
                for (int i = 0; i < count; i++)
                {
                    bool isRejected = kind == 2 && (i + pattern) % 61 == 60;
                    TokenPool<T>.Pooled[] any = isRejected ? TokenPool<T>.Rejected : from;
                    TokenPool<T>.Pooled pooled = any[((i * 5) + count + pattern) % any.Length];
                    run.Add(missing[i] || pooled.Token[0] == Nil[0] ? nil : pooled);
                }

                for (int less = 0; less <= Math.Min(10, run.Tokens.Length); less += 1 + (4 * less))
                {
                    CheckWithMissing(run, run.Tokens[..^less], count, $"{count} tokens, pattern {pattern} of nil, short of {less} bytes");
                    CheckWithMissing(run, run.Tokens, Math.Max(0, count - less), $"{count} tokens, pattern {pattern} of nil, with room for {less} less");
                }
            }
        }
    }

    private static TokenPool<T>.Pooled[] OfOneByte(TokenPool<T>.Pooled[] pool)
    {
        int count = 0;
        var some = new TokenPool<T>.Pooled[pool.Length];
        foreach (TokenPool<T>.Pooled pooled in pool)
        {
            if (pooled.Token.Length == 1)
            {
                some[count++] = pooled;
            }
        }

        return some[..count];
    }

    /// <summary>Compares flags and values, which are 0 where an element is missing.</summary>
    private void CheckWithMissing(TokenRun run, ReadOnlySpan<byte> source, int room, string what)
    {
        Span<T> destination = new T[room];
        Span<byte> flags = new byte[room];
        int written = decodeWithMissing!(source, destination, flags, out int consumed);
        CheckCounts(run, source, room, written, consumed, maxLeftWithNil, what);
        for (int i = 0; i < written; i++)
        {
            bool isPresent = run.Tokens[run.Start(i)] != Nil[0];
            if (flags[i] != (isPresent ? 1 : 0))
            {
                throw Failure($"{what}: element {i} is {(isPresent ? "missing" : "present")}, from {Hex(source)}");
            }
        }

        CheckValues(run.Values[..written], destination[..written], what, source);
    }

    private void LargeArrays()
    {
        var run = new TokenRun(takes, 20_011);
        for (int i = 0; i < 20_011; i++)
        {
            run.Add(taken[i * 11 % taken.Length]);
        }

        Check(run, run.Tokens, run.Room, "large", 20_011);
        foreach (string distribution in LargeInput.All)
        {
            byte[] tokens = ReferenceCodec.EncodeElements<T>(LargeInput.Create<T>(distribution, 5003, 98));
            CheckByReference(ReferenceCodec.DecodeElements<T>(tokens, 5003), tokens, 5003, distribution);
        }
    }

    private void GuardPages()
    {
        GuardedMemory source = Guarded.Source;
        GuardedMemory destination = Guarded.Destination;
        var run = new TokenRun(takes, MaxLength);
        for (int kind = 0; kind < 2; kind++)
        {
            TokenPool<T>.Pooled[] from = kind == 0 ? taken : TokenPool<T>.Accepted;
            for (int count = 0; count <= MaxLength; count++)
            {
                run.Clear();
                for (int i = 0; i < count; i++)
                {
                    run.Add(from[((i * 3) + count) % from.Length]);
                }

                for (int side = 0; side < 2; side++)
                {
                    Guarded.LanesAreAtStart = side == 1;
                    BeforeCase?.Invoke($"{Name}: {count} tokens, or a few bytes less, {(side == 0 ? "before" : "behind")} the guard");
                    for (int missing = 0; missing <= Math.Min(10, run.Tokens.Length); missing++)
                    {
                        int length = run.Tokens.Length - missing;
                        Span<byte> tokens = side == 0 ? source.AtEnd<byte>(length) : source.AtStart<byte>(length);
                        run.Tokens[..length].CopyTo(tokens);
                        int room = Math.Max(0, count - (missing & 3));
                        Check(run, tokens, side == 0 ? destination.AtEnd<T>(room) : destination.AtStart<T>(room), "tokens short of", missing);
                    }
                }
            }
        }
    }

    /// <summary>Compares with the tokens of the run, of which <paramref name="source"/> may be a part.</summary>
    private void Check(TokenRun run, ReadOnlySpan<byte> source, Span<T> destination, string what, int number)
    {
        MemoryMarshal.AsBytes(destination).Fill(0x77);
        int written = decode(source, destination, out int consumed);
        string which = $"{what} {number}";
        CheckCounts(run, source, destination.Length, written, consumed, maxLeft, which);
        CheckValues(run.Values[..written], destination[..written], which, source);
    }

    /// <summary>Whole tokens were read, and of those that the kernel is made for, all but the last few.</summary>
    private void CheckCounts(TokenRun run, ReadOnlySpan<byte> source, int room, int written, int consumed, int mayLeave, string what)
    {
        int whole = run.Whole(source.Length, room);
        if (written > whole || written < 0 || consumed != run.Start(Math.Min(written, run.Count)))
        {
            throw Failure($"{what}: {written} elements from {consumed} bytes of {Hex(source)}, where {whole} can be read");
        }

        int least = Math.Min(whole, run.LeadingTaken);
        if (written < least - mayLeave)
        {
            throw Failure($"{what}: only {written} elements of {least} in {Hex(source)}");
        }
    }

    private void CheckByReference(ReferenceResult<T> whole, ReadOnlySpan<byte> source, int room, string what)
    {
        int readable = Math.Min(whole.Values.Length, room);
        while (whole.Borders[readable] > source.Length)
        {
            readable--;
        }

        Span<T> destination = new T[room];
        int written = decode(source, destination, out int consumed);
        if (written > readable || written < 0 || consumed != whole.Borders[written])
        {
            throw Failure($"{what}: {written} elements from {consumed} bytes of {Hex(source)}, where {readable} can be read");
        }

        CheckValues(whole.Values.AsSpan(0, written), destination[..written], what, source);
    }

    private void CheckValues(ReadOnlySpan<T> expected, ReadOnlySpan<T> actual, string what, ReadOnlySpan<byte> source)
    {
        ReadOnlySpan<byte> expectedBytes = MemoryMarshal.AsBytes(expected);
        ReadOnlySpan<byte> actualBytes = MemoryMarshal.AsBytes(actual);
        if (!expectedBytes.SequenceEqual(actualBytes))
        {
            throw Failure($"{what}: other values, {Describe(expectedBytes, actualBytes)}, from {Hex(source)}");
        }
    }

    private static string Hex(ReadOnlySpan<byte> source) =>
        Convert.ToHexString(source[..Math.Min(source.Length, 400)]) + (source.Length > 400 ? "…" : string.Empty);

    /// <summary>Tokens one after another with what they should come out as.</summary>
    private sealed class TokenRun(TakesToken takes, int capacity)
    {
        private readonly byte[] tokens = new byte[capacity * Kernel.MaxTokenLength];
        private readonly T[] values = new T[capacity];
        private readonly T[] room = new T[capacity + 8];
        private readonly int[] starts = new int[capacity + 1];

        /// <summary>How many tokens from the first on are accepted.</summary>
        private int leadingAccepted;

        public int Count { get; private set; }

        public ReadOnlySpan<byte> Tokens => tokens.AsSpan(0, starts[Count]);

        public ReadOnlySpan<T> Values => values.AsSpan(0, Count);

        public Span<T> Room => room.AsSpan(0, Count);

        /// <summary>Gets how many tokens from the first on are accepted and of the kind that the kernel is made for.</summary>
        public int LeadingTaken { get; private set; }

        public int Start(int index) => starts[index];

        public void Clear() => Count = leadingAccepted = LeadingTaken = 0;

        public void Add(in TokenPool<T>.Pooled pooled)
        {
            pooled.Token.CopyTo(tokens, starts[Count]);
            values[Count] = pooled.Value;
            if (pooled.IsAccepted && leadingAccepted == Count)
            {
                leadingAccepted++;
                LeadingTaken += LeadingTaken == Count && takes(pooled.Token[0], pooled.Token.Length) ? 1 : 0;
            }

            starts[Count + 1] = starts[Count] + pooled.Token.Length;
            Count++;
        }

        /// <summary>How many tokens from the first on are accepted, lie whole in so many bytes and have room.</summary>
        public int Whole(int length, int elements)
        {
            int whole = Math.Min(leadingAccepted, elements);
            while (starts[whole] > length)
            {
                whole--;
            }

            return whole;
        }
    }
}
