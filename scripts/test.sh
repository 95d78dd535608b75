#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs every test, or the tests of some rooms.
#   scripts/test.sh [ROOM...] [OPTION OF CTEST...]
# A room is a folder of tests/; only what its tests need is built. For example
#   scripts/test.sh core               the tests of core; the same as -L core
#   scripts/test.sh core -R ring       of these, the ones with `ring` in their names
#   scripts/test.sh -LE slow           all but those that take more than ten seconds
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

# Fuzzing and the tests of packages have builds of their own. A shell that completes a folder's name adds a slash.
is_room() { [[ $1 =~ ^[a-z]+/?$ && ! $1 =~ ^(fuzz|packages)/?$ ]] && [ -f "tests/$1/CMakeLists.txt" ]; }
known_rooms() { for room in tests/*/; do room=$(basename "$room"); ! is_room "$room" || printf ' %s' "$room"; done; }
rooms=()
[ "${1:-}" != -L ] || ! is_room "${2:-}" || shift
while [ $# -gt 0 ] && [[ $1 != -* ]]; do
  is_room "$1" || {
    echo "$1: no such room; there are$(known_rooms)" >&2
    exit 2
  }
  rooms+=("${1%/}")
  shift
done

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}"
build_targets=("${rooms[@]/%/_room}")
build_preset test
if [ ${#rooms[@]} -gt 0 ]; then
  set -- -L "^($(IFS='|' && echo "${rooms[*]}"))(-|\$)" "$@"
fi
ctest --preset test -j "$tests_at_once" --no-tests=error "$@"
