using System;

namespace MsgPackSimd.Driver;

/// <summary>
/// The case that is being run, left on stderr in a line of its own before it runs: the last line of a process that has died is the case it died of.
/// </summary>
internal static class CurrentCase
{
    public const string Prefix = "case ";

    private static bool isOn;

    /// <summary>Turns this on, for someone who reads stderr.</summary>
    public static void Report() => isOn = true;

    public static void Set(string name)
    {
        if (isOn)
        {
            Console.Error.WriteLine(Prefix + name);
        }
    }
}
