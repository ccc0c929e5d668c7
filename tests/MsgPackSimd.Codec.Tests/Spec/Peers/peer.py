"""Reads values with Python's msgpack and writes them once more: for PeerTests.cs.

Each line of the file named is a value in hexadecimal, maybe with bytes after it. For each, a line is written: where the value ends, and
the value as this library writes it.
"""

import sys

import msgpack


def main():
    with open(sys.argv[1], encoding="ascii") as lines:
        for line in lines:
            source = bytes.fromhex(line)
            # A map's pairs stay pairs, in their order: a key may be of any kind, or stand there twice.
            unpacker = msgpack.Unpacker(
                use_list=True, raw=False, strict_map_key=False, object_pairs_hook=Pairs, max_buffer_size=len(source) + 1
            )
            unpacker.feed(source)
            value = unpacker.unpack()
            end = unpacker.tell()
            packer = msgpack.Packer(autoreset=False)
            pack(packer, value)
            print(end, packer.bytes().hex().upper())


class Pairs(list):
    """What a map comes out as."""


def pack(packer, value):
    if isinstance(value, Pairs):
        packer.pack_map_header(len(value))
        for key, element in value:
            pack(packer, key)
            pack(packer, element)
    elif isinstance(value, list):
        packer.pack_array_header(len(value))
        for element in value:
            pack(packer, element)
    else:
        packer.pack(value)


main()
