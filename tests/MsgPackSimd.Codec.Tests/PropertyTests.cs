using System;
using System.Buffers;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>Properties over arbitrary arrays, shrunk by FsCheck to the shortest one that breaks them.</summary>
public abstract class PropertyTests<T>
    where T : unmanaged
{
    /// <summary>A fixed seed (the second number must be odd): what fails once fails again.</summary>
    private static readonly Config SameEachTime = Config.QuickThrowOnFailure.WithReplay(20261121, 3);

    /// <summary>Boundary values and values of every width, in arrays that grow with the test.</summary>
    private static Arbitrary<T[]> Arrays =>
        Gen.OneOf(
            Gen.Elements(Samples.Boundaries<T>()),
            from bits in ArbMap.Default.GeneratorFor<long>()
            from mask in ArbMap.Default.GeneratorFor<Guid>()
            from shift in Gen.Choose(0, 63)
            select Samples.FromBits<T>(bits ^ BitConverter.ToInt64(mask.ToByteArray()), shift))
        .ArrayOf()
        .ToArbitrary();

    [Fact]
    public void Encoding_is_that_of_the_reference_and_decodes_to_the_same_bits() => Prop.ForAll(Arrays, values =>
    {
        byte[] encoded = MessagePackArrayEncoder.Encode<T>(values);
        Assert.Equal(ReferenceCodec.Encode<T>(values), encoded);
        AssertBits.Equal(values, MessagePackArrayDecoder.Decode<T>(encoded, out int consumed));
        Assert.Equal(encoded.Length, consumed);
    }).Check(SameEachTime);

    [Fact]
    public void A_prefix_of_an_encoding_decodes_to_a_prefix_of_the_values() => Prop.ForAll(
        Arrays, Gen.Choose(0, 1000).ToArbitrary(), (values, cut) =>
        {
            byte[] tokens = ReferenceCodec.EncodeElements<T>(values);
            ReadOnlySpan<byte> source = tokens.AsSpan(0, cut % (tokens.Length + 1));
            T[] decoded = new T[values.Length];
            OperationStatus status = MessagePackArrayDecoder.DecodeElements(source, decoded.AsSpan(), out int consumed, out int written);
            AssertBits.Equal<T>(values.AsSpan(0, written), decoded.AsSpan(0, written));
            Assert.Equal(ReferenceCodec.EncodeElements<T>(values.AsSpan(0, written)).Length, consumed);
            Assert.Equal(consumed == source.Length ? OperationStatus.Done : OperationStatus.NeedMoreData, status);
        }).Check(SameEachTime);

    [Fact]
    public void Any_fragmentation_decodes_to_the_same() => Prop.ForAll(
        Arrays, Gen.Choose(0, 12).ArrayOf().ToArbitrary(), (values, lengths) =>
        {
            ReadOnlyMemory<byte> rest = MessagePackArrayEncoder.Encode<T>(values);
            int total = rest.Length;
            var segments = lengths.Select(length =>
            {
                ReadOnlyMemory<byte> segment = rest[..Math.Min(length, rest.Length)];
                rest = rest[segment.Length..];
                return segment;
            }).ToList();
            segments.Add(rest);
            AssertBits.Equal(values, MessagePackArrayDecoder.Decode<T>(Segmentation.Join(segments), out long consumed));
            Assert.Equal(total, consumed);
        }).Check(SameEachTime);
}

public class PropertySByteTests : PropertyTests<sbyte>;

public class PropertyInt16Tests : PropertyTests<short>;

public class PropertyInt32Tests : PropertyTests<int>;

public class PropertyInt64Tests : PropertyTests<long>;

public class PropertyByteTests : PropertyTests<byte>;

public class PropertyUInt16Tests : PropertyTests<ushort>;

public class PropertyUInt32Tests : PropertyTests<uint>;

public class PropertyUInt64Tests : PropertyTests<ulong>;

public class PropertySingleTests : PropertyTests<float>;

public class PropertyDoubleTests : PropertyTests<double>;

public class PropertyBooleanTests : PropertyTests<bool>;

public class PropertyCharTests : PropertyTests<char>;

public class PropertyDateTimeTests : PropertyTests<DateTime>;

public class PropertyTimeSpanTests : PropertyTests<TimeSpan>;

public class PropertyDateOnlyTests : PropertyTests<DateOnly>;

public class PropertyTimeOnlyTests : PropertyTests<TimeOnly>;

public class PropertyHalfTests : PropertyTests<Half>;
