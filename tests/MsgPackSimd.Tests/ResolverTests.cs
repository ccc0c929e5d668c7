using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Threading.Tasks;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;
using MsgPackSimd.Formatters;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>What the resolvers have a formatter for, and how they combine with others.</summary>
public class ResolverTests
{
    [Fact]
    public void Every_shape_of_every_element_type_has_a_formatter()
    {
        Has<BitArray>(PrimitiveBitArrayFormatter.Instance);
        Has<sbyte>();
        Has<short>();
        Has<int>();
        Has<long>();
        HasCollections<byte>();
        Has<ushort>();
        Has<uint>();
        Has<ulong>();
        Has<float>();
        Has<double>();
        Has<bool>();
        Has<char>();
        Has<DateTime>();
        Has<Half>();
        Has<TimeSpan>();
        Has<DateOnly>();
        Has<TimeOnly>();
    }

    [Fact]
    public void What_is_not_accelerated_is_left_to_the_next_resolver()
    {
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<byte[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<int>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<string>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<string[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<decimal[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<DateTimeOffset[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<byte>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<decimal?[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<int?>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<DateTime?>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Lazy<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<int?[,]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<DayOfWeek[]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<object>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Array>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<IEnumerable<string>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<IEnumerable<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<IEnumerable<DayOfWeek>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<System.Collections.IEnumerable>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<List<string>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Queue<string>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<SortedSet<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ImmutableList<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<IImmutableList<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ImmutableHashSet<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ImmutableSortedSet<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<FrozenSet<int>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<IList<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Queue<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<HashSet<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Memory<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ImmutableArray<int?>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<Memory<byte>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ReadOnlyMemory<byte>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ArraySegment<byte>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<ReadOnlySequence<byte>>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<int[][]>());
        Assert.Null(PrimitiveArrayResolver.Instance.GetFormatter<int[,,,,]>());
    }

    [Fact]
    public void Other_types_come_from_the_standard_resolver()
    {
        Assert.Same(StandardResolver.Instance.GetFormatter<string>(), SimdStandardResolver.Instance.GetFormatter<string>());
        Assert.Same(StandardResolver.Instance.GetFormatter<int>(), SimdStandardResolver.Instance.GetFormatter<int>());
        Assert.Same(SimdStandardResolver.Instance, SimdStandardResolver.Options.Resolver);
        foreach (MessagePackSerializerOptions options in TestedOptions.All)
        {
            Assert.Equal("abc", MessagePackSerializer.Deserialize<string>(MessagePackSerializer.Serialize("abc", options), options));
        }
    }

    [Fact]
    public void The_first_resolver_of_a_composite_wins()
    {
        IFormatterResolver ours = CompositeResolver.Create(PrimitiveArrayResolver.Instance, StandardResolver.Instance);
        Assert.IsType<PrimitiveArrayFormatter<int>>(ours.GetFormatter<int[]>());
        Assert.Same(StandardResolver.Instance.GetFormatter<string>(), ours.GetFormatter<string>());
    }

    [Fact]
    public void Arrays_inside_other_collections_are_ours_too()
    {
        IFormatterResolver resolver = CompositeResolver.Create([new ArrayFormatter<int[]?>()], [PrimitiveArrayResolver.Instance]);
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        int[]?[] jagged = [[1, 2, 300], null, [], [int.MinValue, int.MaxValue], new int[100]];
        byte[] encoded = MessagePackSerializer.Serialize(jagged, options);
        Assert.Equal(jagged, MessagePackSerializer.Deserialize<int[]?[]>(encoded, options));
        Assert.Equal(0x95, encoded[0]);
    }

    [Fact]
    public void Formatters_can_be_made_as_an_attribute_makes_them()
    {
        Assert.NotNull(Activator.CreateInstance<PrimitiveBitArrayFormatter>());
        Assert.NotNull(Activator.CreateInstance<PrimitiveArrayFormatter<int>>());
        Assert.Same(PrimitiveArrayFormatter<int>.Instance, PrimitiveArrayResolver.Instance.GetFormatter<int[]>());
        Refuses(() => new PrimitiveArrayFormatter<decimal>(), nameof(PrimitiveArrayFormatter<>), "System.Decimal");
        Refuses(() => new PrimitiveArrayFormatter<byte>(), "bin", "Bytes");
        Assert.NotNull(Activator.CreateInstance<PrimitiveEnumerableFormatter<int>>());
        Refuses(() => new PrimitiveEnumerableFormatter<decimal>(), nameof(PrimitiveEnumerableFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveListFormatter<int>>());
        Refuses(() => new PrimitiveListFormatter<decimal>(), nameof(PrimitiveListFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveMemoryFormatter<int>>());
        Refuses(() => new PrimitiveMemoryFormatter<decimal>(), nameof(PrimitiveMemoryFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveCollectionFormatter<int>>());
        Refuses(() => new PrimitiveCollectionFormatter<decimal>(), nameof(PrimitiveCollectionFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveSetFormatter<int>>());
        Refuses(() => new PrimitiveSetFormatter<decimal>(), nameof(PrimitiveSetFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveNullableFormatter<int>>());
        Refuses(() => new PrimitiveNullableFormatter<decimal>(), nameof(PrimitiveNullableFormatter<>), "System.Decimal");
        Assert.NotNull(Activator.CreateInstance<PrimitiveMultiDimensionalArrayFormatter<int>>());
        Refuses(() => new PrimitiveMultiDimensionalArrayFormatter<decimal>(), nameof(PrimitiveMultiDimensionalArrayFormatter<>), "System.Decimal");
    }

    /// <summary>The message says what is refused.</summary>
    private static void Refuses(Func<object> create, params string[] words)
    {
        string message = Assert.Throws<NotSupportedException>(create).Message;
        Assert.All(words, word => Assert.Contains(word, message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Many_threads_may_ask_first()
    {
        var tasks = new List<Task>();
        for (int i = 0; i < 8; i++)
        {
            tasks.Add(Task.Run(() =>
            {
                for (int n = 0; n < 200; n++)
                {
                    double[] values = new double[n];
                    Array.Fill(values, n);
                    byte[] encoded = MessagePackSerializer.Serialize(values, SimdStandardResolver.Options);
                    Assert.Equal(values, MessagePackSerializer.Deserialize<double[]>(encoded, SimdStandardResolver.Options));
                }
            }));
        }

        await Task.WhenAll(tasks);
    }

    private static void Has<T>()
        where T : unmanaged
    {
        Has<T[]>(PrimitiveArrayFormatter<T>.Instance);
        Has<Memory<T>>(PrimitiveMemoryFormatter<T>.Instance);
        Has<ReadOnlyMemory<T>>(PrimitiveMemoryFormatter<T>.Instance);
        Has<ArraySegment<T>>(PrimitiveMemoryFormatter<T>.Instance);
        Has<ReadOnlySequence<T>>(PrimitiveMemoryFormatter<T>.Instance);
        HasCollections<T>();
    }

    private static void HasCollections<T>()
        where T : unmanaged
    {
        Has<List<T>>(PrimitiveListFormatter<T>.Instance);
        Has<IList<T>>(PrimitiveListFormatter<T>.Instance);
        Has<ICollection<T>>(PrimitiveListFormatter<T>.Instance);
        Has<IEnumerable<T>>(PrimitiveEnumerableFormatter<T>.Instance);
        Has<IReadOnlyCollection<T>>(PrimitiveEnumerableFormatter<T>.Instance);
        Has<IReadOnlyList<T>>(PrimitiveEnumerableFormatter<T>.Instance);
        Has<ImmutableArray<T>>(PrimitiveMemoryFormatter<T>.Instance);
        Has<Queue<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<Stack<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<LinkedList<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ObservableCollection<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ReadOnlyCollection<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ReadOnlyObservableCollection<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ConcurrentBag<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ConcurrentQueue<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<ConcurrentStack<T>>(PrimitiveCollectionFormatter<T>.Instance);
        Has<HashSet<T>>(PrimitiveSetFormatter<T>.Instance);
        Has<ISet<T>>(PrimitiveSetFormatter<T>.Instance);
        Has<IReadOnlySet<T>>(PrimitiveSetFormatter<T>.Instance);
        Has<ReadOnlySet<T>>(PrimitiveSetFormatter<T>.Instance);
        Has<T?[]>(PrimitiveNullableFormatter<T>.Instance);
        Has<List<T?>>(PrimitiveNullableFormatter<T>.Instance);
        Has<T[,]>(PrimitiveMultiDimensionalArrayFormatter<T>.Instance);
        Has<T[,,]>(PrimitiveMultiDimensionalArrayFormatter<T>.Instance);
        Has<T[,,,]>(PrimitiveMultiDimensionalArrayFormatter<T>.Instance);
    }

    private static void Has<TShape>(object formatter)
    {
        Assert.Same(formatter, PrimitiveArrayResolver.Instance.GetFormatter<TShape>());
        Assert.Same(formatter, SimdStandardResolver.Instance.GetFormatter<TShape>());
        Assert.Same(formatter, TestedOptions.Composite.Resolver.GetFormatter<TShape>());
    }
}
