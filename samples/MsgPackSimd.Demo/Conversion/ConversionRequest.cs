using System;
using System.IO;
using System.Linq;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>What the command line asks to be converted, as given.</summary>
/// <param name="Input">The file to read; its extension says what it is.</param>
/// <param name="TypeName">The element type to read MessagePack as.</param>
/// <param name="Output">The file to write; by default beside the input, with the other extension.</param>
/// <param name="Force">Whether a file may be replaced.</param>
internal sealed record ConversionRequest(string Input, string? TypeName, string? Output, bool Force)
{
    private const string NpyExtension = ".npy";
    private const string MessagePackExtension = ".msgpack";

    /// <summary>Converts the file.</summary>
    /// <exception cref="DemoException">It can't be done; nothing was written.</exception>
    public ConversionResult Run()
    {
        string extension = Path.GetExtension(Input);
        if (extension.Equals(NpyExtension, StringComparison.OrdinalIgnoreCase))
        {
            if (TypeName is not null)
            {
                throw new DemoException("--type is for .msgpack files; a .npy file names its own type");
            }

            return NpyToMessagePack.Convert(Input, GetOutput(MessagePackExtension));
        }

        if (extension.Equals(MessagePackExtension, StringComparison.OrdinalIgnoreCase))
        {
            ElementType type = GetElementType();
            return MessagePackToNpy.Convert(Input, type, GetOutput(NpyExtension));
        }

        throw new DemoException($"'{Input}' is neither a {NpyExtension} nor a {MessagePackExtension} file, by its extension");
    }

    private ElementType GetElementType() => TypeName switch
    {
        null => throw new DemoException($"a {MessagePackExtension} file needs --type, one of {ElementType.AllNames}"),
        "uint8" => throw new DemoException(ElementType.WhyNotBytes),
        _ => ElementType.All.FirstOrDefault(type => type.Name == TypeName)
            ?? throw new DemoException($"--type '{TypeName}' is unknown; it takes {ElementType.AllNames}"),
    };

    private OutputFile GetOutput(string extension)
    {
        if (Output is "")
        {
            throw new DemoException("--output is empty");
        }

        string path = Output ?? Path.ChangeExtension(Input, extension);
        return Path.GetFullPath(path) != Path.GetFullPath(Input)
            ? new OutputFile(path, Force)
            : throw new DemoException($"{path} is the input file; it can't be the output too");
    }
}
