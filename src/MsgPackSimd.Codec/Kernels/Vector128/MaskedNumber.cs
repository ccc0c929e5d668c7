using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// A <c>float</c> or <c>double</c> from what was cut out of a token of any form: converted from all three kinds of number, of which masks choose one.
/// </summary>
internal static class MaskedNumber
{
    /// <summary>Converts and stores a number.</summary>
    /// <typeparam name="T"><see cref="float"/> or <see cref="double"/>.</typeparam>
    /// <param name="value">An integer of 64 bits, or the bits of a float, with zeros above them; it is the lower lane.</param>
    /// <param name="masks">
    /// Three masks of eight bytes, of which one has all bits set: the first if the value is an integer, the second if it is a float of 32 bits, the third if it
    /// is one of 64. Eight bytes more are loaded.
    /// </param>
    /// <param name="element">Where the element goes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Store<T>(Vector128<long> value, ref byte masks, ref T element)
    {
        Debug.Assert(typeof(T) == typeof(float) || typeof(T) == typeof(double));

        // Where it is no float, one is converted from 0: denormal floats, which any bits may be, take some CPUs a hundred cycles.
        Vector128<long> isInteger = Vector128.LoadUnsafe(ref masks).AsInt64();
        Vector128<long> single = value & Vector128.LoadUnsafe(ref masks, 8).AsInt64();
        Vector128<long> wide = value & Vector128.LoadUnsafe(ref masks, 16).AsInt64();
        if (typeof(T) == typeof(double))
        {
            Vector128<long> integer = Vector128.CreateScalarUnsafe((double)value.ToScalar()).AsInt64() & isInteger;
            single = Vector128.CreateScalarUnsafe((double)single.AsSingle().ToScalar()).AsInt64();
            Unsafe.As<T, double>(ref element) = (integer | single | wide).AsDouble().ToScalar();
        }
        else
        {
            Vector128<long> integer = Vector128.CreateScalarUnsafe((float)value.ToScalar()).AsInt64() & isInteger;
            wide = Vector128.CreateScalarUnsafe((float)wide.AsDouble().ToScalar()).AsInt64();
            Unsafe.As<T, float>(ref element) = (integer | single | wide).AsSingle().ToScalar();
        }
    }
}
