using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.TextTemplates;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.TextTemplates.Tests;

public class CommittedOutputTests
{
    [Fact]
    public void Every_template_under_src_gives_the_file_beside_it()
    {
        string source = Path.Combine(RepositoryRoot.Path, "src");
        string[] templates = Directory.GetFiles(source, "*.tt", SearchOption.AllDirectories);
        Assert.NotEmpty(templates);

        List<string> stale = [];
        List<string> outputs = [];
        foreach (string template in templates.Order(StringComparer.Ordinal))
        {
            (string output, string text) = TemplateRunner.Transform(template);
            outputs.Add(Path.GetFullPath(output));
            if (!TemplateRunner.IsUpToDate(output, text))
            {
                stale.Add($"{Path.GetRelativePath(source, output)} is not what {Path.GetFileName(template)} gives");
            }
        }

        Assert.Empty(stale);

        // Nor is there an output whose template is gone, which nobody would make again.
        Assert.Equal(outputs.Order(StringComparer.Ordinal), Directory.GetFiles(source, "*.g.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal));
    }
}
