using System;
using System.Runtime.InteropServices;
using MsgPackSimd.Codec;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Driver;

/// <summary>Enums are encoded and decoded as their integers: what a compiler ahead of time makes of that can be seen here only.</summary>
internal static class EnumChecks
{
    private const int Count = 300;

    public static bool Run() =>
        Check<EnumOfSByte, sbyte>() & Check<EnumOfInt16, short>() & Check<EnumOfInt32, int>() & Check<EnumOfInt64, long>()
        & Check<EnumOfByte, byte>() & Check<EnumOfUInt16, ushort>() & Check<EnumOfUInt32, uint>() & Check<EnumOfUInt64, ulong>();

    private static bool Check<TEnum, TInteger>()
        where TEnum : unmanaged, Enum
        where TInteger : unmanaged
    {
        bool ok = true;
        foreach (string distribution in LargeInput.Distributions)
        {
            TInteger[] integers = LargeInput.Create<TInteger>(distribution, Count, 5);
            TEnum[] values = MemoryMarshal.Cast<TInteger, TEnum>(integers).ToArray();
            TEnum?[] nullable = new TEnum?[Count];
            for (int i = 0; i < Count; i++)
            {
                nullable[i] = i % 7 == 3 ? null : values[i];
            }

            byte[] encoded = MessagePackArrayEncoder.Encode<TEnum>(values);
            byte[] tokens = new byte[MessagePackArrayEncoder.GetMaxEncodedLength<TEnum>(Count)];
            MessagePackArrayEncoder.EncodeNullableElements<TEnum>(nullable, tokens, out _, out int length);
            var decoded = new TEnum?[Count];
            MessagePackArrayDecoder.DecodeNullableElements<TEnum>(tokens.AsSpan(0, length), decoded, out _, out int written);
            bool isRight = encoded.AsSpan().SequenceEqual(ReferenceCodec.Encode<TInteger>(integers))
                && MemoryMarshal.AsBytes<TEnum>(MessagePackArrayDecoder.Decode<TEnum>(encoded, out int _)).SequenceEqual(MemoryMarshal.AsBytes<TInteger>(integers))
                && written == Count;
            for (int i = 0; isRight && i < Count; i++)
            {
                isRight = decoded[i].HasValue == nullable[i].HasValue
                    && MemoryMarshal.AsBytes([decoded[i].GetValueOrDefault()]).SequenceEqual(MemoryMarshal.AsBytes([nullable[i].GetValueOrDefault()]));
            }

            if (!isRight)
            {
                Console.WriteLine($"enum of {typeof(TInteger).Name} {distribution} FAILED");
                ok = false;
            }
        }

        return ok;
    }
}
