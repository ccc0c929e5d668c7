using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>The base class of every compiled template. Names and behaviour are those of other T4 engines.</summary>
internal abstract class TextTransformation
{
    private readonly Stack<string> _outerIndents = new();

    /// <summary>What has been written.</summary>
    protected StringBuilder GenerationEnvironment { get; } = new();

    /// <summary>What each line starts with, also a blank one, unless it is written by <c>WriteLine("")</c>.</summary>
    public string CurrentIndent { get; private set; } = "";

    public abstract string TransformText();

    public void PushIndent(string indent)
    {
        ArgumentNullException.ThrowIfNull(indent);
        _outerIndents.Push(CurrentIndent);
        CurrentIndent += indent;
    }

    /// <returns>What the indentation lost; nothing when there was none.</returns>
    public string PopIndent()
    {
        if (!_outerIndents.TryPop(out string? outer))
        {
            return "";
        }

        string popped = CurrentIndent[outer.Length..];
        CurrentIndent = outer;
        return popped;
    }

    public void Write(string? textToAppend)
    {
        ReadOnlySpan<char> rest = textToAppend;
        int blankLine = rest.IndexOf("\n\n");
        if (CurrentIndent.Length > 0 && blankLine >= 0 && blankLine + 2 < rest.Length)
        {
            throw new InvalidOperationException(
                "A blank line inside one text that is indented: Visual Studio indents the line after it, dotnet-t4 does not. "
                + "Use WriteLine.");
        }

        while (!rest.IsEmpty)
        {
            if (GenerationEnvironment.Length == 0 || GenerationEnvironment[^1] == '\n')
            {
                GenerationEnvironment.Append(CurrentIndent);
            }

            int length = rest.IndexOf('\n') + 1;
            ReadOnlySpan<char> line = length == 0 ? rest : rest[..length];
            GenerationEnvironment.Append(line);
            rest = rest[line.Length..];
        }
    }

    public void Write(string format, params object?[] args) => Write(string.Format(CultureInfo.CurrentCulture, format, args));

    public void WriteLine(string? textToAppend)
    {
        Write(textToAppend);
        GenerationEnvironment.Append('\n');
    }

    public void WriteLine(string format, params object?[] args) => WriteLine(string.Format(CultureInfo.CurrentCulture, format, args));
}
