using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace MsgPackSimd.Codec.Kernels;

/// <summary>
/// Loads and stores of the first few bytes of a 64-byte vector. AVX-512 does not touch the bytes that a mask leaves out: not even a page that
/// can't be read or written faults (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, on masked memory operands).
/// </summary>
/// <remarks>The mask is of bytes, whatever the elements are: one form serves all of them.</remarks>
internal static unsafe class Masked512
{
    /// <summary>Loads the first elements; the others are 0.</summary>
    /// <param name="source">The first element.</param>
    /// <param name="count">The number of elements, from 0 up; beyond a vector's, a whole vector is loaded.</param>
    /// <typeparam name="T">The type of the elements.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<T> LoadFirst<T>(ref readonly T source, nint count)
        where T : unmanaged
    {
        fixed (T* first = &source)
        {
            nint length = count * sizeof(T);
            return LoadFirst((byte*)first, length < Vector512<byte>.Count ? length : Vector512<byte>.Count, Vector512<byte>.Zero).As<byte, T>();
        }
    }

    /// <summary>Loads the first bytes.</summary>
    /// <param name="source">The first byte, of pinned memory.</param>
    /// <param name="length">The number of bytes, from 0 to 64.</param>
    /// <param name="rest">What the others are.</param>
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

    /// <summary>All ones in the first so many bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> First(nint length) => Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)length));
}
