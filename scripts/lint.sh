#!/usr/bin/env bash
# clang-tidy, with the project's .clang-tidy, over the files given; over core, db, solver and the program without any.
# Half a minute of a core for each file of the program (its headers are large), a third of that for the others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}" "${packages_to_check[@]}"
cmake --preset dev >/dev/null
[ $# -gt 0 ] || mapfile -t files < <(git ls-files 'core/*.cpp' 'db/*.cpp' 'solver/*.cpp')
[ $# -eq 0 ] || files=("$@")

report=$(mktemp)
trap 'rm -f "$report"' EXIT
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p build/dev --quiet --warnings-as-errors='*' >"$report" 2>/dev/null ||
  { cat "$report"; exit 1; }
