using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using MsgPackSimd.Demo.Conversion;
using MsgPackSimd.Demo.Measuring;
using MsgPackSimd.Demo.Recordings;

namespace MsgPackSimd.Demo;

/// <summary>The command line: without arguments the recordings are checked and measured, with a file it is converted.</summary>
/// <param name="output">Receives tables and help.</param>
/// <param name="error">Receives one line for what went wrong.</param>
internal sealed class DemoProgram(TextWriter output, TextWriter error)
{
    private readonly Argument<string?> file = new("file")
    {
        Description = "A .npy file to write as MessagePack, or a .msgpack file to write as .npy. None: check and measure the recordings.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> type = new("--type")
    {
        Description = $"The element type to read a .msgpack file as: {ElementType.AllNames}.",
        HelpName = "name",
    };

    private readonly Option<string?> outputPath = new("--output")
    {
        Description = "The file to write. Without it: the input's name with the other extension.",
        HelpName = "path",
    };

    private readonly Option<bool> force = new("--force")
    {
        Description = "Replace the output file if there is one.",
    };

    /// <summary>Gets the folder of the recordings.</summary>
    public string DataFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "data");

    /// <summary>Gets how long is measured.</summary>
    public MeasuringPlan Plan { get; init; } = MeasuringPlan.Full;

    /// <summary>Runs the program.</summary>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public int Run(string[] args)
    {
        var command = new RootCommand("Takes arrays of numbers from .npy files to MessagePack and back, through MessagePackSerializer.")
        {
            file,
            type,
            outputPath,
            force,
        };
        command.SetAction(Run);

        // A file name may begin with '@': no response files.
        ParseResult arguments = command.Parse(args, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (arguments.Errors.Count > 0)
        {
            return Fail(arguments.Errors[0].Message);
        }

        try
        {
            return arguments.Invoke(new InvocationConfiguration
            {
                Output = output,
                Error = error,
                EnableDefaultExceptionHandler = false,
            });
        }
        catch (DemoException e)
        {
            return Fail(e.Message);
        }
        catch (Exception e) when (e.GetBaseException() is OutOfMemoryException)
        {
            return Fail("there is not enough memory for this array");
        }
    }

    private int Run(ParseResult arguments)
    {
        string? input = arguments.GetValue(file);
        if (input is not null)
        {
            var request = new ConversionRequest(
                input, arguments.GetValue(type), arguments.GetValue(outputPath), arguments.GetValue(force));
            output.Write(request.Run().ToTable());
            return ExitCode.Success;
        }

        if (arguments.GetResult(type) is not null || arguments.GetResult(outputPath) is not null || arguments.GetValue(force))
        {
            throw new DemoException("--type, --output and --force need a file to convert");
        }

        return new Showcase(DataFolder, Plan).Run(output, error);
    }

    /// <summary>Writes one line, whatever control characters a file name or a file's content has brought into it.</summary>
    private int Fail(string message)
    {
        string line = string.Concat(message.Select(c => char.IsControl(c) || c is '\u2028' or '\u2029' ? ' ' : c));
        error.WriteLine($"error: {line}");
        return ExitCode.Error;
    }
}
