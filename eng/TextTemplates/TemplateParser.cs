using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>
/// Reads a template and its includes: the part of T4 that has the same meaning in Visual Studio, Rider and dotnet-t4. Whatever else a file holds is an error,
/// and so is anything for which these would not write the same.
/// <para>
/// Line breaks: one that follows the closing tag of a directive, a statement block or a class feature block directly is dropped; one
/// that follows an expression block stays, and so does one after blanks. What stands before a block is never touched, so an indented
/// statement block leaves its indentation. This is what dotnet-t4 does
/// (<see href="https://github.com/mono/t4/blob/main/Mono.TextTemplating/Mono.TextTemplating/Tokeniser.cs"/>, <c>GetBlockEnd</c> and
/// <c>NextStateInDirective</c>), and Visual Studio, which applies the same rule to the text between blocks when includes are in place.
/// </para>
/// </summary>
internal static partial class TemplateParser
{
    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static Template Parse(string path)
    {
        var template = new Template(path);
        ReadFile(template, path, []);
        if (template.OutputExtension is null)
        {
            throw new TemplateException(path, 1, "There is no output directive.");
        }

        return template;
    }

    /// <returns>
    /// The kind of the last block before the first class feature block, with includes in place; null when there is none.
    /// </returns>
    private static BlockKind? ReadFile(Template template, string file, Stack<string> includedFrom)
    {
        string content = ReadText(file);
        List<Block> blocks = BlockReader.Read(file, content);
        bool isIncluded = includedFrom.Count > 0;
        if (!isIncluded)
        {
            template.LastLine = 1 + content.AsSpan().TrimEnd('\n').Count('\n');
        }
        else if (blocks is [{ Kind: BlockKind.Text, Text: ['\n', ..] }, ..])
        {
            throw new TemplateException(
                file, 1, "An included file must not start with a line break: Visual Studio drops it, dotnet-t4 keeps it.");
        }

        includedFrom.Push(Path.GetFullPath(file));
        BlockKind? last = null;
        bool inFeatures = false;
        for (int i = 0; i < blocks.Count; i++)
        {
            Block block = blocks[i];
            switch (block.Kind)
            {
                case BlockKind.Directive:
                    last = Obey(template, block, includedFrom) ?? BlockKind.Directive;
                    continue;
                case BlockKind.ClassFeature:
                    inFeatures = true;
                    break;
                case BlockKind.Expression when string.IsNullOrWhiteSpace(block.Text):
                    throw new TemplateException(block.File, block.Line, "An expression block without an expression.");
                case BlockKind.Text when i > 0 && blocks[i - 1].Kind != BlockKind.Expression:
                    block = DropLineBreak(block, blocks[i - 1].Kind, i + 1 < blocks.Count ? blocks[i + 1].Kind : null, last);
                    break;
            }

            if (!inFeatures)
            {
                last = block.Kind;
            }

            if (block.Text.Length > 0)
            {
                (!inFeatures ? template.Body : isIncluded ? template.IncludedFeatures : template.Features).Add(block);
            }
        }

        includedFrom.Pop();
        return last;
    }

    /// <summary>The text without the line break it starts with, if any, since a block other than an expression stands before it.</summary>
    private static Block DropLineBreak(Block text, BlockKind before, BlockKind? after, BlockKind? lastRead)
    {
        if (!text.Text.StartsWith('\n'))
        {
            return text;
        }

        // After an include directive, what was read last is the end of the included file, and not what stands before in this file.
        if (before == BlockKind.Directive && lastRead is BlockKind.Text or BlockKind.Expression)
        {
            throw new TemplateException(
                text.File,
                text.Line,
                "A line break after the include of a file that ends, but for class features, with text (be it a line break) or an "
                + "expression: dotnet-t4 drops it, Visual Studio keeps it. Let the text go on directly after the directive.");
        }

        string rest = text.Text[1..];
        if (before == BlockKind.ClassFeature && after == BlockKind.ClassFeature && rest.Length > 0 && rest.AsSpan().Trim('\n').IsEmpty)
        {
            throw new TemplateException(
                text.File, text.Line, "Blank lines between class feature blocks: Visual Studio drops them, dotnet-t4 writes them.");
        }

        return text with { Text = rest, Line = text.Line + 1 };
    }

    private static string ReadText(string file)
    {
        try
        {
            // Which line breaks a checkout has must not show in the output.
            return File.ReadAllText(file, s_utf8).Replace("\r\n", "\n", StringComparison.Ordinal);
        }
        catch (DecoderFallbackException exception)
        {
            throw new TemplateException(file, 1, "This file is not UTF-8.", exception);
        }
    }

    // ---- Directives ---------------------------------------------------------------------------------------------------------------------

    [GeneratedRegex("""^\s*(?<directive>\w+)(?:\s+(?<name>[A-Za-z]+)\s*=\s*"(?<value>[^"\\]*)")+\s*$""", RegexOptions.CultureInvariant)]
    private static partial Regex DirectivePattern();

    /// <returns>For an include, what <see cref="ReadFile"/> returns.</returns>
    private static BlockKind? Obey(Template template, Block block, Stack<string> includedFrom)
    {
        Match match = DirectivePattern().Match(block.Text);
        if (!match.Success)
        {
            throw Error("A directive is a name and at least one attribute, name=\"value\", without backslashes.");
        }

        var attributes = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach ((Capture name, Capture value) in match.Groups["name"].Captures.Zip(match.Groups["value"].Captures))
        {
            if (!attributes.TryAdd(name.Value, value.Value))
            {
                throw Error($"The attribute '{name.Value}' is given twice.");
            }
        }

        BlockKind? included = null;
        string directive = match.Groups["directive"].Value.ToLowerInvariant();
        if (directive is "template" or "output" && includedFrom.Count > 1)
        {
            throw Error($"The directive '{directive}' in an included file.");
        }

        switch (directive)
        {
            case "template":
                Expect("language", Take("language") ?? "C#", "C#");
                Expect("hostspecific", Take("hostspecific") ?? "false", "false");
                Expect("debug", Take("debug") ?? "false", "false", "true");
                break;
            case "output":
                if (template.OutputExtension is not null)
                {
                    throw Error("A second output directive.");
                }

                template.OutputExtension = Required("extension");
                if (template.OutputExtension is not ['.', _, ..])
                {
                    throw Error("The attribute 'extension' must start with a dot.");
                }

                Expect("encoding", Required("encoding"), "utf-8");
                break;
            case "import":
                template.Imports.Add(block with { Text = Required("namespace") });
                break;
            case "assembly":
                // All of the framework is referenced anyway; Visual Studio needs the directive.
                string assembly = Required("name");
                if (!Framework.Has(assembly))
                {
                    throw Error($"The assembly '{assembly}' is not one of the framework's.");
                }

                break;
            case "include":
                string file = Path.Combine(Path.GetDirectoryName(block.File) ?? "", Required("file"));
                if (!File.Exists(file))
                {
                    throw Error($"There is no file '{file}' to include.");
                }

                if (includedFrom.Contains(Path.GetFullPath(file)))
                {
                    throw Error($"The file '{file}' includes itself.");
                }

                CheckNoneLeft();
                included = ReadFile(template, file, includedFrom);
                break;
            default:
                throw Error($"The directive '{directive}' is not supported.");
        }

        CheckNoneLeft();
        return included;

        string? Take(string name) => attributes.Remove(name, out string? value) ? value : null;

        string Required(string name) => Take(name) is { Length: > 0 } value ? value : throw Error($"The attribute '{name}' is missing.");

        void Expect(string name, string value, params string[] allowed)
        {
            if (!allowed.Contains(value, StringComparer.OrdinalIgnoreCase))
            {
                throw Error($"The attribute '{name}' can only be {string.Join(" or ", allowed)} here.");
            }
        }

        void CheckNoneLeft()
        {
            if (attributes.Count > 0)
            {
                throw Error($"The attribute '{attributes.Keys.First()}' of the directive '{directive}' is not supported.");
            }
        }

        TemplateException Error(string message) => new(block.File, block.Line, message);
    }
}
