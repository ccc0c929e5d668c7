using System;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.TextTemplates;
using Xunit;

namespace MsgPackSimd.TextTemplates.Tests;

/// <summary>Errors name the file and the line. The head of each template takes two lines.</summary>
public sealed class ErrorTests : IDisposable
{
    private readonly TemplateFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("a\n<#= b #>\n", 4, "CS0103")]
    [InlineData("<# int i = 1;\n   i++;\n   int j = \"\"; #>\n", 5, "CS0029")]
    [InlineData("a\n\n<#+\n\n  int F() => missing;\n#>\n", 7, "CS0103")]
    [InlineData("<# #>\n\n<# #>\n<# missing(); #>", 6, "CS0103")]
    [InlineData("<#@ import namespace=\"No.Such\" #>\na", 3, "CS0246")]
    [InlineData("<# if (true) { #>\na\n", 4, "CS1513")]
    [InlineData("<#= 1, 2 #>", 3, "CS1501")]
    [InlineData("<# return; #>", 3, "CS0126")]
    [InlineData("<#= new Microsoft.CodeAnalysis.CSharp.CSharpParseOptions() #>", 3, "CS0234")]
    public void A_compile_error_has_the_line_of_the_template(string template, int line, string code) =>
        Assert.StartsWith(code + ": ", _folder.ErrorOf(template, line), StringComparison.Ordinal);

    [Fact]
    public void All_compile_errors_are_named()
    {
        string path = _folder.Add("Test.tt", TemplateFolder.Head + "<#= b #>\n<#= c #>\n");

        TemplateException exception = Assert.Throws<TemplateException>(() => TemplateRunner.Transform(path));

        Assert.Equal([3, 4], exception.Errors.Select(error => error.Line));
        Assert.Equal(2, exception.Message.Split('\n').Length);
    }

    [Fact]
    public void An_error_in_an_included_file_has_its_name_and_line()
    {
        const string IncludePart = "<#@ include file=\"sub/Part.ttinclude\" #>";

        _folder.Add("sub/Part.ttinclude", "x\n<#= missing #>\n");
        Assert.StartsWith("CS0103: ", _folder.ErrorOf(IncludePart, 2, "sub/Part.ttinclude"), StringComparison.Ordinal);

        _folder.Add("sub/Part.ttinclude", "x\n<#");
        Assert.Contains("never closed", _folder.ErrorOf(IncludePart, 2, "sub/Part.ttinclude"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a\n<# F(0); #>\n<#+\n  int F(int x)\n  {\n    return 1 / x;\n  }\n#>", 8, "DivideByZeroException: ")]
    [InlineData("a\n\n<#= (object)null #>", 5, "ArgumentNullException: ")]
    [InlineData("<# PushIndent(\" \"); #>\na\n\nb\n", 4, "InvalidOperationException: A blank line inside")]
    [InlineData("<#+ int x = int.Parse(\"x\"); #>", 3, "FormatException: ")]
    public void An_exception_has_the_line_of_the_template(string template, int line, string message) =>
        Assert.StartsWith(message, _folder.ErrorOf(template, line), StringComparison.Ordinal);

    [Theory]
    [InlineData("a\n<# x", 4, "never closed")]
    [InlineData("a\n#> b", 4, "#> outside of any block")]
    [InlineData("<# a\n <# b #>", 4, "<# inside a block")]
    [InlineData("a\n<#= #>", 4, "without an expression")]
    // Escapes: Visual Studio and dotnet-t4 give different texts.
    [InlineData("a\n\\<# b #>", 4, "backslash directly before a tag")]
    [InlineData("a\n\\\\<#= 1 #>", 4, "backslash directly before a tag")]
    [InlineData("a\n<#= \"\\#>\" #>", 4, "backslash directly before a tag")]
    public void Tags_must_pair_up(string template, int line, string message) =>
        Assert.Contains(message, _folder.ErrorOf(template, line), StringComparison.Ordinal);

    [Theory]
    [InlineData("<#+ int x; #>\n<# int y; #>", 4, "before the first class feature block")]
    [InlineData("<#+ int x; #>\n<#@ import namespace=\"System.IO\" #>\n<#+ int y; #>", 4, "before the first class feature block")]
    [InlineData("<#+ int x; #>\n\ntext", 3, "must end with one")]
    [InlineData("<#+ int x; #>\n\n", 3, "must end with one")]
    [InlineData("<#+ int x; #><#= 1 #>\n", 3, "must end with one")]
    [InlineData("<#+ int x; #>\n\n<#+ int y; #>", 3, "Blank lines between class feature blocks")]
    public void Class_features_come_last(string template, int line, string message) =>
        Assert.Contains(message, _folder.ErrorOf(template, line), StringComparison.Ordinal);

    [Theory]
    [InlineData("<#@ parameter type=\"int\" name=\"x\" #>", "'parameter' is not supported")]
    [InlineData("<#@ template language=\"VB\" #>", "'language' can only be C#")]
    [InlineData("<#@ template hostspecific=\"true\" #>", "'hostspecific' can only be false")]
    [InlineData("<#@ template inherits=\"Base\" #>", "'inherits' of the directive 'template' is not supported")]
    [InlineData("<#@ template #>", "at least one attribute")]
    [InlineData("<#@ import namespace='System.IO' #>", "name=\"value\"")]
    [InlineData("<#@ import namespace=\"System\\IO\" #>", "without backslashes")]
    [InlineData("<#@ import namespace=\"\" #>", "'namespace' is missing")]
    [InlineData("<#@ import namespace=\"A\" namespace=\"B\" #>", "'namespace' is given twice")]
    [InlineData("<#@ output extension=\".cs\" encoding=\"utf-8\" #>", "second output directive")]
    [InlineData("<#@ assembly name=\"No.Such\" #>", "not one of the framework's")]
    [InlineData("<#@ assembly name=\"xunit.core\" #>", "not one of the framework's")]
    [InlineData("<#@ include file=\"None.ttinclude\" #>", "to include")]
    [InlineData("<#@ include file=\"Test.tt\" #>", "includes itself")]
    [InlineData("<#@ include file=\"Empty.ttinclude\" once=\"true\" #>", "'once' of the directive 'include' is not supported")]
    public void A_directive_that_is_wrong_or_not_supported_is_an_error(string directive, string message)
    {
        _folder.Add("Empty.ttinclude", "");

        Assert.Contains(message, _folder.ErrorOf("text\n" + directive + "\n", 4), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("text", "no output directive")]
    [InlineData("<#@ output encoding=\"utf-8\" #>", "'extension' is missing")]
    [InlineData("<#@ output extension=\".cs\" #>", "'encoding' is missing")]
    [InlineData("<#@ output extension=\".cs\" encoding=\"utf-16\" #>", "'encoding' can only be utf-8")]
    [InlineData("<#@ output extension=\"cs\" encoding=\"utf-8\" #>", "must start with a dot")]
    public void An_output_directive_is_needed(string template, string message) =>
        Assert.Contains(message, _folder.ErrorOfFile(_folder.Add("Test.tt", template), 1), StringComparison.Ordinal);

    [Theory]
    [InlineData("a\n", 3)]
    [InlineData("<# #>\n", 3)]
    [InlineData("<#= 1 #>", 3)]
    [InlineData("a\n<#+ int x; #>", 3)]
    [InlineData("<#@ import namespace=\"System.IO\" #>\n<#+ int x; #>", 3)]
    public void A_line_break_after_an_included_text_is_ambiguous(string included, int line)
    {
        _folder.Add("Part.ttinclude", included);

        Assert.Contains("after the include", _folder.ErrorOf("<#@ include file=\"Part.ttinclude\" #>\nb", line), StringComparison.Ordinal);
    }

    [Fact]
    public void Included_files_have_limits()
    {
        const string IncludePart = "<#@ include file=\"Part.ttinclude\" #>";

        _folder.Add("Part.ttinclude", "\na");
        Assert.Contains("start with a line break", _folder.ErrorOf(IncludePart, 1, "Part.ttinclude"), StringComparison.Ordinal);

        _folder.Add("Part.ttinclude", "a\n<#@ template debug=\"true\" #>");
        Assert.Contains("in an included file", _folder.ErrorOf(IncludePart, 2, "Part.ttinclude"), StringComparison.Ordinal);

        _folder.Add("Part.ttinclude", "a\n<#@ include file=\"Other.ttinclude\" #>");
        _folder.Add("Other.ttinclude", "b\n\n<#@ include file=\"Part.ttinclude\" #>");
        Assert.Contains("includes itself", _folder.ErrorOf(IncludePart, 3, "Other.ttinclude"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_template_must_be_UTF8()
    {
        string path = _folder.PathOf("Test.tt");
        File.WriteAllBytes(path, [(byte)'a', 0xE9, (byte)'b']);

        Assert.Contains("not UTF-8", _folder.ErrorOfFile(path, 1), StringComparison.Ordinal);
    }
}
