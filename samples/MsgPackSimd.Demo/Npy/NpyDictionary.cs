using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace MsgPackSimd.Demo.Npy;

/// <summary>
/// The dictionary in the header of a <c>.npy</c> file:
/// <code>
/// {'descr': '&lt;f8', 'fortran_order': False, 'shape': (800, 4), }
/// </code>
/// It has exactly these three keys. Of Python's syntax this reads what their values can be, and nothing nested: a <c>descr</c> that is not
/// a string is a structured type, which is not supported anyway.
/// </summary>
internal sealed class NpyDictionary
{
    private readonly string text;
    private int position;

    private NpyDictionary(string text) => this.text = text;

    /// <summary>Gets the element type and byte order, in NumPy's notation.</summary>
    public string Descr { get; private set; } = "";

    public bool IsFortranOrder { get; private set; }

    public IReadOnlyList<long> Shape { get; private set; } = [];

    /// <summary>Parses the text of the dictionary.</summary>
    /// <exception cref="InvalidDataException">It is not such a dictionary, or names a structured type.</exception>
    public static NpyDictionary Parse(string text)
    {
        var dictionary = new NpyDictionary(text);
        dictionary.Parse();
        return dictionary;
    }

    private void Parse()
    {
        var keys = new HashSet<string>();
        Expect('{');
        while (!TryTake('}'))
        {
            string key = TakeString();
            keys.Add(key);
            Expect(':');
            switch (key)
            {
                case "descr":
                    Descr = Next is '\'' or '"'
                        ? TakeString()
                        : throw new InvalidDataException("has an unsupported dtype: a structured one");
                    break;
                case "fortran_order":
                    IsFortranOrder = TakeBoolean();
                    break;
                case "shape":
                    Shape = TakeTuple();
                    break;
                default:
                    throw Malformed();
            }

            if (!TryTake(','))
            {
                Expect('}');
                break;
            }
        }

        if (keys.Count != 3 || Next is not null)
        {
            throw Malformed();
        }
    }

    /// <summary>Gets the next character that is not white space; <see langword="null"/> at the end.</summary>
    private char? Next
    {
        get
        {
            while (position < text.Length && char.IsWhiteSpace(text[position]))
            {
                position++;
            }

            return position < text.Length ? text[position] : null;
        }
    }

    private bool TryTake(char expected)
    {
        if (Next != expected)
        {
            return false;
        }

        position++;
        return true;
    }

    private void Expect(char expected)
    {
        if (!TryTake(expected))
        {
            throw Malformed();
        }
    }

    /// <summary>Takes a string in single or double quotes. None that occurs here has an escape in it.</summary>
    private string TakeString()
    {
        if (Next is not ('\'' or '"'))
        {
            throw Malformed();
        }

        int end = text.IndexOf(text[position], position + 1);
        if (end < 0)
        {
            throw Malformed();
        }

        string content = text[(position + 1)..end];
        position = end + 1;
        return content;
    }

    private bool TakeBoolean()
    {
        bool value = Next == 'T';
        string word = value ? "True" : "False";
        if (string.CompareOrdinal(text, position, word, 0, word.Length) != 0)
        {
            throw Malformed();
        }

        position += word.Length;
        return value;
    }

    /// <summary>Takes <c>()</c>, <c>(3,)</c>, <c>(3, 4)</c> and so on; <c>(3)</c> is a number in Python, not a tuple.</summary>
    private List<long> TakeTuple()
    {
        var items = new List<long>();
        Expect('(');
        while (!TryTake(')'))
        {
            items.Add(TakeDimension());
            if (!TryTake(','))
            {
                Expect(')');
                return items.Count > 1 ? items : throw Malformed();
            }
        }

        return items;
    }

    private long TakeDimension()
    {
        int start = Next is null ? throw Malformed() : position;
        while (position < text.Length && char.IsAsciiDigit(text[position]))
        {
            position++;
        }

        ReadOnlySpan<char> digits = text.AsSpan(start, position - start);
        if (digits.IsEmpty)
        {
            throw Malformed();
        }

        // Python 2 wrote some numbers as 3L.
        TryTake('L');
        return long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long dimension)
            ? dimension
            : throw new InvalidDataException("is truncated: its header declares more values than any file holds");
    }

    private static InvalidDataException Malformed() =>
        new("has a malformed header: not a dictionary of 'descr', 'fortran_order' and 'shape'");
}
