using System;
using System.Collections.Generic;
using System.Linq;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;
using MsgPackSimd.Formatters;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>What README.md says of our resolver together with others than the standard one.</summary>
public class OtherResolversTests
{
    private static readonly MessagePackSerializerOptions Typeless = With(TypelessContractlessStandardResolver.Instance);

    private static readonly MessagePackSerializerOptions OursBeforeTypeless =
        With(PrimitiveArrayResolver.Instance, TypelessContractlessStandardResolver.Instance);

    private static readonly DateTime[] Times =
    [
        new(2026, 11, 26, 1, 2, 3, DateTimeKind.Utc), new(2026, 11, 26, 1, 2, 3, DateTimeKind.Unspecified), new(1969, 7, 20, 20, 17, 40, DateTimeKind.Utc),
        new(2026, 11, 26, 1, 2, 4, DateTimeKind.Unspecified), new(1, DateTimeKind.Unspecified),
    ];

    [Fact]
    public void What_is_wrong_with_a_type_is_reported_as_by_the_standard_resolver()
    {
        Assert.EndsWith(nameof(NotImplementedException), Report(() => MessagePackSerializer.Serialize(new Unwritable(), SimdStandardResolver.Options)));
        Assert.Equal(
            Report(() => MessagePackSerializer.Serialize(new Unwritable(), MessagePackSerializerOptions.Standard)),
            Report(() => MessagePackSerializer.Serialize(new Unwritable(), SimdStandardResolver.Options)));
        Assert.Equal(
            Report(() => StandardResolver.Instance.GetFormatter<Unwritable>()), Report(() => SimdStandardResolver.Instance.GetFormatter<Unwritable>()));
        Assert.Equal(
            Report(() => MessagePackSerializer.Serialize(new object(), MessagePackSerializerOptions.Standard)),
            Report(() => MessagePackSerializer.Serialize(new object(), SimdStandardResolver.Options)));

        // The types of the exception and of those inside.
        static string Report(Action action)
        {
            var types = new List<string>();
            for (Exception? e = Record.Exception(action); e is not null; e = e.InnerException)
            {
                types.Add(e.GetType().Name);
            }

            return string.Join(' ', types);
        }
    }

    [Fact]
    public void Contractless_objects_have_our_arrays()
    {
        MessagePackSerializerOptions builtIn = With(ContractlessStandardResolver.Instance);
        MessagePackSerializerOptions ours = With(PrimitiveArrayResolver.Instance, ContractlessStandardResolver.Instance);
        Assert.IsType<PrimitiveArrayFormatter<int>>(ours.Resolver.GetFormatter<int[]>());
        var station = new Station { Name = "a", Samples = [.. Enumerable.Range(-50, 1000)], Heights = [1.5, -2] };
        byte[] encoded = MessagePackSerializer.Serialize(station, ours);
        Assert.Equal(MessagePackSerializer.Serialize(station, builtIn), encoded);
        Station decoded = MessagePackSerializer.Deserialize<Station>(encoded, ours);
        Assert.Equal((station.Name, string.Join(' ', station.Samples)), (decoded.Name, string.Join(' ', decoded.Samples!)));
        Assert.Equal(station.Heights, decoded.Heights);
    }

    [Fact]
    public void In_front_of_the_typeless_resolver_integers_take_fewer_bytes_and_are_the_same()
    {
        int[] values = [1, -1, 1000];
        Assert.Equal("93D200000001D2FFFFFFFFD2000003E8", Convert.ToHexString(MessagePackSerializer.Serialize(values, Typeless)));
        Assert.Equal("9301FFCD03E8", Convert.ToHexString(MessagePackSerializer.Serialize(values, OursBeforeTypeless)));
        AssertSameValues<int[]>(values);
        AssertSameValues<IList<int>>(values);
        AssertSameValues(new Queue<int>(values));
        AssertSameValues(new List<byte>([1, 200]));
        AssertSameValues<long[]>([1, -1, long.MinValue]);
        AssertSameValues<ushort[]>([1, 200, 60_000]);
        AssertSameValues<short[]>([.. Enumerable.Range(-100, 200).Select(i => (short)(i * 300))]);

        // Lists of all numbers but bytes have built-in formatters of their own, which write the shortest form.
        Assert.Equal(
            MessagePackSerializer.Serialize(new List<int>(values), Typeless), MessagePackSerializer.Serialize(new List<int>(values), OursBeforeTypeless));

        // Each can read what the other has written.
        static void AssertSameValues<TCollection>(TCollection collection)
        {
            byte[] typeless = MessagePackSerializer.Serialize(collection, Typeless);
            byte[] ours = MessagePackSerializer.Serialize(collection, OursBeforeTypeless);
            Assert.True(ours.Length < typeless.Length, $"{typeof(TCollection)}: {ours.Length} bytes, not less than {typeless.Length}");
            Assert.Equal(collection, MessagePackSerializer.Deserialize<TCollection>(typeless, OursBeforeTypeless));
            Assert.Equal(collection, MessagePackSerializer.Deserialize<TCollection>(ours, Typeless));
            Assert.Equal(collection, MessagePackSerializer.Deserialize<TCollection>(ours, OursBeforeTypeless));
        }
    }

    [Fact]
    public void In_front_of_the_typeless_resolver_times_are_timestamps()
    {
        byte[] binary = MessagePackSerializer.Serialize(Times, Typeless);
        Assert.Equal(Times.Select(time => time.ToBinary()), MessagePackSerializer.Deserialize<long[]>(binary));
        AssertTimes(Times, MessagePackSerializer.Deserialize<DateTime[]>(binary, Typeless));

        byte[] timestamps = MessagePackSerializer.Serialize(Times, OursBeforeTypeless);
        Assert.Equal(MessagePackSerializer.Serialize(Times), timestamps);
        AssertTimes(
            [.. Times.Select(time => DateTime.SpecifyKind(time, DateTimeKind.Utc))],
            MessagePackSerializer.Deserialize<DateTime[]>(timestamps, OursBeforeTypeless));

        // The other form is not read.
        Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<DateTime[]>(binary, OursBeforeTypeless));
    }

    [Fact]
    public void The_resolver_of_native_times_in_front_of_ours_keeps_their_kinds_in_arrays()
    {
        MessagePackSerializerOptions options =
            With(NativeDateTimeResolver.Instance, PrimitiveArrayResolver.Instance, TypelessContractlessStandardResolver.Instance);
        byte[] binary = MessagePackSerializer.Serialize(Times, options);
        Assert.Equal(MessagePackSerializer.Serialize(Times, Typeless), binary);
        AssertTimes(Times, MessagePackSerializer.Deserialize<DateTime[]>(binary, options));
        Assert.Equal(MessagePackSerializer.Serialize(Times[1], Typeless), MessagePackSerializer.Serialize(Times[1], options));

        // Lists and other collections are timestamps all the same.
        byte[] timestamps = MessagePackSerializer.Serialize(Times);
        Assert.Equal(timestamps, MessagePackSerializer.Serialize(new List<DateTime>(Times), options));
        Assert.Equal(timestamps, MessagePackSerializer.Serialize(new Queue<DateTime>(Times), options));
        Assert.All(MessagePackSerializer.Deserialize<List<DateTime>>(timestamps, options), time => Assert.Equal(DateTimeKind.Utc, time.Kind));
    }

    [Fact]
    public void Formatters_of_lists_of_times_in_front_of_ours_keep_their_kinds_as_well()
    {
        IFormatterResolver resolver = CompositeResolver.Create(
            [new ListFormatter<DateTime>(), new ArrayFormatter<DateTime?>(), new HashSetFormatter<DateTime>()],
            [NativeDateTimeResolver.Instance, PrimitiveArrayResolver.Instance, StandardResolver.Instance]);
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(resolver);
        MessagePackSerializerOptions native = With(NativeDateTimeResolver.Instance, StandardResolver.Instance);
        KeepsKinds(new List<DateTime>(Times));
        KeepsKinds(Times.Select(time => (DateTime?)time).Append(null).ToArray());
        KeepsKinds(new HashSet<DateTime>(Times));

        void KeepsKinds<TCollection>(TCollection times)
        {
            byte[] binary = MessagePackSerializer.Serialize(times, native);
            Assert.Equal(binary, MessagePackSerializer.Serialize(times, options));
            Assert.Equal(binary, MessagePackSerializer.Serialize(MessagePackSerializer.Deserialize<TCollection>(binary, options), native));
        }
    }

    private static MessagePackSerializerOptions With(params IFormatterResolver[] resolvers) =>
        MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(resolvers));

    /// <summary>The kinds too, which a comparison of times leaves out.</summary>
    private static void AssertTimes(DateTime[] expected, DateTime[] times) =>
        Assert.Equal(expected.Select(time => (time.Ticks, time.Kind)), times.Select(time => (time.Ticks, time.Kind)));

    public class Station
    {
        public string? Name { get; set; }

        public int[]? Samples { get; set; }

        public double[]? Heights { get; set; }
    }

    [MessagePackFormatter(typeof(UnwritableFormatter))]
    public class Unwritable;

    /// <summary>A formatter that the standard resolver's static initializer can't make.</summary>
    [ExcludeFormatterFromSourceGeneratedResolver]
    public class UnwritableFormatter : IMessagePackFormatter<Unwritable?>
    {
        public UnwritableFormatter() => throw new NotImplementedException();

        public void Serialize(ref MessagePackWriter writer, Unwritable? value, MessagePackSerializerOptions options) => throw new NotImplementedException();

        public Unwritable? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => throw new NotImplementedException();
    }
}
