using System;
using System.IO;
using MsgPackSimd.Engineering.TextTemplates;
using Xunit;

namespace MsgPackSimd.TextTemplates.Tests;

/// <summary>A folder with templates that lives as long as a test.</summary>
internal sealed class TemplateFolder : IDisposable
{
    /// <summary>What every template must start with. Two lines.</summary>
    public const string Head = "<#@ template language=\"C#\" #>\n<#@ output extension=\".g.cs\" encoding=\"utf-8\" #>\n";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("MsgPackSimd.TextTemplates.Tests.");

    public string PathOf(string name) => Path.Combine(_folder.FullName, name);

    public string Add(string name, string content)
    {
        string path = PathOf(name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, content);
        return path;
    }

    /// <summary>The output of a template that goes on with this text after its head.</summary>
    public string Transform(string template) => TemplateRunner.Transform(Add("Test.tt", Head + template)).Text;

    /// <summary>The only error of such a template, which must be in this file and on this line.</summary>
    public string ErrorOf(string template, int line, string file = "Test.tt") => ErrorOfFile(Add("Test.tt", Head + template), line, file);

    public string ErrorOfFile(string path, int line, string? file = null)
    {
        TemplateException exception = Assert.Throws<TemplateException>(() => TemplateRunner.Transform(path));
        TemplateError error = Assert.Single(exception.Errors);
        string place = Path.GetFullPath(file is null ? path : PathOf(file));
        Assert.Equal((place, line), (Path.GetFullPath(error.File), error.Line));
        Assert.Equal($"{error.File}({line}): error: {error.Message}", exception.Message);
        return error.Message;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
