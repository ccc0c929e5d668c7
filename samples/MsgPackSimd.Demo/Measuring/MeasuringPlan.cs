using System;

namespace MsgPackSimd.Demo.Measuring;

/// <summary>How long is measured.</summary>
/// <param name="WarmUpRounds">How often everything is warmed up, each time followed by <paramref name="Pause"/>.</param>
/// <param name="WarmUpCalls">How many calls a warm-up makes at least.</param>
/// <param name="WarmUp">How long a warm-up takes at least.</param>
/// <param name="Pause">The time that the runtime gets to compile, in the background, what was called often.</param>
/// <param name="Batches">How many batches are timed; the best one counts.</param>
/// <param name="Batch">How long a batch is meant to take: much longer than reading the clock.</param>
internal sealed record MeasuringPlan(
    int WarmUpRounds, int WarmUpCalls, TimeSpan WarmUp, TimeSpan Pause, int Batches, TimeSpan Batch)
{
    /// <summary>
    /// At least 150 calls and 125 ms of each action over all rounds: code goes through two levels of compilation, each after 30 calls and once 100 ms have
    /// passed without new code.
    /// </summary>
    public static MeasuringPlan Full { get; } = new(
        WarmUpRounds: 5,
        WarmUpCalls: 30,
        WarmUp: TimeSpan.FromMilliseconds(25),
        Pause: TimeSpan.FromMilliseconds(200),
        Batches: 30,
        Batch: TimeSpan.FromMilliseconds(2));
}
