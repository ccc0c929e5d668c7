using MsgPackSimd.Engineering.Measurements.Records;

namespace MsgPackSimd.Engineering.Measurements.Comparing;

/// <summary>What identifies a cell in two runs.</summary>
internal sealed record CellKey(string Type, string Data, string Direction, int Count)
{
    public static CellKey Of(RatioRecord cell) => new(cell.Type, cell.Data, cell.Direction, cell.Count);

    public override string ToString() => $"{Type} {Data} {Direction} {Count}";
}
