using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Reflection.Emit;
using System.Threading;

namespace MsgPackSimd.Faults;

/// <summary>
/// Listens to the runtime, which says for each method that it compiles to which type it belongs
/// (<see href="https://learn.microsoft.com/dotnet/fundamentals/diagnostics/runtime-method-events">method events</see>).
/// </summary>
internal sealed class CompiledMethods : EventListener
{
    private const EventKeywords Jit = (EventKeywords)0x10;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly ConcurrentQueue<(ulong Id, string Type, string Method)> _methods = new();

    private readonly HashSet<ulong> _taken = [];

    private int _marks;

    /// <summary>
    /// Gets the types of the methods that were compiled since the last time, and never before: when one that is called often is compiled once more, optimized,
    /// is a matter of time.
    /// </summary>
    /// <exception cref="TimeoutException">The runtime does not say anything.</exception>
    public IReadOnlyList<string> Take()
    {
        // Events come later than what they are about, but in order. So another method is compiled, and all that comes before it is taken.
        string mark = $"Mark{_marks++}";
        Compile(mark);
        var types = new List<string>();
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed < Patience)
        {
            if (!_methods.TryDequeue(out (ulong Id, string Type, string Method) compiled))
            {
                Thread.Sleep(1);
                continue;
            }

            if (compiled.Method == mark)
            {
                return types;
            }

            if (_taken.Add(compiled.Id))
            {
                types.Add(compiled.Type);
            }
        }

        throw new TimeoutException($"No event for {mark}.");
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
        {
            EnableEvents(eventSource, EventLevel.Verbose, Jit);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName?.StartsWith("MethodLoadVerbose", StringComparison.Ordinal) == true)
        {
            // (The first event may come before the constructor has run.)
            _methods?.Enqueue(((ulong)eventData.Payload![0]!, (string)eventData.Payload[6]!, (string)eventData.Payload[7]!));
        }
    }

    /// <summary>Has a method compiled that was not there before.</summary>
    private static void Compile(string name)
    {
        var method = new DynamicMethod(name, null, null);
        method.GetILGenerator().Emit(OpCodes.Ret);
        method.CreateDelegate<Action>()();
    }
}
