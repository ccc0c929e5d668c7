using System;
using MsgPackSimd.Engineering;

Console.WriteLine($"{InstructionSetLevel.Architecture} {InstructionSetLevel.Current}");
