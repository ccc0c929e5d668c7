using System;

namespace MsgPackSimd.Demo;

/// <summary>Ends the program with <see cref="ExitCode.Error"/>; the message is the one line that the user sees.</summary>
internal sealed class DemoException : Exception
{
    public DemoException(string message)
        : base(message)
    {
    }

    public DemoException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
