using System;
using System.Collections.Generic;
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

/// <summary>The attributes of MessagePack-CSharp that name a resolver or a formatter.</summary>
public class AttributeTests
{
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
    }
}
