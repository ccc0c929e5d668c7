#!/usr/bin/env bash
# build.sh FOLDER: compiles the C and C++ peers of the benchmarks into a folder, each to NAME.so, and says in NAME.txt with what. A peer whose
# library or compiler is not there is no error: NAME.txt then says what is missing, and the table of the benchmarks says it too.
# CC, CXX and PEER_FLAGS are taken from the environment.
set -euo pipefail
sources=$(dirname "${BASH_SOURCE[0]}")
folder=${1:?build.sh takes the folder to compile into}
read -ra flags <<<"${PEER_FLAGS:--O3}"
mkdir -p "$folder"

# peer NAME SOURCE COMPILER LANGUAGE HEADER PACKAGE: PACKAGE is what Debian calls the library.
peer() {
  local name=$1 source=$sources/$2 compiler=$3 language=$4 header=$5 package=$6
  local library=$folder/$name.so description=$folder/$name.txt version
  rm -f "$library"
  if ! command -v "$compiler" >/dev/null; then
    echo "no compiler: $compiler" >"$description"
  elif ! "$compiler" -x "$language" -fsyntax-only -include "$header" /dev/null 2>/dev/null; then
    echo "not installed: $package" >"$description"
  elif ! "$compiler" "${flags[@]}" -DNDEBUG -fPIC -shared -fvisibility=hidden "$source" -o "$library" >"$folder/$name.log" 2>&1; then
    echo "does not compile: $name.log says why" >"$description"
  else
    version=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null) || version="of unknown version"
    echo "$package $version, $("$compiler" --version | head -n 1), ${flags[*]}" >"$description"
  fi
}

peer empty empty_peer.c "${CC:-cc}" c stdint.h libc6-dev
peer msgpuck msgpuck_peer.c "${CC:-cc}" c msgpuck.h libmsgpuck-dev
peer msgpack-c msgpack_c_peer.cpp "${CXX:-c++}" c++ msgpack.hpp libmsgpack-cxx-dev
