using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;
using MsgPackSimd.Formatters;
using Xunit;

namespace MsgPackSimd.Tests;

/// <summary>Filled in by the source generator that comes with the <c>MessagePack</c> package.</summary>
[CompositeResolver(typeof(PrimitiveArrayResolver), typeof(StandardResolver))]
public partial class GeneratedCompositeResolver;

[MessagePackObject]
public class Recording
{
    [Key(0)]
    public string? Name { get; set; }

    [Key(1)]
    [MessagePackFormatter(typeof(PrimitiveArrayFormatter<int>))]
    public int[]? Samples { get; set; }

    [Key(2)]
    public double[]? Times { get; set; }
}

/// <summary>Its formatter is made at run time.</summary>
[MessagePackObject(SuppressSourceGeneration = true)]
public class RecordingWithoutGenerator
{
    [Key(0)]
    public string? Name { get; set; }

    [Key(1)]
    [MessagePackFormatter(typeof(PrimitiveArrayFormatter<int>))]
    public int[]? Samples { get; set; }

    [Key(2)]
    public double[]? Times { get; set; }
}

/// <summary>The types with which our formatters can be named in an attribute where the formatter is generated.</summary>
[MessagePackObject]
public class GeneratedMembers
{
    [Key(0)]
    [MessagePackFormatter(typeof(PrimitiveEnumerableFormatter<int>))]
    public IEnumerable<int>? Sequence { get; set; }

    [Key(1)]
    [MessagePackFormatter(typeof(PrimitiveCollectionFormatter<int>))]
    public Queue<int>? Queue { get; set; }

    [Key(2)]
    [MessagePackFormatter(typeof(PrimitiveSetFormatter<int>))]
    public HashSet<int>? Set { get; set; }

    [Key(3)]
    [MessagePackFormatter(typeof(PrimitiveNullableFormatter<int>))]
    public int?[]? Nullables { get; set; }

    [Key(4)]
    [MessagePackFormatter(typeof(PrimitiveBitArrayFormatter))]
    public BitArray? Bits { get; set; }

    [Key(5)]
    [MessagePackFormatter(typeof(PrimitiveListFormatter<int>))]
    public List<int>? List { get; set; }

    [Key(6)]
    [MessagePackFormatter(typeof(PrimitiveMemoryFormatter<int>))]
    public ReadOnlyMemory<int> Memory { get; set; }
}

/// <summary>The attributes of MessagePack-CSharp that name a resolver or a formatter.</summary>
public class AttributeTests
{
    /// <summary>
    /// An array with a token that no number is read from. It is too long for our formatters to leave it to the reader, which names no element.
    /// </summary>
    private static readonly byte[] WrongAt17 = [0xdc, 0, 20, .. new byte[17], 0xc3, 0, 0];

    [Fact]
    public void CompositeResolver_attribute_takes_our_resolver()
    {
        Assert.IsType<PrimitiveArrayFormatter<int>>(GeneratedCompositeResolver.Instance.GetFormatter<int[]>());
        MessagePackSerializerOptions options = MessagePackSerializerOptions.Standard.WithResolver(GeneratedCompositeResolver.Instance);
        byte[] encoded = MessagePackSerializer.Serialize(new[] { 1, -1, 1000 }, options);
        Assert.Equal(new[] { 1, -1, 1000 }, MessagePackSerializer.Deserialize<int[]>(encoded, options));
    }

    [Fact]
    public void MessagePackFormatter_attribute_takes_our_formatter()
    {
        var recording = new Recording { Name = "a", Samples = [1, -1, 1000], Times = [0.5] };
        foreach (MessagePackSerializerOptions options in new[] { MessagePackSerializerOptions.Standard, SimdStandardResolver.Options })
        {
            byte[] encoded = MessagePackSerializer.Serialize(recording, options);
            Assert.Equal(MessagePackSerializer.Serialize(recording, SimdStandardResolver.Options), encoded);
            Recording decoded = MessagePackSerializer.Deserialize<Recording>(encoded, options);
            Assert.Equal(recording.Samples, decoded.Samples);
            Assert.Equal(recording.Times, decoded.Times);
        }

        OnlySamplesAreOurs<Recording>();
    }

    [Fact]
    public void MessagePackFormatter_attribute_takes_our_other_formatters()
    {
        var members = new GeneratedMembers { Sequence = [1], Queue = new([2, 3]), Set = [4], Nullables = [null, 5], Bits = new(new[] { true }), List = [6], Memory = new[] { 7 } };
        byte[] encoded = MessagePackSerializer.Serialize(members);
        Assert.Equal("9791019202039104" + "92C00591C3" + "91069107", Convert.ToHexString(encoded));
        GeneratedMembers decoded = MessagePackSerializer.Deserialize<GeneratedMembers>(encoded);
        Assert.Equal(members.Sequence, decoded.Sequence);
        Assert.Equal(members.Queue, decoded.Queue);
        Assert.Equal(members.Set, decoded.Set);
        Assert.Equal(members.Nullables, decoded.Nullables);
        Assert.Equal(members.Bits, decoded.Bits);
        Assert.Equal(members.List, decoded.List);
        Assert.Equal(members.Memory.ToArray(), decoded.Memory.ToArray());

        foreach (int key in new[] { 0, 1, 2, 5, 6 })
        {
            byte[] wrong = [0x97, .. Enumerable.Repeat((byte)0xc0, key), .. WrongAt17, .. Enumerable.Repeat((byte)0xc0, 6 - key)];
            Assert.True(NamesTheElement<GeneratedMembers>(wrong, MessagePackSerializerOptions.Standard), $"key {key}");
        }
    }

    [Fact]
    public void MessagePackFormatter_attribute_takes_our_formatter_of_arrays_where_nothing_is_generated()
    {
        var recording = new RecordingWithoutGenerator { Name = "a", Samples = [1, -1, 1000], Times = [0.5] };
        byte[] encoded = MessagePackSerializer.Serialize(recording);
        Assert.Equal(MessagePackSerializer.Serialize(new Recording { Name = "a", Samples = [1, -1, 1000], Times = [0.5] }), encoded);
        RecordingWithoutGenerator decoded = MessagePackSerializer.Deserialize<RecordingWithoutGenerator>(encoded);
        Assert.Equal(recording.Samples, decoded.Samples);
        Assert.Equal(recording.Times, decoded.Times);
        OnlySamplesAreOurs<RecordingWithoutGenerator>();
    }

    /// <summary>The exceptions lie in one another as without our resolver, so that whoever looks for one in the other finds it.</summary>
    [Fact]
    public void What_has_no_formatter_is_the_same_exception_as_without_our_resolver()
    {
        Assert.Equal(Refusal(MessagePackSerializerOptions.Standard), Refusal(SimdStandardResolver.Options));

        static string Refusal(MessagePackSerializerOptions options)
        {
            // An array that begins at 1 has a type of its own, which no formatter writes.
            Exception? thrown = Record.Exception(() => MessagePackSerializer.Serialize<object>(Array.CreateInstance(typeof(int), [2], [1]), options));
            var types = new List<string>();
            for (; thrown is not null; thrown = thrown.InnerException)
            {
                types.Add(thrown.GetType().Name);
            }

            Assert.NotEmpty(types);
            return string.Join(" of ", types);
        }
    }

    [Fact]
    public void Collections_of_arrays_use_our_formatter()
    {
        double[][] rows = [[1, 2], [], [double.NaN]];
        byte[] encoded = MessagePackSerializer.Serialize(rows, SimdStandardResolver.Options);
        Assert.Equal(MessagePackSerializer.Serialize(rows), encoded);
        Assert.Equal(rows, MessagePackSerializer.Deserialize<double[][]>(encoded, SimdStandardResolver.Options));
        Assert.IsType<ArrayFormatter<double[]>>(SimdStandardResolver.Instance.GetFormatter<double[][]>());

        byte[] wrong = [0x92, 0x90, .. WrongAt17];
        Assert.False(NamesTheElement<double[][]>(wrong, MessagePackSerializerOptions.Standard));
        Assert.True(NamesTheElement<double[][]>(wrong, SimdStandardResolver.Options));
    }

    /// <summary>
    /// The bytes are the same with every formatter, but only ours names the element that is wrong. That of the samples comes from the attribute, that of the
    /// times from the resolver.
    /// </summary>
    private static void OnlySamplesAreOurs<TRecording>()
    {
        byte[] wrongSample = [0x93, 0xc0, .. WrongAt17, 0xc0];
        byte[] wrongTime = [0x93, 0xc0, 0xc0, .. WrongAt17];
        Assert.True(NamesTheElement<TRecording>(wrongSample, MessagePackSerializerOptions.Standard));
        Assert.True(NamesTheElement<TRecording>(wrongSample, SimdStandardResolver.Options));
        Assert.False(NamesTheElement<TRecording>(wrongTime, MessagePackSerializerOptions.Standard));
        Assert.True(NamesTheElement<TRecording>(wrongTime, SimdStandardResolver.Options));
    }

    /// <summary>Whether a message is refused, and by our formatter: the built-in ones do not say which element it is (except for bools).</summary>
    private static bool NamesTheElement<T>(byte[] message, MessagePackSerializerOptions options)
    {
        Exception? thrown = Assert.Throws<MessagePackSerializationException>(() => MessagePackSerializer.Deserialize<T>(message, options));
        bool names = false;
        for (; thrown is not null; thrown = thrown.InnerException)
        {
            names |= thrown.Message.Contains("element 17 of 20", StringComparison.Ordinal);
        }

        return names;
    }
}
