using System;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>Five digits: more than any of these figures is good for.</summary>
internal sealed class ShortDoubleConverter : JsonConverter<double>
{
    public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDouble();

    public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options)
    {
        if (!double.IsFinite(value))
        {
            throw new JsonException($"{value} can't be written.");
        }

        writer.WriteRawValue(value.ToString("G5", CultureInfo.InvariantCulture));
    }
}
