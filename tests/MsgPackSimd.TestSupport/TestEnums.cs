namespace MsgPackSimd.TestSupport;

// One for each integer that an enum can be based on. Tests use values that it does not name.
public enum EnumOfSByte : sbyte
{
    None,
}

public enum EnumOfInt16 : short
{
    None,
}

public enum EnumOfInt32
{
    None,
}

public enum EnumOfInt64 : long
{
    None,
}

public enum EnumOfByte : byte
{
    None,
}

public enum EnumOfUInt16 : ushort
{
    None,
}

public enum EnumOfUInt32 : uint
{
    None,
}

public enum EnumOfUInt64 : ulong
{
    None,
}
