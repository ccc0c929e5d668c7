using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using MsgPackSimd.Benchmarks.Inputs;
using MsgPackSimd.Benchmarks.Suites;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Benchmarks.Tests;

/// <summary>Each benchmark of each suite computes what it claims to: a time of something else says nothing.</summary>
public abstract class SuiteTests<T>
    where T : unmanaged
{
    public static TheoryData<string, int> Cases
    {
        get
        {
            // More than one token of each kind, and past the chunks that the codec works in.
            var cases = new TheoryData<string, int> { { "random", 0 }, { "random", 1 }, { "random", 20_000 } };
            foreach (string name in InputNames.For<T>())
            {
                cases.Add(name, 100);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Every_benchmark_encodes_or_copies_the_right_bytes(string data, int count)
    {
        EncodeBenchmarks<T> suite = SetUp(new EncodeBenchmarks<T> { Data = data, Count = count });

        foreach (MethodInfo method in BenchmarksOf(suite))
        {
            for (int i = 0; i < 3; i++)
            {
                method.Invoke(suite, null);

                Assert.True(suite.Written.SequenceEqual(Reference(suite)), $"{method.Name} wrote other bytes.");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Every_benchmark_decodes_the_right_values_or_copies_the_right_bytes(string data, int count)
    {
        DecodeBenchmarks<T> suite = SetUp(new DecodeBenchmarks<T> { Data = data, Count = count });

        foreach (MethodInfo method in BenchmarksOf(suite))
        {
            for (int i = 0; i < 3; i++)
            {
                object? result = method.Invoke(suite, null);

                Assert.True(
                    method.ReturnType == typeof(T[])
                        ? AreSame((T[])result!, suite.Inputs.Values[suite.Index])
                        : ((byte[])result!).AsSpan().StartsWith(Reference(suite)),
                    $"{method.Name} came to something else.");
            }
        }
    }

    [Theory]
    [InlineData("iterator", 0)]
    [InlineData("iterator", 1000)]
    [InlineData("linq", 1000)]
    [InlineData("values", 1000)]
    [InlineData("list", 1000)]
    public void Every_benchmark_of_sequences_encodes_to_the_right_bytes_or_comes_to_the_last_element(string source, int count)
    {
        SequenceBenchmarks<T> suite = SetUp(new SequenceBenchmarks<T> { Source = source, Data = "random", Count = count });

        foreach (MethodInfo method in BenchmarksOf(suite))
        {
            for (int i = 0; i < 3; i++)
            {
                object? result = method.Invoke(suite, null);

                Assert.True(
                    method.ReturnType == typeof(T)
                        ? AreSame([(T)result!], [suite.Inputs.Values[suite.Index].LastOrDefault()])
                        : suite.Written.SequenceEqual(Reference(suite)),
                    $"{method.Name} came to something else.");
            }
        }
    }

    [Theory]
    [InlineData("write", 0)]
    [InlineData("write", 1000)]
    [InlineData("read", 0)]
    [InlineData("read", 1000)]
    public void Every_benchmark_of_shapes_writes_the_right_bytes_or_reads_the_right_elements(string way, int count)
    {
        ComesToTheShape<List<T>>(way, count);
        ComesToTheShape<IReadOnlyList<T>>(way, count);
        ComesToTheShape<ReadOnlyMemory<T>>(way, count);
        ComesToTheShape<T[,]>(way, count);
        ComesToTheShape<Queue<T>>(way, count);
        ComesToTheShape<ObservableCollection<T>>(way, count);
        ComesToTheShape<T?[]>(way, count);
    }

    private static void ComesToTheShape<TShape>(string way, int count)
    {
        ShapeBenchmarks<T, TShape> suite = SetUp(new ShapeBenchmarks<T, TShape> { Way = way, Data = "random", Count = count });
        foreach (MethodInfo method in BenchmarksOf(suite))
        {
            for (int i = 0; i < 3; i++)
            {
                object result = method.Invoke(suite, null)!;
                T[] elements = result as T[] ?? ShapeBenchmarks<T, TShape>.Elements((TShape)result);

                Assert.True(AreSame(elements, suite.Inputs.Values[suite.Index]), $"{method.Name} came to something else.");
                Assert.True(
                    way == "read" ? suite.Written.IsEmpty : suite.Written.EndsWith(Reference(suite)), $"{method.Name} wrote other bytes.");
            }
        }
    }

    [Fact]
    public void Operations_take_one_array_after_another_and_then_the_first_again()
    {
        EncodeBenchmarks<T> suite = SetUp(new EncodeBenchmarks<T> { Data = "random", Count = 16 * 1024 });
        int arrays = suite.Inputs.Values.Length;
        var seen = new List<int>();

        for (int i = 0; i <= arrays; i++)
        {
            suite.SimdSpan();
            seen.Add(suite.Index);
        }

        Assert.True(arrays is 4 or 16);
        Assert.Equal([.. Enumerable.Range(1, arrays - 1), 0, 1], seen);
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void The_encoded_length_is_that_of_the_arrays(string data, int count)
    {
        EncodeBenchmarks<T> suite = SetUp(new EncodeBenchmarks<T> { Data = data, Count = count });

        Assert.Equal(suite.Inputs.Encoded.Average(encoded => encoded.Length), ((IArrayBenchmarks)suite).GetAverageEncodedLength(), 6);
    }

    private static TSuite SetUp<TSuite>(TSuite suite)
        where TSuite : ArrayBenchmarks<T>
    {
        suite.Setup();
        return suite;
    }

    private static IEnumerable<MethodInfo> BenchmarksOf(IArrayBenchmarks suite) =>
        suite.GetType().GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute)));

    private static byte[] Reference(ArrayBenchmarks<T> suite) => ReferenceCodec.Encode<T>(suite.Inputs.Values[suite.Index]);

    /// <summary>
    /// Bit for bit, since random floating-point numbers are NaN now and then; except that any byte but 0 is true, as with Nerdbank.MessagePack.
    /// </summary>
    private static bool AreSame(T[] actual, T[] expected) =>
        actual is bool[] bools
            ? bools.Select(value => value ? 1 : 0).SequenceEqual(((bool[])(object)expected).Select(value => value ? 1 : 0))
            : MemoryMarshal.AsBytes(actual.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(expected.AsSpan()));
}

public sealed class SByteSuiteTests : SuiteTests<sbyte>;

public sealed class Int16SuiteTests : SuiteTests<short>;

public sealed class Int32SuiteTests : SuiteTests<int>;

public sealed class Int64SuiteTests : SuiteTests<long>;

public sealed class UInt16SuiteTests : SuiteTests<ushort>;

public sealed class UInt32SuiteTests : SuiteTests<uint>;

public sealed class UInt64SuiteTests : SuiteTests<ulong>;

public sealed class CharSuiteTests : SuiteTests<char>;

public sealed class SingleSuiteTests : SuiteTests<float>;

public sealed class DoubleSuiteTests : SuiteTests<double>;

public sealed class BooleanSuiteTests : SuiteTests<bool>;

public sealed class DateTimeSuiteTests : SuiteTests<DateTime>;

public sealed class HalfSuiteTests : SuiteTests<Half>;
