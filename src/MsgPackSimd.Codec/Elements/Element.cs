using System;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace MsgPackSimd.Codec.Elements;

/// <summary>
/// What an element type is on the wire: the longest token it takes, how one value is written and which tokens it is read from.
/// </summary>
/// <remarks>
/// Each member is a chain of <c>typeof(T) == typeof(…)</c>, which the JIT folds for every value type, so that what is left of it in
/// compiled code is the one branch for that type. (The same pattern as in <c>System.Numerics.Vector&lt;T&gt;</c>.)
/// </remarks>
/// <typeparam name="T">The element type. For an unsupported one, nothing but <see cref="IsSupported"/> may be called.</typeparam>
internal static class Element<T>
{
    public static bool IsSupported
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T).IsEnum ? IsSigned || IsUnsigned
            : (typeof(T).IsPrimitive && typeof(T) != typeof(nint) && typeof(T) != typeof(nuint))
                || typeof(T) == typeof(Half)
                || typeof(T) == typeof(DateTime)
                || typeof(T) == typeof(TimeSpan)
                || typeof(T) == typeof(DateOnly)
                || typeof(T) == typeof(TimeOnly);
    }

    /// <summary>
    /// Gets whether the values are written as integers with a sign. A <see cref="TimeSpan"/> or <see cref="TimeOnly"/> is its number of ticks, and a <see
    /// cref="DateOnly"/> its number of days, in memory too; an enum is its integer.
    /// </summary>
    public static bool IsSigned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
            || typeof(T) == typeof(TimeSpan) || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)
            || (typeof(T).IsEnum && (IsEnumOf<sbyte>() || IsEnumOf<short>() || IsEnumOf<int>() || IsEnumOf<long>()));
    }

    /// <summary>Gets whether the values are written as integers from 0 up. A <see cref="char"/> is its UTF-16 code unit.</summary>
    public static bool IsUnsigned
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(byte) || typeof(T) == typeof(ushort) || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong) || typeof(T) == typeof(char)
            || (typeof(T).IsEnum && (IsEnumOf<byte>() || IsEnumOf<ushort>() || IsEnumOf<uint>() || IsEnumOf<ulong>()));
    }

    /// <summary>Gets whether every integer of its size is a value, and the type is no enum, whose kernels are those of its integer.</summary>
    public static bool IsPlainInteger
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(sbyte) || typeof(T) == typeof(short) || typeof(T) == typeof(int) || typeof(T) == typeof(long)
            || typeof(T) == typeof(byte) || typeof(T) == typeof(ushort) || typeof(T) == typeof(uint) || typeof(T) == typeof(ulong)
            || typeof(T) == typeof(char) || typeof(T) == typeof(TimeSpan);
    }

    /// <summary>
    /// Gets the greatest <see cref="DateOnly"/> or <see cref="TimeOnly"/>, as the integer that it is: days and times of day are counted from 0 up to that. (All
    /// integers are values of the other types.)
    /// </summary>
    public static long Bound
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(DateOnly) ? DateOnly.MaxValue.DayNumber : TimeOnly.MaxValue.Ticks;
    }

    /// <summary>Gets the length of the longest token that a value is written as, in bytes: a first byte and the value, or the longest timestamp.</summary>
    public static int MaxTokenLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(T) == typeof(bool) ? 1
            : typeof(T) == typeof(Half) ? 1 + sizeof(float)
            : typeof(T) == typeof(DateTime) ? MessagePackSpec.MaxTimestampLength
            : 1 + Unsafe.SizeOf<T>();
    }

    /// <summary>Gets whether the tokens of all values have one length, which is then <see cref="MaxTokenLength"/>.</summary>
    public static bool HasOneTokenLength
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !IsSigned && !IsUnsigned && typeof(T) != typeof(DateTime);
    }

    /// <summary>The length, in bytes, of the token that <paramref name="value"/> is written as.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int GetTokenLength(T value)
    {
        if (IsSigned)
        {
            return MessagePackSpec.GetIntegerLength(ToInt64(value));
        }

        if (typeof(T) == typeof(DateTime))
        {
            return MessagePackSpec.GetTimestampLength(ToTimestamp(value));
        }

        return IsUnsigned ? MessagePackSpec.GetIntegerLength(ToUInt64(value)) : MaxTokenLength;
    }

    /// <summary>Writes the token of <paramref name="value"/>, if <paramref name="destination"/> has room for it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryWriteToken(Span<byte> destination, T value, out int bytesWritten)
    {
        if (IsSigned)
        {
            return Unsafe.SizeOf<T>() == sizeof(long)
                ? MessagePackSpec.TryWriteInt64(destination, ToInt64(value), out bytesWritten)
                : MessagePackSpec.TryWriteInt32(destination, (int)ToInt64(value), out bytesWritten);
        }

        if (IsUnsigned)
        {
            return Unsafe.SizeOf<T>() == sizeof(ulong)
                ? MessagePackSpec.TryWriteUInt64(destination, ToUInt64(value), out bytesWritten)
                : MessagePackSpec.TryWriteUInt32(destination, (uint)ToUInt64(value), out bytesWritten);
        }

        if (typeof(T) == typeof(float))
        {
            return MessagePackSpec.TryWriteSingleBits(destination, Unsafe.BitCast<T, uint>(value), out bytesWritten);
        }

        if (typeof(T) == typeof(double))
        {
            return MessagePackSpec.TryWriteDoubleBits(destination, Unsafe.BitCast<T, ulong>(value), out bytesWritten);
        }

        if (typeof(T) == typeof(Half))
        {
            return MessagePackSpec.TryWriteSingleBits(destination, BitConverter.SingleToUInt32Bits((float)Unsafe.BitCast<T, Half>(value)), out bytesWritten);
        }

        if (typeof(T) == typeof(DateTime))
        {
            return MessagePackSpec.TryWriteTimestamp(destination, ToTimestamp(value), out bytesWritten);
        }

        Debug.Assert(typeof(T) == typeof(bool));

        // Any byte but 0 is true, also one that no C# code would store in a bool.
        return MessagePackSpec.TryWriteBoolean(destination, Unsafe.BitCast<T, byte>(value) != 0, out bytesWritten);
    }

    /// <summary>Reads one value from a token of any form that MessagePack-CSharp accepts for this type.</summary>
    /// <param name="source">The bytes to read from; the token is at the start.</param>
    /// <param name="value">Receives the value; unspecified on anything but <see cref="MessagePackReadStatus.Done"/>.</param>
    /// <param name="length">Receives the token's length in bytes; unspecified on anything but <see cref="MessagePackReadStatus.Done"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static MessagePackReadStatus TryReadToken(ReadOnlySpan<byte> source, out T value, out int length)
    {
        if (typeof(T).IsEnum)
        {
            return TryReadEnumToken(source, out value, out length);
        }

        Unsafe.SkipInit(out value);
        MessagePackReadStatus status;
        if (typeof(T) == typeof(sbyte))
        {
            status = MessagePackSpec.TryReadSByte(source, out sbyte number, out length);
            value = Unsafe.BitCast<sbyte, T>(number);
            return status;
        }

        if (typeof(T) == typeof(byte))
        {
            status = MessagePackSpec.TryReadByte(source, out byte number, out length);
            value = Unsafe.BitCast<byte, T>(number);
            return status;
        }

        if (typeof(T) == typeof(short))
        {
            status = MessagePackSpec.TryReadInt16(source, out short number, out length);
            value = Unsafe.BitCast<short, T>(number);
            return status;
        }

        if (typeof(T) == typeof(int))
        {
            status = MessagePackSpec.TryReadInt32(source, out int number, out length);
            value = Unsafe.BitCast<int, T>(number);
            return status;
        }

        if (typeof(T) == typeof(DateOnly))
        {
            status = MessagePackSpec.TryReadInt32(source, out int number, out length);
            value = Unsafe.BitCast<int, T>(number);
            return status == MessagePackReadStatus.Done && (uint)number > Bound ? MessagePackReadStatus.DoesNotFit : status;
        }

        if (typeof(T) == typeof(long) || typeof(T) == typeof(TimeSpan))
        {
            status = MessagePackSpec.TryReadInt64(source, out long number, out length);
            value = Unsafe.BitCast<long, T>(number);
            return status;
        }

        if (typeof(T) == typeof(TimeOnly))
        {
            status = MessagePackSpec.TryReadInt64(source, out long number, out length);
            value = Unsafe.BitCast<long, T>(number);
            return status == MessagePackReadStatus.Done && (ulong)number > (ulong)Bound ? MessagePackReadStatus.DoesNotFit : status;
        }

        if (typeof(T) == typeof(ushort) || typeof(T) == typeof(char))
        {
            status = MessagePackSpec.TryReadUInt16(source, out ushort number, out length);
            value = Unsafe.BitCast<ushort, T>(number);
            return status;
        }

        if (typeof(T) == typeof(uint))
        {
            status = MessagePackSpec.TryReadUInt32(source, out uint number, out length);
            value = Unsafe.BitCast<uint, T>(number);
            return status;
        }

        if (typeof(T) == typeof(ulong))
        {
            status = MessagePackSpec.TryReadUInt64(source, out ulong number, out length);
            value = Unsafe.BitCast<ulong, T>(number);
            return status;
        }

        if (typeof(T) == typeof(float))
        {
            status = MessagePackSpec.TryReadSingle(source, out float number, out length);
            value = Unsafe.BitCast<float, T>(number);
            return status;
        }

        if (typeof(T) == typeof(double))
        {
            status = MessagePackSpec.TryReadDouble(source, out double number, out length);
            value = Unsafe.BitCast<double, T>(number);
            return status;
        }

        if (typeof(T) == typeof(Half))
        {
            status = MessagePackSpec.TryReadSingle(source, out float number, out length);
            value = Unsafe.BitCast<Half, T>((Half)number);
            return status;
        }

        if (typeof(T) == typeof(DateTime))
        {
            status = MessagePackSpec.TryReadDateTime(source, out DateTime time, out length);
            value = Unsafe.BitCast<DateTime, T>(time);
            return status;
        }

        Debug.Assert(typeof(T) == typeof(bool));
        status = MessagePackSpec.TryReadBoolean(source, out bool truth, out length);
        value = Unsafe.BitCast<bool, T>(truth);
        return status;
    }

    private static MessagePackReadStatus TryReadEnumToken(ReadOnlySpan<byte> source, out T value, out int length) =>
        IsSigned
            ? Unsafe.SizeOf<T>() == sizeof(sbyte) ? TryReadTokenAs<sbyte>(source, out value, out length)
                : Unsafe.SizeOf<T>() == sizeof(short) ? TryReadTokenAs<short>(source, out value, out length)
                : Unsafe.SizeOf<T>() == sizeof(int) ? TryReadTokenAs<int>(source, out value, out length)
                : TryReadTokenAs<long>(source, out value, out length)
            : Unsafe.SizeOf<T>() == sizeof(byte) ? TryReadTokenAs<byte>(source, out value, out length)
                : Unsafe.SizeOf<T>() == sizeof(ushort) ? TryReadTokenAs<ushort>(source, out value, out length)
                : Unsafe.SizeOf<T>() == sizeof(uint) ? TryReadTokenAs<uint>(source, out value, out length)
                : TryReadTokenAs<ulong>(source, out value, out length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static MessagePackReadStatus TryReadTokenAs<TInteger>(ReadOnlySpan<byte> source, out T value, out int length)
    {
        MessagePackReadStatus status = Element<TInteger>.TryReadToken(source, out TInteger number, out length);
        value = Unsafe.BitCast<TInteger, T>(number);
        return status;
    }

    /// <summary>Whether this is an enum that is based on <typeparamref name="TInteger"/>; to be asked of an enum only.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsEnumOf<TInteger>() => typeof(T).GetEnumUnderlyingType() == typeof(TInteger);

    private static MessagePackTimestamp ToTimestamp(T value) => MessagePackTimestamp.FromDateTime(Unsafe.BitCast<T, DateTime>(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static long ToInt64(T value)
    {
        if (Unsafe.SizeOf<T>() == sizeof(sbyte))
        {
            return Unsafe.BitCast<T, sbyte>(value);
        }

        if (Unsafe.SizeOf<T>() == sizeof(short))
        {
            return Unsafe.BitCast<T, short>(value);
        }

        return Unsafe.SizeOf<T>() == sizeof(int) ? Unsafe.BitCast<T, int>(value) : Unsafe.BitCast<T, long>(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong ToUInt64(T value)
    {
        if (Unsafe.SizeOf<T>() == sizeof(byte))
        {
            return Unsafe.BitCast<T, byte>(value);
        }

        if (Unsafe.SizeOf<T>() == sizeof(ushort))
        {
            return Unsafe.BitCast<T, ushort>(value);
        }

        return Unsafe.SizeOf<T>() == sizeof(uint) ? Unsafe.BitCast<T, uint>(value) : Unsafe.BitCast<T, ulong>(value);
    }
}
