using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace MsgPackSimd.Codec.Tests.Spec.Peers;

/// <summary>
/// Python's msgpack and msgpack-c read what we write, and write it once more as the same bytes, so both sides agree on values, not only on
/// lengths. And a value ends for us where it ends for them.
/// </summary>
public class PeerTests
{
    /// <summary>Whole values that our writers write, and what the peer must write for them.</summary>
    private static readonly Lazy<IReadOnlyList<(string Name, byte[] Token, byte[] Shortest)>> Values = new(() =>
    [
        .. SpecWriter.All
            .Where(writer => !writer.Name.Contains("Header", StringComparison.Ordinal))
            .Select(writer => (writer.Name, Written(writer), Shortest(writer))),
        .. new[] { 0, 1, 15, 16, 31, 32, 65535, 65536 }.SelectMany(Containers),
    ]);

    /// <summary>
    /// msgpack-c keeps a float 32 as a double, which a signalling NaN does not survive. (With optimization our NaN is quiet before that: the JIT keeps
    /// constants as doubles too.)
    /// </summary>
    [MsgPackCFact]
    public Task Msgpack_c_reads_and_writes_what_we_write() => Agrees(PeerProgram.C, [.. Values.Value.Where(value => !IsSignallingSingle(value.Token))]);

    /// <summary>Python has one type for numbers that are not whole, and writes it as float 64.</summary>
    [PythonFact]
    public Task Python_reads_and_writes_what_we_write() => Agrees(
        PeerProgram.Python,
        [.. Values.Value.Where(value => !value.Name.StartsWith("Single", StringComparison.Ordinal)), .. Values.Value.Where(IsSingle).Select(Widened)]);

    [MsgPackCFact]
    public Task Msgpack_c_ends_a_value_where_we_do() => EndsWhereWeDo(PeerProgram.C);

    [PythonFact]
    public Task Python_ends_a_value_where_we_do() => EndsWhereWeDo(PeerProgram.Python);

    private static async Task Agrees(PeerProgram peer, IReadOnlyList<(string Name, byte[] Token, byte[] Shortest)> values)
    {
        Assert.True(values.Count > 400, $"only {values.Count} values");
        IReadOnlyList<(int End, byte[] Written)> results = await peer.RunAsync([.. values.Select(value => value.Token)]);
        foreach (((string name, byte[] token, byte[] shortest), (int end, byte[] written)) in values.Zip(results))
        {
            Assert.True(end == token.Length, $"{name}: ends at {end}, not {token.Length}");
            Assert.True(
                written.AsSpan().SequenceEqual(shortest),
                $"{name}: {Start(token)} comes back as {Start(written)}, not {Start(shortest)}");
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(written, out int length));
            Assert.Equal(written.Length, length);
        }
    }

    private static async Task EndsWhereWeDo(PeerProgram peer)
    {
        // Values at random, in tokens of any form, and another value behind each.
        var sources = new List<byte[]>();
        Prop.ForAll(SpecValues.Any.ToArbitrary(), value => sources.Add([.. value, 0xc3, 0xc2])).Check(
            Config.QuickThrowOnFailure.WithReplay(20261121, 3).WithMaxTest(400));
        IReadOnlyList<(int End, byte[] Written)> results = await peer.RunAsync(sources);
        Assert.True(results.Max(result => result.End) > 20, "only short values");
        foreach ((byte[] source, (int end, byte[] written)) in sources.Zip(results))
        {
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(source, out int length));
            Assert.True(end == length, $"{Convert.ToHexString(source)} ends at {end}, for us at {length}");
            Assert.Equal(MessagePackReadStatus.Done, MessagePackSpec.TrySkip(written, out length));
            Assert.Equal(written.Length, length);
        }
    }

    private static byte[] Written(SpecWriter writer)
    {
        byte[] token = new byte[writer.Expected.Length];
        Assert.Equal(token.Length, writer.Write(token));
        return token;
    }

    /// <summary>Integers in tokens of one particular form are written once more in the shortest form.</summary>
    private static byte[] Shortest(SpecWriter writer)
    {
        if (!writer.Name.Contains("Token", StringComparison.Ordinal))
        {
            return writer.Expected;
        }

        return SpecWriter.ShortestInteger(Int128.Parse(writer.Name.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture));
    }

    private static IEnumerable<(string Name, byte[] Token, byte[] Shortest)> Containers(int count)
    {
        byte[] memory = new byte[5 + (12 * count)];
        int length = MessagePackSpec.WriteArrayHeader(memory, (uint)count);
        for (int i = 0; i < count; i++)
        {
            length += MessagePackSpec.WriteInt32(memory.AsSpan(length), i);
        }

        byte[] array = memory[..length];
        yield return ($"array of {count}", array, array);

        length = MessagePackSpec.WriteMapHeader(memory, (uint)count);
        for (int i = 0; i < count; i++)
        {
            length += MessagePackSpec.WriteInt32(memory.AsSpan(length), -i);
            length += MessagePackSpec.WriteBoolean(memory.AsSpan(length), i % 2 == 0);
        }

        byte[] map = memory[..length];
        yield return ($"map of {count}", map, map);
    }

    private static bool IsSingle((string Name, byte[] Token, byte[] Shortest) value) =>
        value.Name.StartsWith("Single", StringComparison.Ordinal) && !value.Name.Contains("NaN", StringComparison.Ordinal);

    private static bool IsSignallingSingle(byte[] token)
    {
        if (token is not [0xca, _, _, _, _])
        {
            return false;
        }

        int bits = BinaryPrimitives.ReadInt32BigEndian(token.AsSpan(1));
        return (bits & 0x7fc00000) == 0x7f800000 && (bits & 0x003fffff) != 0;
    }

    private static (string Name, byte[] Token, byte[] Shortest) Widened((string Name, byte[] Token, byte[] Shortest) value)
    {
        double wide = MessagePackSpec.ReadSingle(value.Token, out _);
        return (value.Name, value.Token, SpecWriter.Big(0xcb, BitConverter.DoubleToUInt64Bits(wide), 8));
    }

    private static string Start(byte[] bytes) => Convert.ToHexString(bytes.AsSpan(0, Math.Min(bytes.Length, 40)));
}
