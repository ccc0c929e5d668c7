using System.Globalization;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis.CSharp;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>The C# class that a template stands for.</summary>
internal static class TemplateCode
{
    /// <summary>The name that other T4 engines give to the class.</summary>
    public const string ClassName = "GeneratedTextTransformation";

    private static readonly string s_toStringMethod = $"{typeof(ToStringHelper).FullName}.{nameof(ToStringHelper.ToStringWithCulture)}";

    public static string Write(Template template)
    {
        var code = new StringBuilder();
        code.Append("using System;\n");
        foreach (Block import in template.Imports)
        {
            AppendLine(code, import, $"using {import.Text};");
        }

        code.Append(CultureInfo.InvariantCulture, $"internal class {ClassName} : global::{typeof(TextTransformation).FullName}\n{{\n");
        code.Append("public override string TransformText()\n{\n");
        foreach (Block block in template.Body)
        {
            AppendBlock(code, block);
        }

        // What is left open is noticed at the end of the code, so the end counts as the template's last line.
        var end = new Block(BlockKind.Statement, "", template.Path, template.LastLine);
        AppendLine(code, end, "return this.GenerationEnvironment.ToString(); }");
        foreach (Block block in template.Features.Concat(template.IncludedFeatures))
        {
            AppendBlock(code, block);
        }

        AppendLine(code, end, "}");
        return code.ToString();
    }

    private static void AppendBlock(StringBuilder code, Block block) => AppendLine(code, block, block.Kind switch
    {
        BlockKind.Text => $"this.Write({SymbolDisplay.FormatLiteral(block.Text, quote: true)});",
        BlockKind.Expression => $"this.Write(global::{s_toStringMethod}({block.Text}));",
        _ => block.Text,
    });

    // The code keeps its line breaks, so that the compiler counts its lines as the template does.
    private static void AppendLine(StringBuilder code, Block block, string line) =>
        code.Append(CultureInfo.InvariantCulture, $"#line {block.Line} \"{block.File}\"\n{line}\n");
}
