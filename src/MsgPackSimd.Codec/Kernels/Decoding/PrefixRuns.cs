using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Tells prefixes from payloads where all tokens are fixints, nil, or one prefix with a byte behind it, which may be the same byte: <c>d0 d0</c> is -48.
/// A byte that looks like the prefix (d0, or cc) is one if it is the first, third, … of a run of them.
/// </summary>
/// <remarks>
/// Finding the end of each run is one subtraction, whose borrow runs through it. Source: how simdjson finds escaped characters behind runs of
/// backslashes, <see href="https://github.com/simdjson/simdjson/blob/master/src/generic/stage1/json_escape_scanner.h"/>; Langdale and Lemire,
/// "Parsing Gigabytes of JSON per Second", section 3.1.1.
/// <code>
///   bytes              05 d0 81 d0 d0 07 d0 d0 d0 d0      bit 0 first
///   candidates          .  1  .  1  1  .  1  1  1  1
///   prefixes            .  1  .  1  .  .  1  .  1  .
///   payloads            .  .  1  .  1  .  .  1  .  1
/// </code>
/// </remarks>
internal static class PrefixRuns
{
    private const ulong OddBits = 0xAAAA_AAAA_AAAA_AAAA;

    /// <summary>Splits candidates.</summary>
    /// <param name="candidates">A bit for each of 64 bytes that is the prefix, or looks like it.</param>
    /// <param name="cut">1 if a prefix came right before them, else 0.</param>
    /// <param name="payloads">Receives a bit for each byte behind a prefix.</param>
    /// <returns>A bit for each prefix.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Split(ulong candidates, ulong cut, out ulong payloads)
    {
        ulong runs = candidates & ~cut;

        // In each run every second bit, counted from its beginning, and the bit behind the run if its length is odd.
        ulong alternate = (((runs << 1) | OddBits) - runs) ^ OddBits;
        payloads = alternate ^ (candidates | cut);
        return alternate & candidates;
    }
}
