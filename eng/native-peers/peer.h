// What each peer exports, and the loop that repeats it without .NET in between.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define PEER_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define PEER_EXPORT __attribute__((visibility("default")))
#endif

// All calls look alike, so that one table can time them. An encoder reads `count` values and writes up to `length` bytes, array header
// included; it returns how many. A decoder reads `length` bytes and writes up to `count` values; it returns how many. Either returns -1
// when it can't.
#define PEER_PARAMETERS int32_t *values, int32_t count, char *bytes, int32_t length

// Whether an array of 32-bit integers fits, whatever they are: none of the libraries bounds what it writes to memory that is there.
static inline int peer_has_room(int32_t count, int32_t length)
{
    int32_t header = count < 16 ? 1 : count < 65536 ? 3 : 5;
    return count >= 0 && header + INT64_C(5) * count <= length;
}

// Starts what `PEER_FUNCTION(name)` exports. Not inlined: a loop around it is then compiled to the very code that .NET calls.
#define PEER_BODY(name) static __attribute__((noinline)) int32_t do_##name(PEER_PARAMETERS)

// Exports `name`, and `name_repeatedly`, which does it as often as it is told. Without the barrier a compiler might find that all but one
// repetition are of no use.
#define PEER_FUNCTION(name) \
    PEER_EXPORT int32_t name(PEER_PARAMETERS) \
    { \
        return do_##name(values, count, bytes, length); \
    } \
    PEER_EXPORT int32_t name##_repeatedly(PEER_PARAMETERS, int32_t repetitions) \
    { \
        int32_t result = 0; \
        for (int32_t i = 0; i < repetitions; i++) \
        { \
            result = do_##name(values, count, bytes, length); \
            __asm__ volatile("" : : "g"(values), "g"(bytes) : "memory"); \
        } \
        return result; \
    }
