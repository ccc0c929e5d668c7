using System;
using MsgPackSimd.Engineering.Measurements;

return new CommandLine(Console.Out, Console.Error).Run(args);
