#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, runs every test. Arguments go to ctest, for example
#   scripts/test.sh -LE slow        all but those that take more than ten seconds
#   scripts/test.sh -R notation     only those whose name matches
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}"
build_preset test
ctest --preset test -j "$tests_at_once" "$@"
