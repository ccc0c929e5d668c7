// msgpuck, the library of Tarantool: https://github.com/tarantool/msgpuck
#define MP_SOURCE 1
#include <msgpuck.h>

#include "peer.h"

PEER_BODY(msgpuck_encode)
{
    if (!peer_has_room(count, length))
    {
        return -1;
    }

    char *end = mp_encode_array(bytes, (uint32_t)count);
    for (int32_t i = 0; i < count; i++)
    {
        // It leaves to the caller to tell the two apart; mp_encode_int takes negative values only.
        end = values[i] >= 0 ? mp_encode_uint(end, (uint64_t)values[i]) : mp_encode_int(end, values[i]);
    }

    return (int32_t)(end - bytes);
}

// Trusts the bytes to be an array of integers and to be complete, as msgpuck's decoding functions do.
PEER_BODY(msgpuck_decode)
{
    const char *position = bytes;
    uint32_t size = mp_decode_array(&position);
    if (size > (uint32_t)count)
    {
        return -1;
    }

    for (uint32_t i = 0; i < size; i++)
    {
        values[i] = mp_typeof(*position) == MP_UINT ? (int32_t)mp_decode_uint(&position) : (int32_t)mp_decode_int(&position);
    }

    return position == bytes + length ? (int32_t)size : -1;
}

// With the check that msgpuck has for bytes that may be cut short or damaged.
PEER_BODY(msgpuck_check_and_decode)
{
    const char *position = bytes;
    return mp_check(&position, bytes + length) == 0 ? do_msgpuck_decode(values, count, bytes, length) : -1;
}

PEER_FUNCTION(msgpuck_encode)
PEER_FUNCTION(msgpuck_decode)
PEER_FUNCTION(msgpuck_check_and_decode)
