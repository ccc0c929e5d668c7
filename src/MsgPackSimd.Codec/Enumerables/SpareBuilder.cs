using System;

namespace MsgPackSimd.Codec.Enumerables;

/// <summary>A spare builder for each thread, without memory of its own while it is spare, so that a call allocates no builder.</summary>
/// <remarks>A sequence may itself encode another one while it is enumerated; that one finds no spare builder, and makes one.</remarks>
internal static class SpareBuilder<T>
{
    [ThreadStatic]
    private static MessagePackArrayBuilder<T>? spare;

    public static MessagePackArrayBuilder<T> Take()
    {
        MessagePackArrayBuilder<T> builder = spare ?? new MessagePackArrayBuilder<T>();
        spare = null;
        return builder;
    }

    /// <summary>Gives the builder back, and its memory to the pool.</summary>
    public static void Return(MessagePackArrayBuilder<T> builder)
    {
        builder.Reset();
        spare = builder;
    }
}
