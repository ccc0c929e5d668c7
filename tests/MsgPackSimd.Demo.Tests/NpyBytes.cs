using System;
using System.Linq;
using System.Text;

namespace MsgPackSimd.Demo.Tests;

/// <summary>Makes <c>.npy</c> files for tests, also wrong ones, without the code under test.</summary>
public static class NpyBytes
{
    /// <summary>Makes a file of version 1.0, as NumPy does for a small array: the header is 128 bytes long.</summary>
    /// <param name="descr">The element type in NumPy's notation.</param>
    /// <param name="shape">The shape as Python writes it.</param>
    /// <param name="values">The values, in hexadecimal digits.</param>
    /// <param name="fortranOrder">What the header says about the order.</param>
    public static byte[] Make(string descr, string shape, string values, bool fortranOrder = false) =>
        WithDictionary(Dictionary($"'{descr}'", shape, fortranOrder), Convert.FromHexString(values));

    public static string Dictionary(string descr, string shape, bool fortranOrder = false) =>
        $"{{'descr': {descr}, 'fortran_order': {(fortranOrder ? "True" : "False")}, 'shape': {shape}, }}";

    /// <summary>Makes a file with any text for a dictionary.</summary>
    public static byte[] WithDictionary(string dictionary, byte[] values, byte major = 1, byte minor = 0)
    {
        int lengthSize = major == 1 ? 2 : 4;
        byte[] text = Encoding.UTF8.GetBytes(dictionary.PadRight(128 - 8 - lengthSize - 1) + "\n");
        byte[] length = BitConverter.IsLittleEndian
            ? BitConverter.GetBytes(text.Length)
            : BitConverter.GetBytes(text.Length).Reverse().ToArray();
        return [0x93, .. "NUMPY"u8, major, minor, .. length[..lengthSize], .. text, .. values];
    }
}
