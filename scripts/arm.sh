#!/usr/bin/env bash
# Builds for 64-bit ARM on any processor and runs the tests with an emulator (qemu).
#
#   scripts/arm.sh [--clang] [--short | --program] [CTEST OPTION...]
#
#   --clang     builds with clang instead of GCC
#   --short     builds the program and the libraries, and tests only the game, the databases and how they are made
#   --program   builds the program and the libraries, and only compares checksums (see below); takes minutes
#
# At the end the program makes databases of small boards and compares their checksums with docs/checksums.txt. Tests
# that take more than ten seconds, or that cannot work under the emulator, are left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

preset=arm
few=OFF
tests=ON
chosen=(-LE slow)
while [ $# -gt 0 ]; do
  case $1 in
    --clang) preset=arm-clang; shift ;;
    --short) few=ON; shift
      # Leaves out the tests whose names follow: they take two fifths of the time, and the golden files and the
      # checksums below test the same code.
      chosen+=(-E "^(solved files|every value and distance is the oracle|the oracle's counts)") ;;
    --program) tests=OFF; shift ;;
    *) break ;;
  esac
done

if [ "$(uname -m)" = aarch64 ]; then
  echo "This machine is 64-bit ARM, so no emulator is needed: scripts/test.sh"
  [ "$preset" = arm ] || { echo "arm.sh: --clang needs another machine than 64-bit ARM" >&2; exit 2; }
  [ "$tests" = OFF ] || scripts/test.sh "${chosen[@]}" "$@"
  exec scripts/checksums.sh 4x3/2 2x5/3 4x4/4
fi
install_packages "${packages_to_build[@]}" "${packages_for_arm[@]}"
[ "$preset" = arm ] || install_packages "${packages_to_check[@]}"
scripts/arm_sysroot.sh
build_preset "$preset" -DUISGE_TESTS="$tests" -DUISGE_FEW_TESTS="$few"

[ "$tests" = OFF ] || ctest --preset "$preset" -j "$(nproc)" "${chosen[@]}" "$@"

emulated=build/$preset/uisge-emulated
printf '#!/bin/sh\nexec qemu-aarch64 -L "%s" "%s" "$@"\n' "$PWD/build/arm-sysroot" "$PWD/build/$preset/uisge" >"$emulated"
chmod +x "$emulated"
UISGE=$emulated scripts/checksums.sh 4x3/2 2x5/3 4x4/4
