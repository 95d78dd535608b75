#!/usr/bin/env bash
# Breaks the program on purpose, one line at a time, and lists the breaks that no fast test notices.
#   scripts/mutate.sh [WORDS]   the breaks of scripts/mutations.txt whose line contains WORDS, for example db/probe
#   scripts/mutate.sh --first [WORDS]   only the first of the two rounds
#   scripts/mutate.sh --check   only whether every break of the list can still be made (takes seconds)
# Works on a copy of the last commit under build/mutations, in two rounds. The first round runs, for each break, the
# tests of the room (the folder that has the broken file), until a test fails. The second round runs all fast tests on
# the breaks that the first round did not notice. Writes build/mutations/COMMIT.tsv: a line per break and round, with
# the outcome. A break that COMMIT.tsv lists is not repeated, so the script may be stopped at any time. A break takes
# half a minute to two minutes in the first round, some ten minutes in the second.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

list=scripts/mutations.txt
copy=build/mutations/copy

# each_break FUNCTION  Calls the function with file, old text and new text of every break.
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

only_first=false
if [ "${1:-}" = --first ]; then
  only_first=true
  shift
fi
words=${1:-}
if [ "$words" = --check ]; then
  words=
  each_break check_break
  [ "$stale" -eq 0 ] || { echo "$stale breaks of $list cannot be made any more: bring them up to date" >&2; exit 1; }
  echo "All $(grep -c -v -e '^#' -e '^$' "$list") breaks can be made."
  exit
fi

[ -n "$(each_break echo)" ] || { echo "mutate.sh: no break of $list contains '$words'; see --help" >&2; exit 2; }

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

# Configures a build with -O1, which halves the compile time. Warnings are not errors, since a break (a change of
# scripts/mutations.txt) may leave unused code.
configure() {
  cmake --preset test -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DUISGE_WERROR=OFF -DUISGE_BENCH=OFF
}
build() { (cd "$copy" && configure && cmake --build --preset test -j "$(nproc)" "$@") >"$build_log" 2>&1; }

# programs_of FILE  Prints the names of the programs that test the file's room (the folder that has the file).
programs_of() {
  case $1 in
    core/*) echo core_tests ;;
    db/*) echo db_tests ;;
    solver/search/*) echo search_tests ;;
    solver/placements/*) echo search_tests solver_tests ;;
    solver/reach/*) echo reach_tests ;;
    solver/card/*) echo card_tests ;;
    solver/cluster/*) echo cluster_tests ;;
    solver/extract/*) echo cli_tests ;;
    solver/fetch/*) echo fetch_tests ;;
    bindings/*) echo library_tests ;;
    explorer/* | solver/answers/*) echo explorer_tests ;;
    solver/cli/*) echo cli_part_tests cli_tests ;;
    *) echo solver_tests ;;
  esac
}

# run_room FILE  Runs the test programs of the folder that has the file. Fails if a test fails; `noticed` then names the
# test. The changed file may make a test hang, so every program has a time limit, longer than its fast tests take.
run_room() {
  local program
  for program in $(programs_of "$1"); do
    OMP_WAIT_POLICY=passive RC_PARAMS=max_success=1000 timeout 900 \
      "$(find "$copy/build/test" -type f -name "$program")" --abort >"$test_log" 2>&1 && continue
    noticed="$program: $(grep -m 1 -E ': FAILED:$' "$test_log" | sed "s|.*/\(tests/.*\): FAILED:|\1|")"
    return 1
  done
}
run_all() {
  (cd "$copy" && ctest --preset test -j "$(nproc)" -LE 'slow|mpi' --timeout 900 --stop-on-failure) >"$test_log" 2>&1 &&
    return
  noticed=$(sed -n 's/^ *[0-9]* - \(.*\) (.*)$/\1/p' "$test_log" | head -n 1)
  return 1
}

# try_break ROUND FILE OLD NEW  Breaks the file: puts NEW in place of OLD. Then runs tests: if ROUND is `room`, those of
# the folder that has the file; if ROUND is `all`, all fast tests. Restores the file and reports the outcome.
try_break() {
  local round=$1 line=$2$'\t'$3$'\t'$4 outcome=SURVIVED noticed='' targets=()
  grep -q -F -x -e "$line"$'\t'"$round" <(cut -f 1-4 "$report") && return
  put_in "$copy/$2" "$3" "$4" || { echo "$2: not there exactly once: $3" >&2; exit 1; }
  [ "$round" = all ] || targets=(--target $(programs_of "$2"))
  if ! build "${targets[@]}"; then
    outcome="does not build"
  elif ! "run_$round" "$2"; then
    outcome="noticed: $noticed"
  fi
  git -C "$copy" checkout --quiet -- "$2"
  printf '%s\t%s\t%s\n' "$line" "$round" "$outcome" >>"$report"
  printf '%s: %s  ->  %s\n    %s: %s\n' "$2" "$3" "$4" "$round" "$outcome"
}
try_in_room() { try_break room "$@"; }
try_everywhere() {
  if grep -q -F -x -e "$1"$'\t'"$2"$'\t'"$3"$'\troom\tSURVIVED' "$report"; then try_break all "$@"; fi
}

# without_break ROUND FILE  Runs the same tests as try_break, but changes no file. Ends the script if a test fails:
# otherwise a failure would not show that a test notices a break.
without_break() {
  local noticed=''
  if [ "$1" = all ]; then build && run_all; else build --target $(programs_of "$2") && run_room "$2"; fi || {
    echo "The build or a test fails without any break, see $build_log and $test_log: $noticed" >&2
    exit 1
  }
}
rooms() { each_break echo_file | sed -E 's|(solver/)?([a-z]*)/.*|\1\2|' | sort -u; }
echo_file() { echo "$1"; }

echo "Building and testing the commit as it is"
for room in $(rooms); do without_break room "$room/"; done
each_break try_in_room
if ! "$only_first" && grep -q $'\troom\tSURVIVED$' "$report"; then
  without_break all
  each_break try_everywhere
fi

tried=$(grep -c $'\troom\t' "$report" || true)
unbuilt=$(grep -c $'\tdoes not build$' "$report" || true)
last_round=all
! "$only_first" || last_round=room
survivors=$(grep -c $'\t'"$last_round"$'\tSURVIVED$' "$report" || true)
printf '\n%s breaks tried at this commit, %s survived, %s do not build; all in %s\n' "$tried" "$survivors" "$unbuilt" "$report"
[ "$unbuilt" -eq 0 ] && { "$only_first" || [ "$survivors" -eq 0 ]; }
