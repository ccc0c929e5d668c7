using System;
using System.Buffers.Binary;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Demo.Npy;

/// <summary>
/// The values in a <c>.npy</c> file. They are read and written in chunks, since the bytes of a large array are more than one span can
/// cover.
/// </summary>
internal static class NpyValues
{
    private const int ChunkCount = 16 * 1024;

    /// <summary>Reads the values that a header has declared.</summary>
    /// <param name="stream">The file, at the first value; it was compared with the header.</param>
    /// <param name="header">The header.</param>
    public static T[] Read<T>(Stream stream, NpyHeader header)
        where T : unmanaged
    {
        T[] values = GC.AllocateUninitializedArray<T>(header.Count);
        for (Span<T> rest = values; !rest.IsEmpty; rest = rest[Math.Min(rest.Length, ChunkCount)..])
        {
            Span<T> chunk = rest[..Math.Min(rest.Length, ChunkCount)];
            Span<byte> bytes = MemoryMarshal.AsBytes(chunk);
            stream.ReadExactly(bytes);
            if (header.IsBigEndian == BitConverter.IsLittleEndian)
            {
                ReverseBytes(chunk);
            }

            if (typeof(T) == typeof(bool))
            {
                Normalize(bytes);
            }
        }

        return values;
    }

    /// <summary>Writes values, least significant byte first.</summary>
    public static void Write<T>(Stream stream, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        T[] reversed = BitConverter.IsLittleEndian ? [] : new T[Math.Min(values.Length, ChunkCount)];
        for (ReadOnlySpan<T> rest = values; !rest.IsEmpty; rest = rest[Math.Min(rest.Length, ChunkCount)..])
        {
            ReadOnlySpan<T> chunk = rest[..Math.Min(rest.Length, ChunkCount)];
            if (!BitConverter.IsLittleEndian)
            {
                chunk.CopyTo(reversed);
                ReverseBytes(reversed.AsSpan(0, chunk.Length));
                chunk = reversed.AsSpan(0, chunk.Length);
            }

            stream.Write(MemoryMarshal.AsBytes(chunk));
        }
    }

    private static void ReverseBytes<T>(Span<T> values)
        where T : unmanaged
    {
        switch (Unsafe.SizeOf<T>())
        {
            case sizeof(ushort):
                Span<ushort> halves = MemoryMarshal.Cast<T, ushort>(values);
                BinaryPrimitives.ReverseEndianness(halves, halves);
                break;
            case sizeof(uint):
                Span<uint> words = MemoryMarshal.Cast<T, uint>(values);
                BinaryPrimitives.ReverseEndianness(words, words);
                break;
            case sizeof(ulong):
                Span<ulong> doubles = MemoryMarshal.Cast<T, ulong>(values);
                BinaryPrimitives.ReverseEndianness(doubles, doubles);
                break;
        }
    }

    /// <summary>Any byte but 0 is true to NumPy; in C# a bool is 0 or 1.</summary>
    private static void Normalize(Span<byte> booleans)
    {
        foreach (ref byte value in booleans)
        {
            value = (byte)(value == 0 ? 0 : 1);
        }
    }
}
