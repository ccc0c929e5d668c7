using System;
using System.Diagnostics;
using System.IO;
using MsgPackSimd.Engineering.TextTemplates;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.TextTemplates.Tests;

public sealed class CommandLineTests : IDisposable
{
    private readonly TemplateFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Outputs_are_written_only_when_they_change()
    {
        _folder.Add("sub/A.tt", TemplateFolder.Head + "a\n");
        string output = _folder.PathOf("sub/A.g.cs");

        Assert.Equal(0, Run(_folder.PathOf("sub")).ExitCode);
        Assert.Equal("a\n", File.ReadAllText(output));

        DateTime longAgo = new(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(output, longAgo);
        Assert.Equal(0, Run(_folder.PathOf("sub/A.tt")).ExitCode);
        Assert.Equal(longAgo, File.GetLastWriteTimeUtc(output));
    }

    [Fact]
    public void Check_names_what_differs_and_writes_nothing()
    {
        string folder = Path.GetDirectoryName(_folder.Add("Missing.tt", TemplateFolder.Head + "a\n"))!;
        _folder.Add("Same.tt", TemplateFolder.Head + "b\n");
        _folder.Add("Same.g.cs", "b\n");
        _folder.Add("Other.tt", TemplateFolder.Head + "c\n");
        _folder.Add("Other.g.cs", "C\n");

        (int exitCode, string errors) = Run("--check", folder);

        Assert.Equal(1, exitCode);
        Assert.Contains("Missing.g.cs is missing", errors, StringComparison.Ordinal);
        Assert.Contains("Other.g.cs differs", errors, StringComparison.Ordinal);
        Assert.DoesNotContain("Same", errors, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.PathOf("Missing.g.cs")));
        Assert.Equal("C\n", File.ReadAllText(_folder.PathOf("Other.g.cs")));

        Assert.Equal(0, Run(folder).ExitCode);
        Assert.Equal(0, Run("--check", folder).ExitCode);
    }

    [Fact]
    public void A_template_with_an_error_does_not_stop_the_others()
    {
        string folder = Path.GetDirectoryName(_folder.Add("A.tt", TemplateFolder.Head + "<#= missing #>"))!;
        _folder.Add("B.tt", TemplateFolder.Head + "b\n");

        (int exitCode, string errors) = Run(folder);

        Assert.Equal(1, exitCode);
        Assert.Contains("A.tt(3): error: CS0103", errors, StringComparison.Ordinal);
        Assert.True(File.Exists(_folder.PathOf("B.g.cs")));
    }

    [Fact]
    public void Wrong_arguments_give_exit_code_2()
    {
        Assert.Equal(2, Run().ExitCode);
        Assert.Equal(2, Run("--no-such-option", ".").ExitCode);
        Assert.Equal(2, Run(_folder.PathOf("none")).ExitCode);
    }

    private static (int ExitCode, string Errors) Run(params string[] arguments)
    {
        var start = new ProcessStartInfo(
            Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet",
            [typeof(TemplateRunner).Assembly.Location, .. arguments]);
        (int exitCode, _, string errors) = ChildProcess.Run(start);
        return (exitCode, errors);
    }
}
