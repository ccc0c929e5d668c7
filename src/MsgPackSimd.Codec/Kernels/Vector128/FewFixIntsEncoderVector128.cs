using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Four to 32 integers of 16 or 32 bits, all of them fixints: the first and the last four, eight or sixteen, which meet or overlap in the middle, are narrowed
/// to bytes together.
/// </summary>
/// <remarks>
/// <code>
///   elements   a  b  c  d  e  f                      six
///   words      a  b  c  d  |  c  d  e  f             the first four, and the last four
///   bytes      a  b  c  d  |  c  d  e  f             narrowed, if all are fixints
///   stored     a  b  c  d                            at the first token
///                    c  d  e  f                      at the last four: an element that is in both stays in its place
/// </code>
/// With more elements, two times eight or sixteen bytes are stored likewise. What <see cref="Int8WordEncoder"/> does for elements that are bytes already.
/// </remarks>
internal static class FewFixIntsEncoderVector128<TLane, TSignedness>
    where TLane : unmanaged
    where TSignedness : ISignedness
{
    /// <summary>The fewest elements.</summary>
    public const int MinCount = 4;

    /// <summary>The most elements.</summary>
    public const int MaxCount = 32;

    /// <summary>Gets whether this is for such elements. (64 bits are not narrowed so easily, and AVX-512 has masks for few elements.)</summary>
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Unsafe.SizeOf<TLane>() is sizeof(short) or sizeof(int) && !Avx512Vbmi2.IsSupported;
    }

    /// <summary>Encodes the elements if all of them are fixints.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, from <see cref="MinCount"/> to <see cref="MaxCount"/>.</param>
    /// <param name="destination">Where the tokens go, a byte each: nothing is written past them, and nothing at all if another element is found.</param>
    /// <returns>Whether all of them are fixints.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryEncode(ref TLane source, nint count, ref byte destination)
    {
        ref byte elements = ref Unsafe.As<TLane, byte>(ref source);
        if (count <= 8)
        {
            nint last = count - MinCount;
            Bounds.Assert(last, MinCount, count);
            Vector128<short> words = FourAndFour(ref elements, ref Unsafe.Add(ref elements, last * Unsafe.SizeOf<TLane>()));
            Vector128<sbyte> bytes = Vector128.NarrowWithSaturation(words, words);
            if (ElementRange.BeyondFixInts<TSignedness>(words, words, bytes) != Vector128<short>.Zero)
            {
                return false;
            }

            ulong tokens = bytes.AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref destination, (uint)tokens);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, last), (uint)(tokens >> 32));
        }
        else if (count <= 16)
        {
            nint last = count - 8;
            Bounds.Assert(last, 8, count);
            Vector128<short> first = Eight(ref elements);
            Vector128<short> others = Eight(ref Unsafe.Add(ref elements, last * Unsafe.SizeOf<TLane>()));
            Vector128<sbyte> bytes = Vector128.NarrowWithSaturation(first, others);
            if (ElementRange.BeyondFixInts<TSignedness>(first, others, bytes) != Vector128<short>.Zero)
            {
                return false;
            }

            Unsafe.WriteUnaligned(ref destination, bytes.AsUInt64().GetElement(0));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, last), bytes.AsUInt64().GetElement(1));
        }
        else
        {
            nint last = count - 16;
            Bounds.Assert(last, 16, count);
            ref byte others = ref Unsafe.Add(ref elements, last * Unsafe.SizeOf<TLane>());
            Vector128<short> a = Eight(ref elements);
            Vector128<short> b = Eight(ref Unsafe.Add(ref elements, 8 * Unsafe.SizeOf<TLane>()));
            Vector128<short> c = Eight(ref others);
            Vector128<short> d = Eight(ref Unsafe.Add(ref others, 8 * Unsafe.SizeOf<TLane>()));
            Vector128<sbyte> first = Vector128.NarrowWithSaturation(a, b);
            Vector128<sbyte> second = Vector128.NarrowWithSaturation(c, d);
            Vector128<short> beyond = ElementRange.BeyondFixInts<TSignedness>(a, b, first) | ElementRange.BeyondFixInts<TSignedness>(c, d, second);
            if (beyond != Vector128<short>.Zero)
            {
                return false;
            }

            first.AsByte().StoreUnsafe(ref destination);
            second.AsByte().StoreUnsafe(ref destination, (nuint)last);
        }

        return true;
    }

    /// <summary>Four elements and four others as words. What does not fit a word is saturated, and stays beyond the fixints.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> FourAndFour(ref byte first, ref byte others) =>
        Unsafe.SizeOf<TLane>() == sizeof(short)
            ? Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref first), Unsafe.ReadUnaligned<ulong>(ref others)).AsInt16()
            : Vector128.NarrowWithSaturation(Vector128.LoadUnsafe(ref first).AsInt32(), Vector128.LoadUnsafe(ref others).AsInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<short> Eight(ref byte first) =>
        Unsafe.SizeOf<TLane>() == sizeof(short)
            ? Vector128.LoadUnsafe(ref first).AsInt16()
            : FourAndFour(ref first, ref Unsafe.Add(ref first, 4 * sizeof(int)));
}
