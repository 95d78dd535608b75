#!/usr/bin/env bash
# library_test.sh SOURCE PACKAGES: compiles programs in C and C++ in a root folder that has libuisge-dev, by pkg-config,
# and runs them in another root folder that has only libuisge0 (roots.sh). CMake and pkg-config must also find the
# library from outside of the root folder.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
building=$scratch/building
running=$scratch/running
new_root "$building" 'libuisge0_*.deb' 'libuisge-dev_*.deb' -- gcc g++ pkg-config
new_root "$running" 'libuisge0_*.deb'
cp "$source"/examples/probe.* "$source"/tests/library/type_sizes.cpp "$building/tmp/"
cat >"$building/tmp/solve.cpp" <<'PROGRAM'
#include <uisge/solver.h>

int main() {
  uisge::SolveOptions options;
  options.identity = {{3, 2}, 2, {}};
  options.output = "/tmp/3x2.uisge";
  uisge::solve(options);
}
PROGRAM

in_building_root() { chroot "$building" /bin/sh -ec "$*"; }
flags='-Wall -Wextra -Wpedantic -Werror'
in_building_root "gcc -std=c99 $flags -o /tmp/probe_c /tmp/probe.c \$(pkg-config --cflags --libs uisge)"
in_building_root "g++ -std=c++20 $flags -o /tmp/probe_cpp /tmp/probe.cpp \$(pkg-config --cflags --libs uisge)"
in_building_root "g++ -std=c++20 $flags -o /tmp/solve /tmp/solve.cpp \$(pkg-config --cflags --libs uisge-solver)"
in_building_root "g++ -std=c++20 $flags -o /tmp/type_sizes /tmp/type_sizes.cpp \$(pkg-config --cflags --libs uisge-solver)"
in_building_root "g++ -static -std=c++20 $flags -o /tmp/probe_static /tmp/probe.cpp \$(pkg-config --static --cflags --libs uisge)"

# The exported names must be those of the list in tests/library. A change that breaks programs needs a new list and a
# new version.
for library in uisge uisge-solver; do
  cmake -DNM="$(command -v nm)" -DLIBRARY="$(echo "$running"/usr/lib/*/lib$library.so.0)" \
    -DLIST="$source/tests/library/${library//-/_}_library_shared.symbols" -P "$source/tests/library/compare_symbols.cmake"
done
in_building_root /tmp/type_sizes >"$scratch/sizes"
cmake -DPROGRAM="$(command -v cat);$scratch/sizes" -DLIST="$source/tests/library/uisge_types.sizes" \
  -P "$source/tests/library/compare_sizes.cmake"

# Builds as a cross compiler would: this system's compiler takes headers and libraries from the root folder $building,
# not from this system.
export PKG_CONFIG_SYSROOT_DIR=$building PKG_CONFIG_LIBDIR=$building/usr/lib/x86_64-linux-gnu/pkgconfig
read -ra found < <(pkg-config --cflags --libs uisge)
[[ ${found[*]} == *"-I$building/usr/include"* ]] || fail "pkg-config does not look into the root: ${found[*]}"
gcc -std=c99 -o "$building/tmp/probe_sysroot" "$source/examples/probe.c" "${found[@]}"
unset PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
cmake -S "$source/examples" -B "$scratch/cmake" -DCMAKE_PREFIX_PATH="$building/usr" >/dev/null
grep -q "^uisge_DIR:.*=$building/" "$scratch/cmake/CMakeCache.txt" || fail "CMake found another uisge"
cmake --build "$scratch/cmake" >"$scratch/cmake.log" || fail "$(cat "$scratch/cmake.log")"
cp "$scratch/cmake/probe_cpp" "$building/tmp/probe_cmake"

cp "$building"/tmp/{probe_c,probe_cpp,solve,probe_static,probe_sysroot,probe_cmake} "$running/tmp/"
chroot "$running" /tmp/solve
for probe in probe_c probe_cpp probe_static probe_sysroot probe_cmake; do
  says "$win_in_one: win in 1
  * a1c1 win in 1" chroot "$running" "/tmp/$probe" /tmp/3x2.uisge "$win_in_one"
done
dpkg-deb -I "$packages"/libuisge0_*.deb shlibs | grep -q '^libuisge 0 libuisge0 ' || fail "no shlibs"
[ -e "$running/etc/ld.so.cache" ] || fail "the trigger of ldconfig was not run"
grep -qF "libuisge0_$version-1_amd64.deb" "$source/docs/library.md" || fail "docs/library.md has another version than $version"
