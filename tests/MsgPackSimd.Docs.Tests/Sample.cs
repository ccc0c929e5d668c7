using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using MsgPackSimd.TestSupport;

namespace MsgPackSimd.Docs.Tests;

/// <summary>A block of C# on a page: a program of its own, which prints what the comments behind its <c>Console.WriteLine</c> say.</summary>
/// <param name="Page">The page, from the repository's root.</param>
/// <param name="Line">The block's first line there.</param>
/// <param name="Code">The block.</param>
public sealed partial record Sample(string Page, int Line, string Code)
{
    /// <summary>Gets what it prints, according to the comments.</summary>
    public IReadOnlyList<string> Promised => [.. PrintedLine().Matches(Code).Select(match => match.Groups[1].Value.Trim())];

    public static IEnumerable<Sample> OnPage(string page)
    {
        string[] lines = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, page));
        for (int i = 0; i < lines.Length; i++)
        {
            if (lines[i] == "```csharp")
            {
                int end = Array.IndexOf(lines, "```", i);
                yield return new Sample(page, i + 2, string.Join('\n', lines[(i + 1)..end]));
                i = end;
            }
        }
    }

    /// <summary>Compiles it to a program, as a project with nullable references and warnings as errors would.</summary>
    /// <param name="before">What the block takes for granted; it goes between its using directives and the rest.</param>
    /// <param name="after">What goes behind the block.</param>
    /// <param name="elsewhere">Other files of the program.</param>
    /// <returns>The program, and what the compiler has to say.</returns>
    public (byte[]? Program, IReadOnlyList<string> Errors) Compile(string before = "", string after = "", params string[] elsewhere)
    {
        string[] lines = Code.Split('\n');
        ILookup<bool, string> isUsing = lines.ToLookup(line => UsingDirective().IsMatch(line));
        string program = string.Join('\n', [.. isUsing[true], before, .. isUsing[false], after]);

        string assemblies = (string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!;
        var compilation = CSharpCompilation.Create(
            "Sample",
            elsewhere.Prepend(program).Select(file => CSharpSyntaxTree.ParseText(file, new CSharpParseOptions(LanguageVersion.Preview))),
            assemblies.Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(
                OutputKind.ConsoleApplication,
                // A package built for an older framework is bound to the newer one: the SDK turns these warnings off in every project.
                specificDiagnosticOptions: [new("CS1701", ReportDiagnostic.Suppress), new("CS1702", ReportDiagnostic.Suppress)],
                nullableContextOptions: NullableContextOptions.Enable));
        using var stream = new MemoryStream();
        var errors = compilation.Emit(stream).Diagnostics
            .Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning)
            .Select(diagnostic => $"{Page}, block at line {Line}: {diagnostic}")
            .ToList();
        return (errors.Count == 0 ? stream.ToArray() : null, errors);
    }

    /// <summary>Runs a program that <see cref="Compile"/> has made.</summary>
    /// <returns>The lines that it prints.</returns>
    public static IReadOnlyList<string> Run(byte[] program)
    {
        TextWriter console = Console.Out;
        using var output = new StringWriter();
        Console.SetOut(output);
        try
        {
            MethodInfo entry = Assembly.Load(program).EntryPoint!;
            entry.Invoke(null, entry.GetParameters().Length == 0 ? [] : [Array.Empty<string>()]);
        }
        finally
        {
            Console.SetOut(console);
        }

        return output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>A directive that names a namespace; <c>using var</c> is a statement.</summary>
    [GeneratedRegex(@"^using [\w.]+;")]
    private static partial Regex UsingDirective();

    [GeneratedRegex(@"Console\.WriteLine\(.*\);\s*// (.*)")]
    private static partial Regex PrintedLine();
}
