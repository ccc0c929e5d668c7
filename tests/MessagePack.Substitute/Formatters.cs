using System;
using System.Buffers;
using System.Collections.Generic;

namespace MessagePack.Formatters;

public sealed class Int32Formatter : IMessagePackFormatter<int>
{
    public static readonly Int32Formatter Instance = new();

    private Int32Formatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, int value, MessagePackSerializerOptions options) => writer.Write(value);

    public int Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadInt32();
}

public sealed class NullableStringFormatter : IMessagePackFormatter<string?>
{
    public static readonly NullableStringFormatter Instance = new();

    private NullableStringFormatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, string? value, MessagePackSerializerOptions options) => writer.Write(value);

    public string? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) => reader.ReadString();
}

public sealed class DateTimeArrayFormatter : IMessagePackFormatter<DateTime[]?>
{
    public static readonly DateTimeArrayFormatter Instance = new();

    private DateTimeArrayFormatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, DateTime[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteArrayHeader(value.Length);
        foreach (DateTime element in value)
        {
            writer.Write(element);
        }
    }

    public DateTime[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        var values = new DateTime[reader.ReadArrayHeader()];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = reader.ReadDateTime();
        }

        return values;
    }
}

public sealed class ByteListFormatter : IMessagePackFormatter<List<byte>?>
{
    public static readonly ByteListFormatter Instance = new();

    private ByteListFormatter()
    {
    }

    public void Serialize(ref MessagePackWriter writer, List<byte>? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteArrayHeader(value.Count);
        foreach (byte element in value)
        {
            writer.Write(element);
        }
    }

    public List<byte>? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.NextMessagePackType != MessagePackType.Array)
        {
            return reader.ReadBytes() is { } bytes ? [.. bytes.ToArray()] : null;
        }

        int count = reader.ReadArrayHeader();
        var values = new List<byte>(count);
        for (int i = 0; i < count; i++)
        {
            values.Add(reader.ReadByte());
        }

        return values;
    }
}

public sealed class ArrayFormatter<T> : IMessagePackFormatter<T[]?>
{
    public void Serialize(ref MessagePackWriter writer, T[]? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteArrayHeader(value.Length);
        IMessagePackFormatter<T> formatter = options.Resolver.GetFormatterWithVerify<T>();
        foreach (T element in value)
        {
            formatter.Serialize(ref writer, element, options);
        }
    }

    public T[]? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
        {
            return null;
        }

        var values = new T[reader.ReadArrayHeader()];
        IMessagePackFormatter<T> formatter = options.Resolver.GetFormatterWithVerify<T>();
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = formatter.Deserialize(ref reader, options);
        }

        return values;
    }
}
