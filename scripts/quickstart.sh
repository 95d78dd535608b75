#!/usr/bin/env bash
# From a fresh Debian machine to an answer: installs what is missing, builds the program, solves a board, asks about it.
# May be run again at any time, from any directory; existing files are kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}"
build_targets=(uisge)  # `cmake --build --preset release` also builds the libraries and the manual
build_preset release

uisge=build/release/uisge
database=build/7x6-4-loses.uisge
show_and_run() {
  local word
  printf '\n$'
  for word in "$@"; do
    case $word in *' '*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '\n'
  "$@"
}

if ! "$uisge" check "$database" >/dev/null 2>&1; then
  show_and_run "$uisge" solve --board 7x6 --pieces 4 --stuck loses --out "$database"
fi
show_and_run "$uisge" query "$database" '7/2bb3/2bb3/3ww2/3ww2/7 w'

cat <<EOF

That was the start of the game with four pieces a side, solved: 466,704,000 positions in $database.
Next: $uisge --help, or README.md for more to try. The tests are scripts/test.sh.
EOF
