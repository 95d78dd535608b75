#!/usr/bin/env bash
# clang-tidy, with the project's .clang-tidy, over the files given; over core, db, solver and the program without any.
#
# First, scripts/rooms.sh says whether every file is in its place, scripts/check_pages.py whether pages and comments keep
# their rules, and every break of scripts/mutations.txt must still fit the code.
#
# Everything is read as one file a room (CMake's unity build): the headers of the program take longer than the program,
# and are then read once. So names in the anonymous namespaces of a room have to differ; one that is there twice is
# reported as redefined. Two minutes of a core. Before that, without any files given, every header of the project is read
# in one translation unit: a name with two meanings is otherwise seen only where somebody happens to include both. Those
# of tests/library and the Python package know the library's public names alone, which are the engine's as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}" "${packages_to_check[@]}"
scripts/rooms.sh
scripts/check_pages.py
scripts/mutate.sh --check
[ $# -gt 0 ] || git ls-files '*.h' ':!tests/library' ':!bindings/python' | sed 's/.*/#include "&"/' |
  mpicxx -std=c++20 -I. -Iinclude -Ibindings/c -DUISGE_BUILDING_LIBRARY -march=x86-64-v2 -w -fsyntax-only -x c++ -
unity=$([ $# -eq 0 ] && echo ON || echo OFF)
build=build/lint/unity-$unity
cmake --preset dev -B "$build" -DUISGE_TESTS=OFF -DUISGE_BENCH=OFF -DUISGE_GPU=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DCMAKE_UNITY_BUILD="$unity" -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 >/dev/null
cmake --build "$build" --target build_commit explorer_page >/dev/null  # files that are made
files=("$@")
# The largest first, so that no core is left with it at the end.
[ $# -gt 0 ] || mapfile -t files < <(sed -n 's/^ *"file": "\(.*\)",\?$/\1/p' "$build/compile_commands.json" | tac)

report=$(mktemp)
trap 'rm -f "$report"' EXIT
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p "$build" --quiet --checks=-bugprone-suspicious-include --warnings-as-errors='*' >"$report" 2>/dev/null ||
  { cat "$report"; exit 1; }
