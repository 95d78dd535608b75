#!/usr/bin/env bash
# Breaks the program on purpose, one line at a time, and tells which breaks no fast test notices.
#   scripts/mutate.sh [WORDS]   the breaks of scripts/mutations.txt whose line contains WORDS, for example db/probe
#   scripts/mutate.sh --check   only whether every break of the list can still be made: seconds
# Works on a copy of the last commit under build/mutations, and writes build/mutations/COMMIT.tsv: a break, what came of
# it and the first test that failed. What is there already is not done again. Some minutes a break, hours for all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

list=scripts/mutations.txt
copy=build/mutations/copy

# each_break FUNCTION  Calls it with file, old and new text of every break.
each_break() {
  local file old new
  while IFS=$'\x1f' read -r file old new; do "$1" "$file" "$old" "$new"; done \
    < <(grep -v -e '^#' -e '^$' "$list" | grep -F -e "$words" | tr '\t' '\037')
}

# Puts the new text into the file in place of the old. Fails unless the old text is there exactly once.
put_in() {
  OLD=$2 NEW=$3 perl -0 -pi -e '$count = () = /\Q$ENV{OLD}\E/g; s/\Q$ENV{OLD}\E/$ENV{NEW}/; END { exit($count == 1 ? 0 : 1) }' "$1"
}

stale=0
check_break() {
  OLD=$2 perl -0 -ne '$count = () = /\Q$ENV{OLD}\E/g; END { exit($count == 1 ? 0 : 1) }' "$1" || {
    echo "$1: not there exactly once: $2"
    stale=$((stale + 1))
  }
}

words=${1:-}
if [ "$words" = --check ]; then
  words=
  each_break check_break
  [ "$stale" -eq 0 ] || { echo "$stale breaks of $list cannot be made any more: bring them up to date" >&2; exit 1; }
  echo "All $(grep -c -v -e '^#' -e '^$' "$list") breaks can be made."
  exit
fi

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}"
! command -v ccache >/dev/null || export CMAKE_CXX_COMPILER_LAUNCHER=ccache
commit=$(git rev-parse HEAD)
report=$PWD/build/mutations/$commit.tsv
mkdir -p build/mutations
touch "$report"
[ -e "$copy/.git" ] || git worktree add --force --detach "$copy" "$commit" >/dev/null
git -C "$copy" checkout --force --quiet "$commit"
build_log=$PWD/build/mutations/build.log
test_log=$PWD/build/mutations/test.log

build() { (cd "$copy" && cmake --preset dev && cmake --build --preset dev -j "$(nproc)") >"$build_log" 2>&1; }
# A break may make a test wait for ever: none takes two minutes otherwise.
run_tests() {
  (cd "$copy" && ctest --preset dev -j "$(nproc)" -LE 'slow|mpi' --timeout 120 --stop-on-failure) >"$test_log" 2>&1
}

echo "Building and testing the commit as it is"
build || { tail -n 20 "$build_log" >&2; exit 1; }
run_tests || { echo "The tests fail without any break, see $test_log" >&2; exit 1; }

try_break() {
  local line=$1$'\t'$2$'\t'$3 outcome
  grep -q -F -x -e "$line" <(cut -f 1-3 "$report") && return
  put_in "$copy/$1" "$2" "$3" || { echo "$1: not there exactly once: $2" >&2; exit 1; }
  if ! build; then
    outcome="does not build"
  elif run_tests; then
    outcome=SURVIVED
  else
    outcome="noticed: $(sed -n 's/^ *[0-9]* - \(.*\) (.*)$/\1/p' "$test_log" | head -n 1)"
  fi
  git -C "$copy" checkout --quiet -- "$1"
  printf '%s\t%s\n' "$line" "$outcome" >>"$report"
  printf '%s: %s  ->  %s\n    %s\n' "$1" "$2" "$3" "$outcome"
}
each_break try_break

survivors=$(grep -c $'\tSURVIVED$' "$report" || true)
printf '\n%s breaks tried at this commit, %s survived; all in %s\n' "$(wc -l <"$report")" "$survivors" "$report"
[ "$survivors" -eq 0 ]
