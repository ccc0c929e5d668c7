using System;
using System.Collections.Generic;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>What is wrong, and at which line of which file; written as compilers do, so that editors find the place.</summary>
internal sealed record TemplateError(string File, int Line, string Message)
{
    public override string ToString() => $"{File}({Line}): error: {Message}";
}

/// <summary>A template that is not transformed, since it is wrong or asks for more than this runner knows.</summary>
internal sealed class TemplateException : Exception
{
    public TemplateException(IReadOnlyList<TemplateError> errors, Exception? innerException = null)
        : base(string.Join('\n', errors), innerException) => Errors = errors;

    public TemplateException(string file, int line, string message, Exception? innerException = null)
        : this([new TemplateError(file, line, message)], innerException)
    {
    }

    public IReadOnlyList<TemplateError> Errors { get; }
}
