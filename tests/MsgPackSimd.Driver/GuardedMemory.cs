using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace MsgPackSimd.Driver;

/// <summary>
/// Memory between two pages that can't be touched. It hands out spans that end right before the second page, or begin right after the first. On Windows
/// there are no guards, and the checks compare values only.
/// </summary>
internal sealed unsafe class GuardedMemory
{
    private const int PageSize = 64 * 1024;
    private const int NoAccess = 0;
    private const int ReadWrite = 3;

    /// <summary>The value for private memory without a file behind it on Linux; macOS has another bit for "anonymous".</summary>
    private static readonly int PrivateAnonymous = OperatingSystem.IsMacOS() ? 0x1002 : 0x22;

    private readonly byte* first;
    private readonly int length;

    public GuardedMemory(int minLength)
    {
        length = (minLength + PageSize - 1) / PageSize * PageSize;
        if (OperatingSystem.IsWindows())
        {
            first = (byte*)NativeMemory.AlignedAlloc((nuint)length, PageSize);
            return;
        }

        byte* memory = Map(null, (nuint)(length + (2 * PageSize)), ReadWrite, PrivateAnonymous, -1, 0);
        if (memory == (byte*)-1
            || Protect(memory, PageSize, NoAccess) != 0
            || Protect(memory + PageSize + length, PageSize, NoAccess) != 0)
        {
            throw new InvalidOperationException("No guarded memory.");
        }

        first = memory + PageSize;
    }

    /// <summary>Elements of which the last one ends where the guard begins.</summary>
    public Span<T> AtEnd<T>(int count)
        where T : unmanaged =>
        new(first + length - (count * sizeof(T)), count);

    /// <summary>Elements of which the first one begins where the guard ends.</summary>
    public Span<T> AtStart<T>(int count)
        where T : unmanaged =>
        new(first, count);

    /// <summary>Bytes as <see cref="AtEnd"/> hands them out, for what takes no span.</summary>
    public Memory<byte> MemoryAtEnd(int count) => new Manager(first + length - count, count).Memory;

    /// <summary>Bytes as <see cref="AtStart"/> hands them out, for what takes no span.</summary>
    public Memory<byte> MemoryAtStart(int count) => new Manager(first, count).Memory;

    [DllImport("libc", EntryPoint = "mmap")]
    private static extern byte* Map(byte* address, nuint length, int protection, int flags, int file, nint offset);

    [DllImport("libc", EntryPoint = "mprotect")]
    private static extern int Protect(byte* address, nuint length, int protection);

    /// <summary>The memory is never given back.</summary>
    private sealed class Manager(byte* start, int length) : MemoryManager<byte>
    {
        public override Span<byte> GetSpan() => new(start, length);

        public override MemoryHandle Pin(int elementIndex = 0) => new(start + elementIndex);

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
