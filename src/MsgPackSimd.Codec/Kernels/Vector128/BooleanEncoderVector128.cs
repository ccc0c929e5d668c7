using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// <c>bool</c>: sixteen at a time. A compare with zero gives -1 for false and 0 for true, which is what has to be added to 0xc3. Any byte but 0
/// is true. It needs no shuffle, so it runs on SSE2 too.
/// </summary>
internal static class BooleanEncoderVector128
{
    /// <summary>With fewer elements there is nothing to overlap with.</summary>
    public const int MinCount = 4;

    /// <summary>Encodes all elements; the last step overlaps with what is encoded already.</summary>
    /// <param name="source">The first element's byte.</param>
    /// <param name="count">The number of elements, at least <see cref="MinCount"/>.</param>
    /// <param name="destination">Where the tokens go: one byte an element.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Encode(ref byte source, nint count, ref byte destination)
    {
        nint read = 0;
        for (; count - read >= 64; read += 64)
        {
            Bounds.Assert(read, 64, count);
            ref byte from = ref Unsafe.Add(ref source, read);
            ref byte to = ref Unsafe.Add(ref destination, read);
            ToTokens(Vector128.LoadUnsafe(ref from)).StoreUnsafe(ref to);
            ToTokens(Vector128.LoadUnsafe(ref from, 16)).StoreUnsafe(ref to, 16);
            ToTokens(Vector128.LoadUnsafe(ref from, 32)).StoreUnsafe(ref to, 32);
            ToTokens(Vector128.LoadUnsafe(ref from, 48)).StoreUnsafe(ref to, 48);
        }

        for (; count - read >= 16; read += 16)
        {
            Bounds.Assert(read, 16, count);
            ToTokens(Vector128.LoadUnsafe(ref source, (nuint)read)).StoreUnsafe(ref destination, (nuint)read);
        }

        if (read == count)
        {
            return;
        }

        if (count >= 16)
        {
            Bounds.Assert(count - 16, 16, count);
            ToTokens(Vector128.LoadUnsafe(ref source, (nuint)(count - 16))).StoreUnsafe(ref destination, (nuint)(count - 16));
        }
        else if (count >= 8)
        {
            Overlapped<ulong>(ref source, count, ref destination);
        }
        else
        {
            Overlapped<uint>(ref source, count, ref destination);
        }
    }

    /// <summary>Encodes the first and the last bytes, as many each as <typeparamref name="TWord"/> has; they meet or overlap in the middle.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Overlapped<TWord>(ref byte source, nint count, ref byte destination)
        where TWord : unmanaged
    {
        nint last = count - Unsafe.SizeOf<TWord>();
        Bounds.Assert(last, Unsafe.SizeOf<TWord>(), count);
        TWord first = Unsafe.ReadUnaligned<TWord>(ref source);
        TWord second = Unsafe.ReadUnaligned<TWord>(ref Unsafe.Add(ref source, last));
        Unsafe.WriteUnaligned(ref destination, ToTokens(Vector128.CreateScalarUnsafe(first).AsByte()).As<byte, TWord>().ToScalar());
        Unsafe.WriteUnaligned(
            ref Unsafe.Add(ref destination, last), ToTokens(Vector128.CreateScalarUnsafe(second).AsByte()).As<byte, TWord>().ToScalar());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> ToTokens(Vector128<byte> values) =>
        Vector128.Create(MessagePackFirstByte.True) + Vector128.Equals(values, Vector128<byte>.Zero);
}
