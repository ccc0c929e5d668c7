using System;
using MsgPackSimd.Engineering.Measurements;

return new MeasurementCommands(Console.Out, Console.Error).Run(args);
