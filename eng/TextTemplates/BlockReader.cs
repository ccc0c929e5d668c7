using System;
using System.Collections.Generic;
using System.Linq;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>Cuts one file into blocks, and refuses what T4 engines do not agree on.</summary>
internal static class BlockReader
{
    private const string Open = "<#";
    private const string Close = "#>";

    /// <summary>All blocks in the file's order; text blocks are never empty and never stand side by side.</summary>
    public static List<Block> Read(string file, string content)
    {
        var blocks = new List<Block>();
        int position = 0;
        int line = 1;
        while (position < content.Length)
        {
            int open = content.IndexOf(Open, position, StringComparison.Ordinal);
            if (open != position)
            {
                string text = content[position..(open < 0 ? content.Length : open)];
                Take(BlockKind.Text, text, 0, 0);
                continue;
            }

            BlockKind kind = content.AsSpan(open + Open.Length) switch
            {
                ['@', ..] => BlockKind.Directive,
                ['=', ..] => BlockKind.Expression,
                ['+', ..] => BlockKind.ClassFeature,
                _ => BlockKind.Statement,
            };
            int start = open + Open.Length + (kind == BlockKind.Statement ? 0 : 1);
            int close = content.IndexOf(Close, start, StringComparison.Ordinal);
            if (close < 0)
            {
                throw new TemplateException(file, line, "This block is never closed with #>.");
            }

            Take(kind, content[start..close], start - open, Close.Length);
        }

        CheckOrder(blocks);
        return blocks;

        void Take(BlockKind kind, string text, int before, int after)
        {
            CheckTags(kind, text, file, line, isLast: position + before + text.Length + after == content.Length);
            blocks.Add(new Block(kind, text, file, line));
            line += text.Count(c => c == '\n');
            position += before + text.Length + after;
        }
    }

    private static void CheckTags(BlockKind kind, string text, string file, int line, bool isLast)
    {
        // A stray tag is an error in Visual Studio, and taken as it stands by dotnet-t4.
        string stray = kind == BlockKind.Text ? Close : Open;
        int at = text.IndexOf(stray, StringComparison.Ordinal);
        if (at >= 0)
        {
            string where = kind == BlockKind.Text ? "outside of any block" : "inside a block";
            throw new TemplateException(file, LineOf(at), $"{stray} {where}. {HowToWriteTags}");
        }

        // Visual Studio takes the backslashes before a tag as escapes
        // (https://learn.microsoft.com/visualstudio/modeling/using-escape-sequences-in-text-templates);
        // dotnet-t4 knows none in text, and leaves the backslash in code.
        if (text.EndsWith('\\') && !(kind == BlockKind.Text && isLast))
        {
            throw new TemplateException(
                file, LineOf(text.Length), $"A backslash directly before a tag: T4 engines do not agree on escapes. {HowToWriteTags}");
        }

        int LineOf(int index) => line + text.AsSpan(0, index).Count('\n');
    }

    private const string HowToWriteTags = "Write a tag that is to stand in the output as an expression, such as \"<\" + \"#\".";

    // As in Visual Studio. dotnet-t4 fails later, with errors in generated code.
    private static void CheckOrder(List<Block> blocks)
    {
        int first = blocks.FindIndex(block => block.Kind == BlockKind.ClassFeature);
        if (first < 0)
        {
            return;
        }

        foreach (Block block in blocks.Skip(first))
        {
            if (block.Kind is BlockKind.Statement or BlockKind.Directive)
            {
                throw new TemplateException(
                    block.File, block.Line, "Statements and directives must stand before the first class feature block.");
            }
        }

        Block last = blocks[^1];
        bool isLineBreak = last is { Kind: BlockKind.Text, Text: "\n" } && blocks[^2].Kind == BlockKind.ClassFeature;
        if (last.Kind != BlockKind.ClassFeature && !isLineBreak)
        {
            throw new TemplateException(
                last.File, last.Line, "A file that has class feature blocks must end with one, or with one line break after one.");
        }
    }
}
