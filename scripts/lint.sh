#!/usr/bin/env bash
# Runs clang-tidy, with the project's .clang-tidy, on the given files, or on core, db, solver, bindings and explorer.
#
# First, scripts/rooms.sh checks which folders of the source depend on each other, and scripts/check_pages.py checks the
# words and links of pages and comments. docs/json.md must be what scripts/json_page.py makes, and the lines that
# scripts/mutations.txt quotes must be in the code.
#
# Each room (a folder of code) is read as one file, by CMake's unity build, so that headers, which take most of the
# time, are read once. Therefore names in the anonymous namespaces of a room must differ. Takes two minutes on one core.
# Without given files, lint first compiles all headers of the project together, which finds names that are defined
# twice. Headers of tests/library and the Python package are left out: they use the library's public names, which the
# engine has as well.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}" "${packages_to_check[@]}"
scripts/rooms.sh
scripts/check_pages.py
scripts/json_page.py --check
scripts/mutate.sh --check
[ $# -gt 0 ] || git ls-files '*.h' ':!tests/library' ':!bindings/python' | sed 's/.*/#include "&"/' |
  mpicxx -std=c++20 -I. -Iinclude -Ibindings/c -DUISGE_BUILDING_LIBRARY -march=x86-64-v2 -w -fsyntax-only -x c++ -
# Only scripts/fuzz.sh builds the fuzzers. Lint only checks their sources' syntax, which takes a tenth of the time of a
# build.
if [ $# -eq 0 ]; then
  cmake --preset fuzz -B build/lint/fuzz -DCMAKE_UNITY_BUILD=OFF >/dev/null
  sed -n 's/^ *"command": "\(.*\) -o [^ ]*\( -c .*tests\/fuzz\/.*\)",$/\1 -fsyntax-only\2/p' build/lint/fuzz/compile_commands.json |
    sed 's/\\\(["\\]\)/\1/g' | tr '\n' '\0' | xargs -0 -n 1 -P "$(nproc)" bash -c
fi
unity=$([ $# -eq 0 ] && echo ON || echo OFF)
build=build/lint/unity-$unity
cmake --preset dev -B "$build" -DUISGE_TESTS=OFF -DUISGE_BENCH=OFF -DUISGE_GPU=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  -DCMAKE_UNITY_BUILD="$unity" -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 >/dev/null
cmake --build "$build" --target build_commit explorer_page known_facts shipped_book >/dev/null  # sources that the build makes
files=()
for file in "$@"; do files+=("$(caller_path "$file")"); done
# The build's last files are mostly its largest. Here they come first, so that no core works alone at the end.
[ $# -gt 0 ] || mapfile -t files < <(sed -n 's/^ *"file": "\(.*\)",\?$/\1/p' "$build/compile_commands.json" | tac)

report=$(mktemp)
trap 'rm -f "$report"' EXIT
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p "$build" --quiet --checks=-bugprone-suspicious-include --warnings-as-errors='*' >"$report" 2>/dev/null ||
  { cat "$report"; exit 1; }
