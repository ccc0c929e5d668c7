using System;
using System.Numerics;
using System.Runtime.Intrinsics;
using MsgPackSimd.Codec.Kernels;

namespace MsgPackSimd.Driver;

/// <summary>The operations that x64 and arm64 spell differently (<see cref="Simd128"/>): the masks and counts among them, bit by bit.</summary>
internal static class VectorChecks
{
    /// <summary>Checks them with random bytes, with bytes of which all bits are set or none, and with each single byte.</summary>
    /// <returns>Whether all is well.</returns>
    public static bool Run()
    {
        var random = new Random(20261128);
        var bytes = new byte[64];
        bool ok = true;
        for (int round = 0; round < 2000; round++)
        {
            bool areLanes = round % 2 == 0;
            for (int i = 0; i < bytes.Length; i++)
            {
                bytes[i] = round < 2 * 64 ? (byte)(i == round / 2 ? 0xff : 0)
                    : areLanes ? (byte)-random.Next(2)
                    : (byte)random.Next(256);
            }

            ok &= Check(bytes, areLanes, random);
        }

        for (uint mask = 0; mask <= ushort.MaxValue; mask++)
        {
            ok &= Verify(Simd128.CountBits(mask) == (uint)BitOperations.PopCount(mask), nameof(Simd128.CountBits));
            ok &= Verify(Simd128.CountBitsOfByte((byte)mask) == (uint)BitOperations.PopCount((uint)(byte)mask), nameof(Simd128.CountBitsOfByte));
        }

        Console.WriteLine(ok ? "vectors well" : "vectors FAILED");
        return ok;
    }

    private static bool Check(byte[] bytes, bool areLanes, Random random)
    {
        ulong topBits = 0;
        for (int i = 0; i < bytes.Length; i++)
        {
            topBits |= (ulong)(bytes[i] >> 7) << i;
        }

        uint expected = (ushort)topBits;
        Vector128<byte> first = Vector128.Create(bytes, 0);
        bool ok = Verify(Simd128.Mask(first) == expected, nameof(Simd128.Mask));
        ok &= Verify(Simd128.CountTopBits(first) == BitOperations.PopCount(expected), nameof(Simd128.CountTopBits));

        // The places are constants where it is used.
        ok &= Verify(Simd128.AreSet(first, 0x0201) == ((expected & 0x0201) == 0x0201), nameof(Simd128.AreSet));
        ok &= Verify(Simd128.AreSet(first, 0x8421) == ((expected & 0x8421) == 0x8421), nameof(Simd128.AreSet));
        ok &= Verify(Simd128.AreSet(first, 0xffff) == (expected == 0xffff), nameof(Simd128.AreSet));
        if (Simd128.HasShuffle)
        {
            Vector128<byte> second = Vector128.Create(bytes, 16);
            var inTurn = new byte[32];
            for (int i = 0; i < inTurn.Length; i++)
            {
                inTurn[i] = bytes[(i % 2 * 16) + (i / 2)];
            }

            ok &= Verify(Simd128.InterleaveLower(first, second) == Vector128.Create(inTurn, 0), nameof(Simd128.InterleaveLower));
            ok &= Verify(Simd128.InterleaveUpper(first, second) == Vector128.Create(inTurn, 16), nameof(Simd128.InterleaveUpper));
        }

        if (areLanes)
        {
            ok &= Verify(
                Simd128.Mask(first, Vector128.Create(bytes, 16), Vector128.Create(bytes, 32), Vector128.Create(bytes, 48)) == topBits, nameof(Simd128.Mask));
            var allButOne = new byte[16];
            allButOne.AsSpan().Fill(byte.MaxValue);
            ok &= Verify(Simd128.AreSet(Vector128.Create(allButOne), 0xffff), nameof(Simd128.AreSet));
            allButOne[random.Next(16)] = 0;
            ok &= Verify(!Simd128.AreSet(Vector128.Create(allButOne), 0xffff), nameof(Simd128.AreSet));
            Vector128<int> lanes = Vector128.Equals(first.AsInt32() & Vector128.Create(1 << random.Next(32)), Vector128<int>.Zero);
            bool allLanes = lanes[0] != 0 && lanes[1] != 0 && lanes[2] != 0 && lanes[3] != 0;
            ok &= Verify(Simd128.AreAllSet(lanes) == allLanes, nameof(Simd128.AreAllSet));
            ok &= Verify(Simd128.AreAllSet(Vector128<int>.AllBitsSet), nameof(Simd128.AreAllSet));
        }

        return ok;
    }

    private static bool Verify(bool isRight, string name)
    {
        if (!isRight)
        {
            Console.WriteLine($"{name} FAILED");
        }

        return isRight;
    }
}
