using System;
using System.Collections.Generic;

namespace MessagePack;

public class MessagePackSecurity
{
    public static readonly MessagePackSecurity TrustedData = new(500);

    private MessagePackSecurity(int maximumObjectGraphDepth) => MaximumObjectGraphDepth = maximumObjectGraphDepth;

    public int MaximumObjectGraphDepth { get; }

    public MessagePackSecurity WithMaximumObjectGraphDepth(int maximumObjectGraphDepth) => new(maximumObjectGraphDepth);

    public IEqualityComparer<T> GetEqualityComparer<T>() => EqualityComparer<T>.Default;

    public void DepthStep(ref MessagePackReader reader)
    {
        if (reader.Depth >= MaximumObjectGraphDepth)
        {
            throw new InsufficientExecutionStackException($"Deeper than {MaximumObjectGraphDepth}.");
        }

        reader.Depth++;
    }
}
