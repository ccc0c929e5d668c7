using System;

namespace MsgPackSimd.TestSupport;

/// <summary>Element types that are numbers from 0 up to a greatest one, which is less than what their bits could hold: days and times of day.</summary>
public static class NumberRange
{
    /// <summary>The greatest number that is an element; 0 for a type of which every number is one.</summary>
    public static ulong Greatest<T>() =>
        typeof(T) == typeof(DateOnly) ? (ulong)DateOnly.MaxValue.DayNumber : typeof(T) == typeof(TimeOnly) ? (ulong)TimeOnly.MaxValue.Ticks : 0;

    /// <summary>A number that is an element, made of any number.</summary>
    public static ulong Wrap<T>(ulong number) => Greatest<T>() == 0 ? number : number % (Greatest<T>() + 1);
}
