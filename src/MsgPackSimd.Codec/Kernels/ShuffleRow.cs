using System.Numerics;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Which row of a shuffle table eight bits of a block's mask choose, and how long the tokens are that it makes. A row has 16 bytes, so the offset of
/// row i is i &lt;&lt; 4.
/// </summary>
internal static class ShuffleRow
{
    /// <summary>The offset, in bytes, of the row for the mask's bits from 8 <paramref name="number"/> on.</summary>
    /// <param name="mask">The mask of a block.</param>
    /// <param name="number">Which eight bits, from 0 up; a constant.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint Offset(uint mask, int number) => (number == 0 ? mask << 4 : mask >> ((8 * number) - 4)) & 0xff0;

    /// <summary>The number of bytes beyond one an element that the row's tokens have. (Unsigned, so that nothing has to be sign-extended.)</summary>
    /// <param name="offset">The row's offset.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nuint BytesBeyond(nuint offset) => (uint)BitOperations.PopCount((uint)offset);
}
