using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace MsgPackSimd.Engineering.TextTemplates;

/// <summary>The assemblies of the running framework: what a template is compiled against.</summary>
internal static class Framework
{
    // The list also holds this program's own packages, which a template must not see, and System.Private.CoreLib twice.
    private static readonly Dictionary<string, string> s_paths = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Where(path => Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location))
        .DistinctBy(path => Path.GetFileNameWithoutExtension(path), StringComparer.OrdinalIgnoreCase)
        .ToDictionary(path => Path.GetFileNameWithoutExtension(path), StringComparer.OrdinalIgnoreCase);

    public static IEnumerable<string> Paths => s_paths.Values;

    /// <param name="name">With or without <c>.dll</c>, as assembly directives have it.</param>
    public static bool Has(string name) =>
        s_paths.ContainsKey(name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? name[..^".dll".Length] : name);
}
