// msgpack-c, the C++ library: https://github.com/msgpack/msgpack-c/tree/cpp_master
#include <cstring>
#include <msgpack.hpp>

#include "peer.h"

namespace
{
// The buffer that msgpack::packer writes to: memory that is there, where msgpack::sbuffer would allocate.
class given_buffer
{
public:
    explicit given_buffer(char *start) : position(start) {}

    void write(const char *data, size_t size)
    {
        std::memcpy(position, data, size);
        position += size;
    }

    char *position;
};

// Puts integers where they belong. That is quicker than msgpack::unpack, which makes an object of each integer first.
class integer_visitor : public msgpack::null_visitor
{
public:
    integer_visitor(int32_t *values, int32_t capacity) : values(values), capacity(capacity) {}

    bool visit_positive_integer(uint64_t value)
    {
        return add(static_cast<int32_t>(value));
    }

    bool visit_negative_integer(int64_t value)
    {
        return add(static_cast<int32_t>(value));
    }

    int32_t count = 0;

private:
    bool add(int32_t value)
    {
        if (count == capacity)
        {
            return false;
        }

        values[count++] = value;
        return true;
    }

    int32_t *values;
    int32_t capacity;
};

PEER_BODY(msgpack_c_encode)
{
    if (!peer_has_room(count, length))
    {
        return -1;
    }

    given_buffer buffer(bytes);
    msgpack::packer<given_buffer> packer(buffer);
    packer.pack_array(static_cast<uint32_t>(count));
    for (int32_t i = 0; i < count; i++)
    {
        packer.pack_int32(values[i]);
    }

    return static_cast<int32_t>(buffer.position - bytes);
}

PEER_BODY(msgpack_c_decode)
{
    try
    {
        integer_visitor visitor(values, count);
        return msgpack::parse(bytes, static_cast<size_t>(length), visitor) ? visitor.count : -1;
    }
    catch (...)
    {
        return -1;
    }
}
}

PEER_FUNCTION(msgpack_c_encode)
PEER_FUNCTION(msgpack_c_decode)
