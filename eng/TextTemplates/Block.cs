namespace MsgPackSimd.Engineering.TextTemplates;

internal enum BlockKind
{
    /// <summary>What stands between the blocks, and is copied.</summary>
    Text,

    /// <summary><c>&lt;#@ … #&gt;</c></summary>
    Directive,

    /// <summary><c>&lt;# … #&gt;</c></summary>
    Statement,

    /// <summary><c>&lt;#= … #&gt;</c></summary>
    Expression,

    /// <summary><c>&lt;#+ … #&gt;</c></summary>
    ClassFeature,
}

/// <param name="Kind">What it is.</param>
/// <param name="Text">What is between the tags, or the text.</param>
/// <param name="File">The template or the included file.</param>
/// <param name="Line">The line that <paramref name="Text"/> starts on, from 1.</param>
internal sealed record Block(BlockKind Kind, string Text, string File, int Line);
