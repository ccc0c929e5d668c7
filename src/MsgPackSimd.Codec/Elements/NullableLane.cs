using System.Runtime.InteropServices;

namespace MsgPackSimd.Codec.Elements;

/// <summary>
/// An element that may be missing, a <c>T?</c>, as it lies in memory. The fields of <see cref="System.Nullable{T}"/> keep their order, since code that was
/// compiled ahead of time relies on it: it is marked <c>NonVersionable</c> (<see
/// href="https://github.com/dotnet/runtime/blob/main/src/libraries/System.Private.CoreLib/src/System/Nullable.cs"/>).
/// </summary>
/// <remarks>
/// <code>
///   int?    1 - - - v v v v             double?   1 - - - - - - - v v v v v v v v
///           0 - - - 0 0 0 0  missing              0 - - - - - - - 0 0 0 0 0 0 0 0  missing
/// </code>
/// </remarks>
/// <typeparam name="TLane">A number of the element's size.</typeparam>
[StructLayout(LayoutKind.Sequential)]
internal struct NullableLane<TLane>
    where TLane : unmanaged
{
    /// <summary>0 for a missing element.</summary>
    public byte HasValue;

    public TLane Value;

    /// <summary>Gets all bits set, or none for a missing element: by arithmetic, since a branch on which are missing would have to be predicted.</summary>
    public readonly long Presence => (long)-HasValue >> 63;
}
