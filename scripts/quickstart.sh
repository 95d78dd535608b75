#!/usr/bin/env bash
# From a fresh Debian machine to an answer: installs what is missing, builds the program, solves a board, asks it.
# May be run again at any time, from any directory; what is there already is kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}"
build_preset release

uisge=build/release/uisge
"$uisge" --version
"$uisge" --help
