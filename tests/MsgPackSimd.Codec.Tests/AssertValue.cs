using System;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Compares single values, for tests that do so some ten thousand times: xunit first looks whether they are collections, which takes longer than what is
/// tested.
/// </summary>
internal static class AssertValue
{
    public static void Equal<T>(T expected, T actual)
        where T : IEquatable<T>
    {
        if (!expected.Equals(actual))
        {
            Assert.Equal(expected, actual);
        }
    }
}
