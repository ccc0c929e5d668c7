using System;
using MsgPackSimd.Engineering;

return new ScoreCommand(Console.Out, Console.Error).Run(args);
