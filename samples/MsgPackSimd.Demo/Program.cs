using System;

namespace MsgPackSimd.Demo;

/// <summary>The entry point; all else is in <see cref="DemoProgram"/>, which tests run too.</summary>
internal static class Program
{
    private static int Main(string[] args) => new DemoProgram(Console.Out, Console.Error).Run(args);
}
