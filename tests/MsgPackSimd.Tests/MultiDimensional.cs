using System;
using System.Buffers;
using System.Collections.Generic;
using MessagePack;

namespace MsgPackSimd.Tests;

/// <summary>Operations on arrays whose type depends on the number of dimensions, chosen by that number.</summary>
internal static class MultiDimensional<T>
    where T : unmanaged
{
    public static Array Create(int[] lengths, IReadOnlyList<T> elements)
    {
        Array values = Array.CreateInstance(typeof(T), lengths);
        int[] indices = new int[lengths.Length];
        for (int i = 0; i < elements.Count; i++)
        {
            int rest = i;
            for (int dimension = lengths.Length - 1; dimension >= 0; dimension--)
            {
                (rest, indices[dimension]) = Math.DivRem(rest, lengths[dimension]);
            }

            values.SetValue(elements[i], indices);
        }

        return values;
    }

    public static byte[] Serialize(Array values, MessagePackSerializerOptions options) => values switch
    {
        T[,] plane => MessagePackSerializer.Serialize(plane, options),
        T[,,] cube => MessagePackSerializer.Serialize(cube, options),
        _ => MessagePackSerializer.Serialize((T[,,,])values, options),
    };

    public static Array? Deserialize(ReadOnlySequence<byte> source, int rank, MessagePackSerializerOptions options) => rank switch
    {
        2 => MessagePackSerializer.Deserialize<T[,]?>(source, options),
        3 => MessagePackSerializer.Deserialize<T[,,]?>(source, options),
        _ => MessagePackSerializer.Deserialize<T[,,,]?>(source, options),
    };
}
