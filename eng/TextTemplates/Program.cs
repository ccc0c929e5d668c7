using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using MsgPackSimd.Engineering.TextTemplates;

bool check = args.Contains("--check");
string[] places = [.. args.Where(argument => argument != "--check")];
if (places.Length == 0 || places.Any(place => place.StartsWith('-')))
{
    Console.Error.WriteLine("usage: TextTemplates [--check] FOLDER_OR_FILE...");
    return 2;
}

var templates = new SortedSet<string>(StringComparer.Ordinal);
foreach (string place in places)
{
    if (Directory.Exists(place))
    {
        templates.UnionWith(Directory.EnumerateFiles(place, "*.tt", SearchOption.AllDirectories));
    }
    else if (File.Exists(place))
    {
        templates.Add(place);
    }
    else
    {
        Console.Error.WriteLine($"{place}: no such file or folder");
        return 2;
    }
}

int failures = 0;
foreach (string template in templates)
{
    try
    {
        (string output, string text) = TemplateRunner.Transform(template);
        if (TemplateRunner.IsUpToDate(output, text))
        {
            continue;
        }

        if (check)
        {
            failures++;
            string finding = File.Exists(output) ? "differs from what its template gives" : "is missing";
            Console.Error.WriteLine($"{output} {finding} (template: {template})");
        }
        else
        {
            TemplateRunner.Write(output, text);
            Console.WriteLine($"{output} written");
        }
    }
    catch (TemplateException exception)
    {
        failures++;
        Console.Error.WriteLine(exception.Message);
    }
}

Console.WriteLine(templates.Count == 1 ? "1 template" : $"{templates.Count} templates");
return failures == 0 ? 0 : 1;
