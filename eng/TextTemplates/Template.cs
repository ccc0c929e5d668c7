using System.Collections.Generic;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>A parsed template: directives are obeyed, includes are in place, and each line break that T4 drops is gone.</summary>
internal sealed class Template(string path)
{
    public string Path { get; } = path;

    /// <summary>The template's last line: where a brace that is never closed is reported.</summary>
    public int LastLine { get; set; } = 1;

    /// <summary>With its dot; null until an output directive is met.</summary>
    public string? OutputExtension { get; set; }

    /// <summary>Import directives; the text is the namespace.</summary>
    public List<Block> Imports { get; } = [];

    /// <summary>What is run: text, statements and expressions.</summary>
    public List<Block> Body { get; } = [];

    /// <summary>Class features, with the text and expressions that stand between them.</summary>
    public List<Block> Features { get; } = [];

    /// <summary>Those of included files: they come last, wherever the include directive stands.</summary>
    public List<Block> IncludedFeatures { get; } = [];
}
