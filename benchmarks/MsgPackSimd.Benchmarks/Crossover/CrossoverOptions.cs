using System.Collections.Generic;
using MsgPackSimd.Benchmarks.Ratios;

namespace MsgPackSimd.Benchmarks.Crossover;

/// <summary>Which cells the crossover report has, and how long each is measured.</summary>
/// <param name="Types">The element types.</param>
/// <param name="Data">The distributions.</param>
/// <param name="Directions">Some of <see cref="Direction.All"/>.</param>
/// <param name="Step">The distance from one length to the next.</param>
/// <param name="Rounds">From how many rounds the best time is taken.</param>
internal sealed record CrossoverOptions(
    IReadOnlyList<MeasuredType> Types, IReadOnlyList<string> Data, IReadOnlyList<string> Directions, int Step, int Rounds);
