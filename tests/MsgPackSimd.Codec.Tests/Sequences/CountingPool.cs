using System;
using System.Buffers;
using System.Collections.Generic;
using Xunit;

namespace MsgPackSimd.Codec.Tests;

/// <summary>A pool that knows what is rented, fails for what is returned twice or was never rented, and spoils what is returned.</summary>
internal sealed class CountingPool<T>(T spoiled) : ArrayPool<T>
{
    private readonly HashSet<T[]> rented = [];

    /// <summary>Gets how many arrays are rented.</summary>
    public int Rented => rented.Count;

    /// <summary>Gets how many arrays were rented in all.</summary>
    public int Rents { get; private set; }

    /// <summary>Gets how many elements all rented arrays had together.</summary>
    public long RentedLength { get; private set; }

    /// <summary>Gets or sets the one rent, counted from 1, for which there is no memory.</summary>
    public int OutOfMemoryAt { get; set; } = int.MaxValue;

    public override T[] Rent(int minimumLength)
    {
        if (++Rents == OutOfMemoryAt)
        {
            throw new InsufficientMemoryException();
        }

        // Not a power of two: what is rented is somewhat longer than what was asked for.
        var array = new T[minimumLength + (minimumLength % 3)];
        Array.Fill(array, spoiled);
        rented.Add(array);
        RentedLength += array.Length;
        return array;
    }

    public override void Return(T[] array, bool clearArray = false)
    {
        Assert.True(rented.Remove(array), "An array is returned twice, or was never rented.");
        Array.Fill(array, spoiled);
    }
}
