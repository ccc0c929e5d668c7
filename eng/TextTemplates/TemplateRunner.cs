using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>Transforms T4 templates.</summary>
internal static class TemplateRunner
{
    private static readonly Lazy<MetadataReference[]> s_references = new(() =>
        [.. Framework.Paths.Append(typeof(TextTransformation).Assembly.Location).Select(path => MetadataReference.CreateFromFile(path))]);

    /// <summary>Runs a template and says what it gives, and for which file; writes nothing.</summary>
    /// <exception cref="TemplateException">The template is wrong, or fails.</exception>
    public static (string OutputPath, string Text) Transform(string path)
    {
        Template template = TemplateParser.Parse(path);
        string text = Run(Compile(template), path).Replace("\r\n", "\n", StringComparison.Ordinal);
        return (Path.ChangeExtension(path, template.OutputExtension!), text);
    }

    /// <summary>Whether the file holds this text, byte for byte.</summary>
    public static bool IsUpToDate(string outputPath, string text) =>
        File.Exists(outputPath) && File.ReadAllBytes(outputPath).AsSpan().SequenceEqual(Encoding.UTF8.GetBytes(text));

    public static void Write(string outputPath, string text) => File.WriteAllBytes(outputPath, Encoding.UTF8.GetBytes(text));

    private static (MemoryStream Assembly, MemoryStream Symbols) Compile(Template template)
    {
        SyntaxTree tree = CSharpSyntaxTree.ParseText(
            SourceText.From(TemplateCode.Write(template), Encoding.UTF8), path: TemplateCode.ClassName + ".cs");
        var compilation = CSharpCompilation.Create(
            TemplateCode.ClassName,
            [tree],
            s_references.Value,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Debug));
        var assembly = new MemoryStream();
        var symbols = new MemoryStream();
        var options = new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb);
        EmitResult result = compilation.Emit(assembly, symbols, options: options);
        if (!result.Success)
        {
            IEnumerable<Diagnostic> errors = result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
            throw new TemplateException([.. errors.Select(ToError)]);
        }

        assembly.Position = symbols.Position = 0;
        return (assembly, symbols);
    }

    private static TemplateError ToError(Diagnostic diagnostic)
    {
        FileLinePositionSpan place = diagnostic.Location.GetMappedLineSpan();
        return new TemplateError(
            place.Path, place.StartLinePosition.Line + 1, $"{diagnostic.Id}: {diagnostic.GetMessage(CultureInfo.InvariantCulture)}");
    }

    private static string Run((MemoryStream Assembly, MemoryStream Symbols) compiled, string path)
    {
        var context = new AssemblyLoadContext(path, isCollectible: true);
        CultureInfo culture = CultureInfo.CurrentCulture;
        Assembly assembly = context.LoadFromStream(compiled.Assembly, compiled.Symbols);
        try
        {
            // Other engines leave statements the culture of the machine; what is committed must not depend on it.
            CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
            Type type = assembly.GetType(TemplateCode.ClassName, throwOnError: true)!;
            return ((TextTransformation)Activator.CreateInstance(type)!).TransformText();
        }
        catch (Exception exception)
        {
            Exception cause = exception is TargetInvocationException { InnerException: { } inner } ? inner : exception;
            StackFrame? frame = new StackTrace(cause, fNeedFileInfo: true).GetFrames()
                .FirstOrDefault(frame => frame.GetMethod()?.Module.Assembly == assembly && frame.GetFileName() is not null);
            throw new TemplateException(
                frame?.GetFileName() ?? path, frame?.GetFileLineNumber() ?? 1, $"{cause.GetType().Name}: {cause.Message}", exception);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
            context.Unload();
        }
    }
}
