using System;
using System.Buffers.Binary;
using System.Globalization;
using System.IO;
using System.Text;

namespace MsgPackSimd.Demo.Npy;

/// <summary>
/// Writes <c>.npy</c> files of version 1.0 with one dimension, byte for byte as NumPy does. See
/// <see href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">the format's description</see>.
/// </summary>
internal static class NpyWriter
{
    /// <summary>The values start at a multiple of this, so that the file can be mapped into memory.</summary>
    private const int Alignment = 64;

    /// <summary>NumPy leaves room for a first dimension of so many digits, so that data can be appended later.</summary>
    private const int MaxDimensionDigits = 21;

    /// <summary>Writes a whole file.</summary>
    /// <param name="stream">Receives the bytes.</param>
    /// <param name="type">The element type, which <typeparamref name="T"/> stands for.</param>
    /// <param name="values">The values.</param>
    public static void Write<T>(Stream stream, ElementType type, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        stream.Write(FormatHeader(type, values.Length));
        NpyValues.Write(stream, values);
    }

    private static byte[] FormatHeader(ElementType type, int count)
    {
        string digits = count.ToString(CultureInfo.InvariantCulture);
        string dictionary = $"{{'descr': '{NpyDtype.Format(type)}', 'fortran_order': False, 'shape': ({digits},), }}"
            + new string(' ', MaxDimensionDigits - digits.Length);

        // Magic, version, length, dictionary, spaces up to the alignment, and a line feed as the last byte.
        int dictionaryStart = NpyHeaderReader.Magic.Length + 2 + sizeof(ushort);
        int length = dictionaryStart + dictionary.Length + 1;
        length += Alignment - (length % Alignment);

        byte[] header = new byte[length];
        header.AsSpan().Fill((byte)' ');
        NpyHeaderReader.Magic.CopyTo(header);
        header[NpyHeaderReader.Magic.Length] = 1;
        header[NpyHeaderReader.Magic.Length + 1] = 0;
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(dictionaryStart - sizeof(ushort)), (ushort)(length - dictionaryStart));
        Encoding.ASCII.GetBytes(dictionary, header.AsSpan(dictionaryStart));
        header[^1] = (byte)'\n';
        return header;
    }
}
