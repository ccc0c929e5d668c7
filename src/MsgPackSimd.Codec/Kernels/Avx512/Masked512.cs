using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Loads and stores of the first few elements or bytes of a 64-byte vector. AVX-512 does not touch the bytes that a mask leaves out: not even a page that
/// can't be read or written faults (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, on masked memory operands).
/// </summary>
/// <remarks>
/// Elements are loaded under a mask of elements, not of their bytes. Where the vector reaches into a page that is not mapped, a Zen 5 loads its lanes one
/// after the other (some 270 ns instead of one). With lanes of bytes, some three loads in ten million then tore an element that another thread was changing.
/// </remarks>
internal static unsafe class Masked512
{
    /// <summary>Loads the first elements; the others are 0.</summary>
    /// <inheritdoc cref="LoadFirst{T}(ref readonly T, nint, Vector512{T})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<T> LoadFirst<T>(ref readonly T source, nint count)
        where T : unmanaged => LoadFirst(in source, count, Vector512<byte>.Zero.As<byte, T>());

    /// <summary>Loads the first elements, each of them as a whole.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, from 0 up; if it is more than a vector holds, a whole vector is loaded.</param>
    /// <param name="rest">The values of the other elements.</param>
    /// <typeparam name="T">The type of the elements: an integer.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<T> LoadFirst<T>(ref readonly T source, nint count, Vector512<T> rest)
        where T : unmanaged
    {
        Debug.Assert(count >= 0);
        nint lanes = count < LaneCount.Of512<T>() ? count : LaneCount.Of512<T>();
        fixed (T* first = &source)
        {
            switch (sizeof(T))
            {
                case sizeof(byte):
                    return LoadFirst((byte*)first, lanes, rest.As<T, byte>()).As<byte, T>();
                case sizeof(ushort):
                    Vector512<ushort> words = Vector512.LessThan(Vector512<ushort>.Indices, Vector512.Create((ushort)lanes));
                    return Avx512BW.MaskLoad((ushort*)first, words, rest.As<T, ushort>()).As<ushort, T>();
                case sizeof(uint):
                    Vector512<uint> dwords = Vector512.LessThan(Vector512<uint>.Indices, Vector512.Create((uint)lanes));
                    return Avx512F.MaskLoad((uint*)first, dwords, rest.As<T, uint>()).As<uint, T>();
                default:
                    Vector512<ulong> qwords = Vector512.LessThan(Vector512<ulong>.Indices, Vector512.Create((ulong)lanes));
                    return Avx512F.MaskLoad((ulong*)first, qwords, rest.As<T, ulong>()).As<ulong, T>();
            }
        }
    }

    /// <summary>Loads the first bytes.</summary>
    /// <param name="source">The first byte, of pinned memory.</param>
    /// <param name="length">The number of bytes, from 0 to 64.</param>
    /// <param name="rest">The values of the other bytes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LoadFirst(byte* source, nint length, Vector512<byte> rest)
    {
        Debug.Assert(length is >= 0 and <= 64);
        return Avx512BW.MaskLoad(source, First(length), rest);
    }

    /// <summary>Stores the first bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="destination">Where they go.</param>
    /// <param name="length">The number of bytes, from 0 to 64.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreFirst(Vector512<byte> bytes, ref byte destination, nint length)
    {
        fixed (byte* first = &destination)
        {
            StoreFirst(bytes, first, length);
        }
    }

    /// <param name="bytes">The bytes.</param>
    /// <param name="destination">Where they go, in pinned memory.</param>
    /// <param name="length">The number of bytes, from 0 to 64.</param>
    /// <inheritdoc cref="StoreFirst(Vector512{byte}, ref byte, nint)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StoreFirst(Vector512<byte> bytes, byte* destination, nint length)
    {
        Debug.Assert(length is >= 0 and <= 64);
        Avx512BW.MaskStore(destination, First(length), bytes);
    }

    /// <summary>All ones in the first <paramref name="length"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> First(nint length) => Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)length));
}
