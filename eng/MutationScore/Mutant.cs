namespace MsgPackSimd.Engineering;

/// <summary>A place in the source, and what stands there instead. The same in every run over the same source.</summary>
internal sealed record Mutant(string File, int Line, int Column, string Original, string Replacement);
