#pragma warning disable CA1720 // These are the names that the package has.

namespace MessagePack;

public enum MessagePackType : byte
{
    Unknown,
    Integer,
    Nil,
    Boolean,
    Float,
    String,
    Binary,
    Array,
    Map,
    Extension,
}
