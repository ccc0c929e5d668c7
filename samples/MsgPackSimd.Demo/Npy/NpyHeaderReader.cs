using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace MsgPackSimd.Demo.Npy;

/// <summary>
/// Reads the header of a <c>.npy</c> file, and compares it with the length of the file: <c>\x93NUMPY</c>, two bytes of version, the length
/// of the dictionary that follows (2 bytes in version 1.0, else 4), and that dictionary as Python writes it. See
/// <see href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">the format's description</see>.
/// </summary>
internal static class NpyHeaderReader
{
    /// <summary>The longest that a dictionary of version 1.0 can be. Only the field lists of structured types are ever longer.</summary>
    private const int MaxDictionaryLength = ushort.MaxValue;

    public static ReadOnlySpan<byte> Magic => [0x93, (byte)'N', (byte)'U', (byte)'M', (byte)'P', (byte)'Y'];

    /// <summary>Reads the header; the stream then stands at the first value, and what is left of it is exactly the values.</summary>
    /// <param name="stream">The file, at its start.</param>
    /// <exception cref="InvalidDataException">This is not a <c>.npy</c> file, or is a damaged one, or is not one that the demo converts.</exception>
    public static NpyHeader Read(Stream stream)
    {
        Span<byte> start = stackalloc byte[Magic.Length + 2];
        if (stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false) < start.Length || !start.StartsWith(Magic))
        {
            throw new InvalidDataException(@"is no .npy file: it does not begin with \x93NUMPY and a version");
        }

        (byte major, byte minor) = (start[^2], start[^1]);
        if (major is < 1 or > 3 || minor != 0)
        {
            throw new InvalidDataException($"has .npy version {major}.{minor}; 1.0, 2.0 and 3.0 are supported");
        }

        Span<byte> length = stackalloc byte[sizeof(uint)];
        length.Clear();
        ReadExactly(stream, length[..(major == 1 ? sizeof(ushort) : sizeof(uint))]);
        uint dictionaryLength = BinaryPrimitives.ReadUInt32LittleEndian(length);
        if (dictionaryLength > MaxDictionaryLength)
        {
            throw new InvalidDataException($"has a header of {dictionaryLength} bytes; up to {MaxDictionaryLength} are supported");
        }

        byte[] dictionary = new byte[dictionaryLength];
        ReadExactly(stream, dictionary);
        NpyDictionary header = NpyDictionary.Parse((major == 3 ? Encoding.UTF8 : Encoding.Latin1).GetString(dictionary));

        (ElementType type, bool isBigEndian) = NpyDtype.Parse(header.Descr);
        if (header.IsFortranOrder)
        {
            throw new InvalidDataException("is in Fortran order; only C order is supported");
        }

        long count = CountValues(header.Shape);
        long bytesLeft = stream.Length - stream.Position;
        if (count > bytesLeft / type.Size)
        {
            throw new InvalidDataException(
                $"is truncated: its header declares {count} values of {type.Size} bytes, but only {bytesLeft} bytes follow");
        }

        if (bytesLeft > count * type.Size)
        {
            throw new InvalidDataException(
                $"has {bytesLeft - (count * type.Size)} bytes after the {count} values that its header declares");
        }

        return count <= Array.MaxLength
            ? new NpyHeader(type, isBigEndian, header.Shape, (int)count)
            : throw new InvalidDataException($"has {count} values, more than one array can hold ({Array.MaxLength})");
    }

    private static long CountValues(IReadOnlyList<long> shape)
    {
        // With a dimension of 0 there is no value, however large the others are.
        if (shape.Contains(0))
        {
            return 0;
        }

        Int128 count = 1;
        foreach (long dimension in shape)
        {
            count *= dimension;
            if (count > long.MaxValue)
            {
                throw new InvalidDataException("is truncated: its header declares more values than any file holds");
            }
        }

        return (long)count;
    }

    private static void ReadExactly(Stream stream, Span<byte> destination)
    {
        if (stream.ReadAtLeast(destination, destination.Length, throwOnEndOfStream: false) < destination.Length)
        {
            throw new InvalidDataException("is truncated: it ends inside its header");
        }
    }
}
