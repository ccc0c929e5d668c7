using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace MsgPackSimd.Engineering.Measurements.Records;

/// <summary>What one run has measured, and its JSON: a head, and a line for each cell.</summary>
internal sealed record RunFile
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        // '+' and "'" as they are: it is a file, not part of a web page.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        Converters = { new ShortDoubleConverter() },
    };

    public required RunHead Head { get; init; }

    /// <summary>Gets the ratio table of made-up data.</summary>
    public IReadOnlyList<RatioRecord> Ratios { get; init; } = [];

    /// <summary>Gets the ratio table of the recordings.</summary>
    public IReadOnlyList<RatioRecord> Recordings { get; init; } = [];

    /// <summary>Gets the crossover report.</summary>
    public IReadOnlyList<CrossoverRecord> Crossover { get; init; } = [];

    /// <exception cref="InvalidDataException">The file is not one that a run writes.</exception>
    /// <exception cref="IOException">It can't be read.</exception>
    public static RunFile Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<RunFile>(File.ReadAllBytes(path), Options) ?? throw new JsonException("It is null.");
        }
        catch (JsonException e)
        {
            throw new InvalidDataException($"{path} is no file of measurements: {e.Message}", e);
        }
    }

    public void Write(string path)
    {
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is string folder)
        {
            Directory.CreateDirectory(folder);
        }

        File.WriteAllText(path, ToJson());
    }

    /// <summary>A line for each cell, so that two files can be compared with any tool.</summary>
    public string ToJson()
    {
        var json = new StringBuilder();
        json.Append("{\n\"head\": ").Append(JsonSerializer.Serialize(Head, Options));
        AppendCells("ratios", Ratios);
        AppendCells("recordings", Recordings);
        AppendCells("crossover", Crossover);
        return json.Append("\n}\n").ToString();

        void AppendCells<TCell>(string name, IReadOnlyList<TCell> cells)
        {
            if (cells.Count > 0)
            {
                json.Append(",\n\"").Append(name).Append("\": [\n  ");
                json.AppendJoin(",\n  ", cells.Select(cell => JsonSerializer.Serialize(cell, Options)));
                json.Append("\n]");
            }
        }
    }
}
