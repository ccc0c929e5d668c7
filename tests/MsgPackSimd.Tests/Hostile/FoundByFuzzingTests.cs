using MsgPackSimd.Faults.Fuzzing;
using Xunit;

namespace MsgPackSimd.Tests.Hostile;

/// <summary>
/// Cases that <c>./build.sh fuzz</c> once printed stay here. (So far it has found none that was there when it first ran; these few show the
/// form, and guard borders that are easily broken.)
/// </summary>
public class FoundByFuzzingTests
{
    /// <summary>A count of three before a single token, whose length in bytes would be enough for three.</summary>
    [Fact]
    public void A_count_of_more_tokens_than_there_are_is_refused_as_by_the_reference() =>
        ReferenceComparison<int>.Verify(FuzzKind.Message, "93cd0001", 0, [1, 1, 3]);

    /// <summary>A token of the wrong kind behind one that is cut in three, with empty segments between.</summary>
    [Fact]
    public void A_token_of_the_wrong_kind_behind_a_cut_one_is_refused_as_by_the_reference() =>
        ReferenceComparison<ulong>.Verify(FuzzKind.Elements, "cf0102030405060708c2", 2, [0, 1, 1, 5, 9]);

    /// <summary>The smallest long, in the widest token.</summary>
    [Fact]
    public void The_smallest_long_is_read_from_a_cut_token_as_by_the_reference() =>
        ReferenceComparison<long>.Verify(FuzzKind.Elements, "d38000000000000000", 1, [8]);
}
