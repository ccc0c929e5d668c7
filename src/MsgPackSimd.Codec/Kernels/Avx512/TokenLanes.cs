using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using MsgPackSimd.Codec.Tables;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// The rows of a <see cref="TokenLaneTable"/>, and what the integer kernels with AVX-512 VBMI2 do with them once each element has its code, the
/// prefix of its token or 0, in its lowest byte: two permutes lay out prefixes and values, and one compare says which bytes stay.
/// </summary>
/// <remarks>
/// Two of twelve <c>int</c>s, 1000 and 5:
/// <code>
///   values      e8 03 00 00  05 00 00 00  …                bytes, little-endian
///   codes       cd  .  .  .  00  .  .  .  …                by leading zeros and sign
///   spread      cd cd cd cd cd  00 00 00 00 00  …          the code in each lane of its element
///   thresholds  80 82 82 81 00  80 82 82 81 00  …          kept if (spread &amp; 83) is not below:
///   kept        ^        ^  ^               ^
///   tokens      cd 00 00 03 e8  00 00 00 00 05  …          values in big-endian order into all lanes but the first of each element
///   compress    cd 03 e8 05  …
/// </code>
/// The method with the loop gets the table by reference, and loads the rows ahead of the loop. If the JIT knew the rows, it would load them again in
/// each round and not keep them in registers, which took a tenth more time.
/// </remarks>
internal readonly struct TokenLanes
{
    public readonly Vector512<byte> ValueOrder;
    public readonly Vector512<byte> CodeOrder;
    public readonly Vector512<byte> ValueLanes;
    public readonly Vector512<byte> Thresholds;

    /// <summary>The codes by class, for elements of four and eight bytes.</summary>
    public readonly Vector512<byte> Codes;

    /// <summary>Initializes a new instance of the <see cref="TokenLanes"/> struct.</summary>
    /// <param name="table">The first row.</param>
    /// <param name="hasCodes">Whether there is a row of codes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TokenLanes(ref readonly byte table, bool hasCodes)
    {
        ValueOrder = Vector512.LoadUnsafe(in table);
        CodeOrder = Vector512.LoadUnsafe(in table, 64);
        ValueLanes = Vector512.LoadUnsafe(in table, 128);
        Thresholds = Vector512.LoadUnsafe(in table, 192);
        Codes = hasCodes ? Vector512.LoadUnsafe(in table, 256) : Vector512<byte>.Zero;
    }

    /// <summary>The bits of a code that say how long its token is.</summary>
    private static Vector512<byte> LengthBits => Vector512.Create((byte)0x83);

    /// <summary>Lays a block out.</summary>
    /// <param name="values">The elements.</param>
    /// <param name="codes">The code of each element, in the element's lowest byte.</param>
    /// <param name="kept">Receives all ones in the lanes that stay.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector512<byte> LayOut(Vector512<byte> values, Vector512<byte> codes, out Vector512<byte> kept)
    {
        Vector512<byte> spread = Avx512Vbmi.PermuteVar64x8(codes, CodeOrder);
        kept = Vector512.GreaterThanOrEqual(spread & LengthBits, Thresholds);
        return Avx512BW.BlendVariable(spread, Avx512Vbmi.PermuteVar64x8(values, ValueOrder), ValueLanes);
    }
}
