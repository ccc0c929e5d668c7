using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading;
using MessagePack;
using MsgPackSimd.Codec;

namespace MsgPackSimd.Formatters;

/// <summary>
/// Writes elements that are adjacent in memory as an array, for every formatter whose elements are. (For a short array this is inlined into the formatters,
/// where one more call is noticeable.)
/// </summary>
internal static class ElementWriter
{
    /// <summary>The most bytes that one chunk asks of the writer: no more than stays in L2, and a power of two, to which memory pools round up.</summary>
    public const int MaxChunkLength = 32 * 1024;

    /// <summary>The head of an array of no more than <see cref="MaxChunkCount"/> elements has at most a code and two bytes.</summary>
    private const int MaxHeaderLength = 3;

    /// <summary>How many elements a chunk has room for, with the head of an array, whatever their values are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int MaxChunkCount<T>() => (MaxChunkLength - MaxHeaderLength) / MaxTokenLength<T>();

    /// <summary>The most bytes that an array of <paramref name="count"/> elements takes, up to <see cref="MaxChunkCount"/> elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetMaxLength<T>(int count) => MaxHeaderLength + (count * MaxTokenLength<T>());

    /// <summary>Writes an array, header included.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="values">The elements.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled and the array is not empty.</exception>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteArray<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (typeof(T) == typeof(DateTime) && !values.IsEmpty && writer.OldSpec)
        {
            ThrowIfRefused<T>(ref writer);
        }

        if (values.Length <= MaxChunkCount<T>())
        {
            // CanBeCanceled is a comparison with null, and leaves the token in a register. IsCancellationRequested is a call on the token's address, for which
            // the token would be stored in memory on every path.
            if (writer.CancellationToken.CanBeCanceled && !values.IsEmpty)
            {
                ThrowIfCancelled(writer.CancellationToken);
            }

            // Header and elements at once: the writer is asked for memory, and advanced, only once. An empty array takes the same path. If it had a path of its
            // own, and a process had encoded hardly any other arrays by the time it compiles this method for good, all other arrays would be taken for rare,
            // and half of this method would be left as calls.
            Span<byte> span = writer.GetSpan(GetMaxLength<T>(values.Length));
            if (MessagePackArrayEncoder.TryEncode(values, span, out int bytesWritten))
            {
                writer.Advance(bytesWritten);
                return;
            }
        }

        WriteInChunks(ref writer, values);
    }

    /// <summary>
    /// Writes an array that is already encoded, in chunks of bounded size. (The writer's own method takes whatever memory the output hands out unasked.)
    /// </summary>
    /// <param name="writer">Receives the bytes.</param>
    /// <param name="rest">Header and elements.</param>
    /// <exception cref="InvalidOperationException">The output hands out no memory.</exception>
    public static void WriteEncoded(ref MessagePackWriter writer, scoped ReadOnlySpan<byte> rest)
    {
        while (!rest.IsEmpty)
        {
            Span<byte> span = writer.GetSpan(Math.Min(rest.Length, MaxChunkLength));
            int length = Math.Min(rest.Length, span.Length);
            if (length == 0)
            {
                ThrowSpanTooShort(0, typeof(byte));
            }

            rest[..length].CopyTo(span);
            writer.Advance(length);
            rest = rest[length..];
        }
    }

    /// <summary>A separate method, so that a short array does not pay for the registers that it needs.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteInChunks<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (!values.IsEmpty)
        {
            ThrowIfRefused<T>(ref writer);
        }

        writer.WriteArrayHeader(values.Length);
        if (!values.IsEmpty)
        {
            WriteElements(ref writer, values);
        }
    }

    /// <summary>Writes elements whose header has been written.</summary>
    /// <param name="writer">Receives the bytes, in chunks of bounded size.</param>
    /// <param name="rest">The elements, one or more.</param>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled; elements may have been written then.</exception>
    /// <exception cref="InvalidOperationException">The output returned less memory than requested.</exception>
    public static void WriteElements<T>(ref MessagePackWriter writer, scoped ReadOnlySpan<T> rest)
        where T : unmanaged
    {
        ThrowIfNotInSpec<T>(ref writer);
        do
        {
            writer.CancellationToken.ThrowIfCancellationRequested();

            // Room for a chunk of longest tokens.
            Span<byte> span = writer.GetSpan(Math.Min(rest.Length, MaxChunkCount<T>()) * MaxTokenLength<T>());
            MessagePackArrayEncoder.EncodeElements(rest, span, out int valuesRead, out int bytesWritten);
            if (valuesRead == 0)
            {
                ThrowSpanTooShort(span.Length, typeof(T));
            }

            writer.Advance(bytesWritten);
            rest = rest[valuesRead..];
        }
        while (!rest.IsEmpty);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int MaxTokenLength<T>() =>
        typeof(T) == typeof(bool) ? 1
            : typeof(T) == typeof(Half) ? 1 + sizeof(float)
            : typeof(T) == typeof(DateTime) ? MessagePackSpec.MaxTimestampLength
            : 1 + Unsafe.SizeOf<T>();

    /// <summary>Asks before anything is written what ends the writing of elements: cancellation, and what the specification does not have.</summary>
    /// <exception cref="OperationCanceledException">The writer's token is cancelled.</exception>
    /// <exception cref="NotSupportedException">The elements are times, and the writer is set to the old specification.</exception>
    public static void ThrowIfRefused<T>(ref MessagePackWriter writer)
    {
        ThrowIfCancelled(writer.CancellationToken);
        ThrowIfNotInSpec<T>(ref writer);
    }

    /// <summary>The old specification has no timestamps, and nothing that a writer could write instead.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ThrowIfNotInSpec<T>(ref MessagePackWriter writer)
    {
        if (typeof(T) == typeof(DateTime) && writer.OldSpec)
        {
            ThrowNotInOldSpec();
        }
    }

    /// <summary>A separate method: inlined, it would have its callers store the token in memory (see <see cref="WriteArray"/>).</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ThrowIfCancelled(CancellationToken token) => token.ThrowIfCancellationRequested();

    [DoesNotReturn]
    private static void ThrowNotInOldSpec() => throw new NotSupportedException(
        $"The old specification of MessagePack has no timestamps: turn off {nameof(MessagePackWriter.OldSpec)} to write values of {nameof(DateTime)}, "
        + "or put NativeDateTimeResolver in front, which serves single ones and arrays.");

    [DoesNotReturn]
    public static void ThrowSpanTooShort(int length, Type type) => throw new InvalidOperationException(
        $"The IBufferWriter<byte> handed out {length} bytes where more were asked for, too few for an element of {type.Name}.");
}
