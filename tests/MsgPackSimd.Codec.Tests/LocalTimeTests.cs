using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading.Tasks;
using MsgPackSimd.Engineering;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>
/// Local times in a time zone that is not UTC. A process has one time zone, so the driver runs with another one and compares: what is local there must come out
/// five and a half hours earlier.
/// </summary>
public class LocalTimeTests
{
    private const int Minutes = 330;

    [UnixFact("The time zone of a process can't be chosen on Windows.")]
    public async Task Local_times_are_written_in_UTC()
    {
        string zone = Path.GetTempFileName();
        try
        {
            await File.WriteAllBytesAsync(zone, TimeZoneFile());
            (int exitCode, string output, string errors) = await ChildProgram.RunAsync(
                "MsgPackSimd.Driver", ("TZ", zone), [InstructionSetLevel.Current, "--local", $"{Minutes}"]);
            Assert.True(exitCode == 0, $"exit code {exitCode}\n{output}\n{errors}");
            Assert.Equal("all is well", output.TrimEnd());
        }
        finally
        {
            File.Delete(zone);
        }
    }

    /// <summary>
    /// A zone that has always had the same offset, as a file of the first version of the format
    /// (<see href="https://www.rfc-editor.org/rfc/rfc8536#section-3">RFC 8536</see>): not every machine has the database of time zones.
    /// </summary>
    private static byte[] TimeZoneFile()
    {
        byte[] header = new byte[44];
        "TZif"u8.CopyTo(header);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(36), 1); // one kind of time
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(40), 4); // four characters of names
        byte[] offset = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(offset, Minutes * 60);
        return [.. header, .. offset, 0, 0, .. "HHM\0"u8];
    }
}
