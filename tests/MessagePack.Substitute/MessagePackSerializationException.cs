using System;

namespace MessagePack;

public class MessagePackSerializationException : Exception
{
    public MessagePackSerializationException()
    {
    }

    public MessagePackSerializationException(string? message)
        : base(message)
    {
    }

    public MessagePackSerializationException(string? message, Exception? inner)
        : base(message, inner)
    {
    }
}

public class FormatterNotRegisteredException : MessagePackSerializationException
{
    public FormatterNotRegisteredException(string? message)
        : base(message)
    {
    }
}
