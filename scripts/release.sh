#!/usr/bin/env bash
# Checks that the last commit can be released and makes all parts of the release, in this order. It stops at the first
# step that fails.
#   scripts/release.sh [--from STEP]
#
#   version    everything is committed; CMakeLists.txt, CITATION.cff and CHANGELOG.md have the same version, and the
#              change log has the version's date
#   ci         .ci/run, 20 minutes
#   long       scripts/long_checks.sh, an hour
#   proofs     `uisge verify-proof` accepts every file in docs/proofs
#   packages   scripts/package.sh: source archive, Debian packages, static program, wheel
#   site       scripts/site.sh, and its tests in a browser
#   data       scripts/release_data.sh: databases and proofs for downloading, made anew and compared with
#              docs/checksums.txt
#
# --from STEP leaves out the steps before STEP, other than `version`: they must have passed already. The script makes no
# tag: a person does that.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

fail() { echo "release.sh: $1" >&2; exit "${2:-1}"; }

steps=(ci long proofs packages site data)
if [ $# -gt 0 ]; then
  [ "$1" = --from ] || fail "$1: no such option; see --help" 2
  [ $# -eq 2 ] || fail "--from needs one step; see --help" 2
  while [ ${#steps[@]} -gt 0 ] && [ "${steps[0]}" != "$2" ]; do steps=("${steps[@]:1}"); done
  [ ${#steps[@]} -gt 0 ] || fail "$2: no such step; see --help" 2
fi

check_version() {
  local version changes
  version=$(sed -n 's/^project(uisge VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
  changes=$(git status --porcelain) || fail "a release is made of a commit, in a clone"
  [ -z "$changes" ] || fail "the tree has changes that are not committed"
  grep -qx "version: $version" CITATION.cff || fail "CITATION.cff has another version than CMakeLists.txt, $version"
  grep -qE "^## $version, [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
    fail "CHANGELOG.md has no heading '## $version, YYYY-MM-DD'"
  ! grep -E '^## Unreleased|will be version' CHANGELOG.md || fail "CHANGELOG.md still says this of a version to come"
  echo "$version"
}

check_proofs() {
  local proof
  for proof in docs/proofs/*.proof; do build/release/uisge verify-proof "$proof" --stuck all; done
}

step version
check_version
trap '[ $? -eq 0 ] || echo "release.sh: stopped at the step $name; scripts/release.sh --from $name goes on" >&2' EXIT
for name in "${steps[@]}"; do
  step "$name"
  case $name in
    ci) .ci/run ;;
    long) scripts/long_checks.sh ;;
    proofs) build_preset release; check_proofs ;;
    packages) scripts/package.sh ;;
    site) build_preset release; scripts/site.sh; scripts/test_page.sh --site ;;
    data) build_preset release; rm -rf build/data; scripts/release_data.sh ;;
  esac
done
echo "All steps hold. The release is in build/packages, build/site and build/data. A tag is made by hand."
