using System.IO;
using MessagePack;
using MsgPackSimd.Demo.Npy;

namespace MsgPackSimd.Demo.Conversion;

/// <summary>Writes the array of a <c>.npy</c> file as a MessagePack array.</summary>
internal static class NpyToMessagePack
{
    /// <summary>Converts a file.</summary>
    /// <exception cref="DemoException">It can't be done; nothing was written.</exception>
    public static ConversionResult Convert(string input, OutputFile output)
    {
        output.ThrowIfNotAllowed();
        return InputFile.Read(input, stream =>
        {
            NpyHeader header = NpyHeaderReader.Read(stream);
            long bytesOut = header.Type.Accept(new Visitor(stream, header, output));
            return new ConversionResult(input, output.Path, header.Type, header.Count, stream.Length, bytesOut, header.Note);
        });
    }

    private sealed class Visitor(Stream npy, NpyHeader header, OutputFile output) : IElementTypeVisitor<long>
    {
        public long Visit<T>()
            where T : unmanaged
        {
            T[] values = NpyValues.Read<T>(npy, header);
            return output.Write(stream =>
            {
                var writer = new StreamBufferWriter(stream);
                MessagePackSerializer.Serialize(writer, values, ComposedOptions.Instance);
                writer.Flush();
            });
        }
    }
}
