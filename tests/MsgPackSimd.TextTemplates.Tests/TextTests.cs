using System;
using System.Globalization;
using System.IO;
using MsgPackSimd.Engineering.TextTemplates;
using Xunit;

namespace MsgPackSimd.TextTemplates.Tests;

/// <summary>The output of templates, which is the same as from the engine of dotnet-t4 3.0.0 (with LF for CRLF).</summary>
public sealed class TextTests : IDisposable
{
    private readonly TemplateFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("", "")]
    [InlineData("a\n", "a\n")]
    [InlineData("\na", "\na")]
    [InlineData("a\n<# #>\nb\n", "a\nb\n")]
    [InlineData("a\n<# #>\n\nb\n", "a\n\nb\n")]
    [InlineData("a <# #> \nb", "a  \nb")]
    [InlineData("a\n  <# #>\nb", "a\n  b")]
    [InlineData("<#= 1 #>\n<#= 2 #>\n", "1\n2\n")]
    [InlineData("<#= 1 #><#= 2 #>", "12")]
    [InlineData("<##>\na", "a")]
    [InlineData("<#@ import namespace=\"System.IO\" #>\na", "a")]
    [InlineData("<#@ import namespace=\"System.IO\" #> \na", " \na")]
    [InlineData("a\n<#+ int x; #>\n", "a\n")]
    [InlineData("a\n<#+ int x; #>\n<#+ int y; #>", "a\n")]
    [InlineData("a\r\n<# #>\r\nb\r\n", "a\nb\n")]
    public void Only_a_line_break_right_behind_what_gives_no_text_is_left_out(string template, string expected) =>
        Assert.Equal(expected, _folder.Transform(template));

    [Theory]
    [InlineData("1.5", "1.5")]
    [InlineData("-0.1f", "-0.1")]
    [InlineData("12345.678m", "12345.678")]
    [InlineData("true", "True")]
    [InlineData("'c'", "c")]
    [InlineData("(nint)5", "5")]
    [InlineData("DayOfWeek.Friday", "Friday")]
    [InlineData("new DateTime(2020, 1, 2)", "01/02/2020 00:00:00")]
    [InlineData("new Version(1, 2)", "1.2")]
    [InlineData("1\n    + 1", "2")]
    public void Expressions_have_the_invariant_culture(string expression, string expected)
    {
        CultureInfo culture = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");

            Assert.Equal($"[{expected}]", _folder.Transform($"[<#= {expression} #>]"));
            Assert.Equal("1.5 1.5\n", _folder.Transform("<# Write(\"{0} \", 1.5); WriteLine(1.5.ToString()); #>"));
            Assert.Equal("de-DE", CultureInfo.CurrentCulture.Name);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    [Fact]
    public void Text_is_copied_as_it_stands()
    {
        const string Text = "\t\"q\" 'c' {0} {x} \\n \\\\ C:\\ é 漢 😀 \f\u2028 < # > <\\# \0 $@\"\"\"\n";

        Assert.Equal(Text, _folder.Transform(Text));
    }

    [Fact]
    public void Tags_are_written_as_expressions() =>
        Assert.Equal("<#= 1 #>\n", _folder.Transform("<#= \"<\" + \"#= 1 #\" + \">\" #>\n"));

    [Fact]
    public void Statements_and_text_take_turns() => Assert.Equal(
        "x 0\n    even\nx 1\n    odd 1\n    \nx 2\n    even\n",
        _folder.Transform(
            "<# for (int i = 0; i < 3; i++) { #>\nx <#= i #>\n    <# if (i % 2 == 0) { #>\neven\n"
            + "<# } else { #>\nodd <#= i #>\n    \n<# } } // done #>\n"));

    [Fact]
    public void Indents_are_pushed_and_popped() => Assert.Equal(
        "a\n  b\n  c 1\n\n  \n  [  ]d\n  --e\n  2\nf|\n",
        _folder.Transform(
            "a\n<# PushIndent(\"  \"); #>\nb\n<# WriteLine(\"c {0}\", 1); WriteLine(\"\"); Write(\"\\n\"); #>\n[<#= CurrentIndent #>]d\n"
            + "<# PushIndent(\"--\"); WriteLine(\"e\"); int popped = PopIndent().Length; #>\n<#= popped #>\n"
            + "<# PopIndent(); #>\nf<#= PopIndent() #>|\n"));

    [Fact]
    public void Every_line_of_a_text_is_indented() =>
        Assert.Equal(">a\n>b\n>\n>c", _folder.Transform("<# PushIndent(\">\"); Write(\"a\\nb\\n\\n\"); Write(\"c\"); #>"));

    [Fact]
    public void Imports_and_framework_assemblies_are_at_hand() => Assert.Equal(
        "3 True",
        _folder.Transform(
            "<#@ assembly name=\"System.Core\" #>\n<#@ Assembly Name=\"System.Xml.dll\" #>\n"
            + "<#@ import\n   namespace = \"System.Linq\"\n#>\n"
            + "<#= Enumerable.Range(1, 2).Sum() #> <#= new System.Xml.XmlDocument() != null #>"));

    [Fact]
    public void Class_features_have_methods_that_give_text() => Assert.Equal(
        "<1><2>\n  2, 4\nend\n",
        _folder.Transform(
            "<# Mark(1); Mark(2); #>\n\n<# Row(new[] { 1, 2 }); #>\nend\n"
            + "<#+\n    int Twice(int x) => 2 * x;\n\n    void Mark(int x) { #><<#= x #>><#+ }\n\n"
            + "    void Row(int[] xs)\n    {\n#>\n  <#= Twice(xs[0]) #>, <#= Twice(xs[1]) #>\n<#+\n    }\n#>\n"
            + "<#+ class Nested { static int s_x = 1; } #>\n"));

    [Fact]
    public void An_included_file_is_found_beside_the_file_that_includes_it()
    {
        _folder.Add(
            "sub/Outer.ttinclude",
            "<#@ include file=\"Inner.ttinclude\" #><#@ include file=\"../Beside.ttinclude\" #>"
            + "outer <#= Twice(x) #>\n<#+ int Twice(int x) => 2 * x; #>\n");
        _folder.Add("sub/Inner.ttinclude", "<# int x = 4; #>");
        _folder.Add("Beside.ttinclude", "beside\n");

        Assert.Equal("a\nbeside\nouter 8\nb 10\n", _folder.Transform("a\n<#@ include file=\"sub/Outer.ttinclude\" #>b <#= Twice(5) #>\n"));
    }

    [Fact]
    public void An_included_file_of_class_features_leaves_no_line_break()
    {
        _folder.Add("Helper.ttinclude", "<#+ int Twice(int x) => 2 * x; #>\n<#+ int Same(int x) => x; #>\n");
        _folder.Add("Statement.ttinclude", "<# int x = 4; #>");

        Assert.Equal(
            "8 4 c\n",
            _folder.Transform(
                "<#@ include file=\"Helper.ttinclude\" #>\n<#@ include file=\"Statement.ttinclude\" #>\n"
                + "<#= Twice(x) #> <#= Same(x) #> <#= c #>\n<#+ const string c = \"c\"; #>\n"));
    }

    [Fact]
    public void The_fields_of_included_files_come_last()
    {
        _folder.Add("Helper.ttinclude", "<#+ static int s_b = s_a + 1; #>");

        Assert.Equal("3", _folder.Transform("<#@ include file=\"Helper.ttinclude\" #>\n<#= s_b #><#+ static int s_a = 2; #>"));
    }

    [Fact]
    public void The_output_stands_beside_the_template()
    {
        string path = _folder.Add("A.Tables.tt", "<#@ output extension=\".g.cs\" encoding=\"UTF-8\" #>\nx");

        Assert.Equal((_folder.PathOf("A.Tables.g.cs"), "x"), TemplateRunner.Transform(path));
        Assert.False(File.Exists(_folder.PathOf("A.Tables.g.cs")));
    }

    [Fact]
    public void The_output_is_UTF8_without_a_byte_order_mark()
    {
        string output = _folder.PathOf("Out.g.cs");
        TemplateRunner.Write(output, "é\n");

        Assert.Equal([0xC3, 0xA9, 0x0A], File.ReadAllBytes(output));
        Assert.True(TemplateRunner.IsUpToDate(output, "é\n"));
        Assert.False(TemplateRunner.IsUpToDate(output, "é\r\n"));
        File.WriteAllBytes(output, [0xEF, 0xBB, 0xBF, 0xC3, 0xA9, 0x0A]);
        Assert.False(TemplateRunner.IsUpToDate(output, "é\n"));
        Assert.False(TemplateRunner.IsUpToDate(_folder.PathOf("None.g.cs"), ""));
    }
}
