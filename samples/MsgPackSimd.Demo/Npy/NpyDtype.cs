using System;
using System.IO;
using System.Linq;

namespace MsgPackSimd.Demo.Npy;

/// <summary>
/// NumPy's notation for an element type: the byte order, a letter for the kind, the length in bytes. See
/// <see href="https://numpy.org/doc/stable/reference/arrays.interface.html#object.__array_interface__">the array interface</see>.
/// </summary>
internal static class NpyDtype
{
    private const string ByteOrders = "<>=|";

    /// <summary>How values of a type are written to a file: little-endian, and without a byte order where there is only one byte.</summary>
    public static string Format(ElementType type) => (type.Size == 1 ? "|" : "<") + type.Code;

    /// <summary>Tells the element type and the byte order.</summary>
    /// <exception cref="InvalidDataException">The demo does not convert this type.</exception>
    public static (ElementType Type, bool IsBigEndian) Parse(string descr)
    {
        // '=' is the byte order of the machine, '|' says that there is none. Without either it is the machine's.
        bool hasOrder = descr.Length > 0 && ByteOrders.Contains(descr[0]);
        char order = hasOrder ? descr[0] : '=';
        string code = hasOrder ? descr[1..] : descr;
        if (code == "u1")
        {
            throw new InvalidDataException($"has dtype '{descr}'; {ElementType.WhyNotBytes}");
        }

        ElementType type = ElementType.All.FirstOrDefault(type => type.Code == code)
            ?? throw new InvalidDataException(
                $"has an unsupported dtype: '{Shorten(descr)}'{Explain(code)}; supported are {ElementType.AllNames}");
        return (type, order == '>' || (order != '<' && !BitConverter.IsLittleEndian));
    }

    private static string Shorten(string descr) => descr.Length <= 20 ? descr : descr[..20] + "...";

    private static string Explain(string code) => (code.Length > 0 ? code[0] : default) switch
    {
        'f' => " (long double)",
        'c' => " (complex numbers)",
        'S' or 'U' or 'T' => " (strings)",
        'O' => " (Python objects)",
        'M' or 'm' => " (dates and times)",
        'V' => " (raw data)",
        _ => "",
    };
}
