namespace MsgPackSimd.Engineering.Measurements.Charts;

/// <summary>A chart that is yet to be drawn.</summary>
/// <param name="Name">The name of its file, without <c>.svg</c>.</param>
/// <param name="Title">What it shows, for those who can't see it.</param>
/// <param name="Script">What gnuplot is to be told.</param>
internal sealed record Chart(string Name, string Title, GnuplotScript Script);
