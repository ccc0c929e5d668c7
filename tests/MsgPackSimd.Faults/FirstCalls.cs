using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using MessagePack;
using MessagePack.Formatters;
using MsgPackSimd.Formatters;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Faults;

/// <summary>
/// The first calls to everything that is set up once (the resolvers' caches, the formatters' instances, the kernels' compiled code) from many
/// threads at the same moment. Once they have returned it is too late to see anything, so this has a process to itself.
/// </summary>
internal static class FirstCalls
{
    private const int Threads = 16;

    private static readonly Action<int>[] Types =
    [
        Check<sbyte>, Check<short>, Check<int>, Check<long>, Check<byte>, Check<ushort>, Check<uint>, Check<ulong>, Check<float>, Check<double>, Check<bool>,
        Check<char>, Check<DateTime>, Check<Half>, Check<TimeSpan>, Check<DateOnly>, Check<TimeOnly>,
        CheckEnum<EnumOfByte, byte>, CheckEnum<EnumOfInt32, int>, CheckEnum<EnumOfUInt64, ulong>, CheckBits,
    ];

    public static bool Run()
    {
        var failures = new ConcurrentQueue<Exception>();
        using var barrier = new Barrier(Threads);
        var threads = new List<Thread>();
        for (int i = 0; i < Threads; i++)
        {
            int number = i;
            var thread = new Thread(() =>
            {
                try
                {
                    barrier.SignalAndWait();
                    for (int round = 0; round < Types.Length * 3; round++)
                    {
                        // Half of the threads go through the types in step; each of the others begins with another type.
                        Types[(round + (number % 2 * number)) % Types.Length](number + round);
                    }
                }
                catch (Exception e)
                {
                    failures.Enqueue(e);
                }
            });
            threads.Add(thread);
            thread.Start();
        }

        threads.ForEach(thread => thread.Join());
        foreach (Exception failure in failures)
        {
            Console.Error.WriteLine(failure);
        }

        Console.WriteLine(failures.IsEmpty ? "all is well" : "FAILED");
        return failures.IsEmpty;
    }

    private static void Check<T>(int number)
        where T : unmanaged
    {
        // Each formatter with one of its shapes; bytes in an array or a memory are not numbers.
        T[] values = LargeInput.Create<T>(LargeInput.Distributions[number % LargeInput.Distributions.Length], 1 + (number * 11), (ulong)number);
        byte[] encoded = ReferenceCodec.Encode<T>(values);
        if (typeof(T) != typeof(byte))
        {
            CheckShape<T[]?, T>(PrimitiveArrayFormatter<T>.Instance, values, encoded, array => array!, values);
            CheckShape<ReadOnlyMemory<T>, T>(PrimitiveMemoryFormatter<T>.Instance, values, encoded, memory => memory.ToArray(), values);
        }

        CheckShape<List<T>?, T>(PrimitiveListFormatter<T>.Instance, [.. values], encoded, list => [.. list!], values);
        CheckShape<IEnumerable<T>?, T>(PrimitiveEnumerableFormatter<T>.Instance, TestSequences.Lazy(values), encoded, sequence => [.. sequence!], values);
        CheckShape<Queue<T>?, T>(PrimitiveCollectionFormatter<T>.Instance, new Queue<T>(values), encoded, queue => [.. queue!], values);
        T[] distinct = [.. values.Distinct()];
        CheckShape<HashSet<T>?, T>(
            PrimitiveSetFormatter<T>.Instance, new HashSet<T>(distinct), ReferenceCodec.Encode<T>(distinct), set => [.. set!], distinct);
        T?[] nullables = [.. values.Select(value => (T?)value)];
        CheckShape<T?[]?, T>(PrimitiveNullableFormatter<T>.Instance, nullables, encoded, array => [.. array!.Select(value => value!.Value)], values);
        var plane = new T[1, values.Length];
        for (int i = 0; i < values.Length; i++)
        {
            plane[0, i] = values[i];
        }

        byte[] message = [0x93, 1, .. ReferenceCodec.Encode<int>([values.Length])[1..], .. encoded];
        CheckShape<T[,]?, T>(PrimitiveMultiDimensionalArrayFormatter<T>.Instance, plane, message, array => [.. array!.Cast<T>()], values);
    }

    /// <summary>The enums' resolver, which has a cache and formatters of its own.</summary>
    private static void CheckEnum<TEnum, TInteger>(int number)
        where TEnum : unmanaged, Enum
        where TInteger : unmanaged
    {
        TInteger[] integers = LargeInput.Create<TInteger>(LargeInput.Distributions[number % LargeInput.Distributions.Length], 1 + (number * 11), (ulong)number);
        TEnum[] values = MemoryMarshal.Cast<TInteger, TEnum>(integers).ToArray();
        byte[] encoded = ReferenceCodec.Encode<TInteger>(integers);
        EnumArrayResolver<TEnum> resolver = EnumArrayResolver<TEnum>.Instance;
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        Require(ReferenceEquals(PrimitiveListFormatter<TEnum>.Instance, resolver.GetFormatter<List<TEnum>>()), $"another formatter for {typeof(List<TEnum>)}");
        Require(encoded.AsSpan().SequenceEqual(MessagePackSerializer.Serialize<List<TEnum>>([.. values], options)), $"other bytes of {typeof(List<TEnum>)}");
        Require(MessagePackSerializer.Deserialize<List<TEnum>>(encoded, options).SequenceEqual(values), $"other values of {typeof(List<TEnum>)}");
    }

    private static void CheckBits(int number)
    {
        bool[] values = LargeInput.Create<bool>(LargeInput.Distributions[number % LargeInput.Distributions.Length], 1 + (number * 11), (ulong)number);
        CheckShape<BitArray?, bool>(
            PrimitiveBitArrayFormatter.Instance, new BitArray(values), ReferenceCodec.Encode<bool>(values), bits => [.. bits!.Cast<bool>()], values);
    }

    private static void CheckShape<TShape, T>(
        IMessagePackFormatter<TShape> formatter, TShape value, byte[] message, Func<TShape, T[]> elements, T[] values)
        where T : unmanaged
    {
        Require(ReferenceEquals(formatter, SimdStandardResolver.Instance.GetFormatter<TShape>()), $"another formatter for {typeof(TShape)}");
        Require(ReferenceEquals(formatter, PrimitiveArrayResolver.Instance.GetFormatter<TShape>()), $"two formatters for {typeof(TShape)}");
        Require(message.AsSpan().SequenceEqual(MessagePackSerializer.Serialize(value, SimdStandardResolver.Options)), $"other bytes of {typeof(TShape)}");
        T[] decoded = elements(MessagePackSerializer.Deserialize<TShape>(message, SimdStandardResolver.Options));
        Require(
            GoldenVectors.ToLittleEndian<T>(decoded).SequenceEqual(GoldenVectors.ToLittleEndian<T>(values)), $"other values of {typeof(TShape)}");
    }

    private static void Require(bool condition, string message)
    {
        if (!condition)
        {
            throw new InvalidOperationException(message);
        }
    }
}
