/*
 * Reads values with msgpack-c and writes them once more: for PeerTests.cs.
 *
 * Each line of the file named is a value in hexadecimal, maybe with bytes after it. For each, a line is written: where the value ends, and
 * the value as this library writes it.
 */
#include <msgpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'A' + 10;
}

int main(int count, char **arguments)
{
    FILE *lines = count == 2 ? fopen(arguments[1], "r") : NULL;
    size_t room = 1 << 21;
    char *line = malloc(room);
    if (lines == NULL || line == NULL)
    {
        return 2;
    }

    while (fgets(line, (int)room, lines) != NULL)
    {
        size_t length = strcspn(line, "\r\n") / 2;
        for (size_t i = 0; i < length; i++)
        {
            line[i] = (char)(digit(line[2 * i]) * 16 + digit(line[(2 * i) + 1]));
        }

        size_t end = 0;
        msgpack_unpacked value;
        msgpack_unpacked_init(&value);
        if (msgpack_unpack_next(&value, line, length, &end) < 0)
        {
            printf("no value\n");
            continue;
        }

        msgpack_sbuffer output;
        msgpack_packer packer;
        msgpack_sbuffer_init(&output);
        msgpack_packer_init(&packer, &output, msgpack_sbuffer_write);
        msgpack_pack_object(&packer, value.data);
        printf("%zu ", end);
        for (size_t i = 0; i < output.size; i++)
        {
            printf("%02X", (unsigned char)output.data[i]);
        }

        printf("\n");
        msgpack_sbuffer_destroy(&output);
        msgpack_unpacked_destroy(&value);
    }

    free(line);
    fclose(lines);
    return 0;
}
