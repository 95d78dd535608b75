#!/usr/bin/env bash
# Fuzzes the readers of the files, texts and requests that are most often foreign:
#   scripts/fuzz.sh [SECONDS per target, 600 unless given] [TARGET...]
# The program build/release/uisge, or the one that UISGE names, makes the first inputs (seeds). The inputs in
# build/fuzz/corpus grow in number from run to run; findings are in build/fuzz/found. When the cause of a finding is
# mended, put the finding into tests/data/fuzz/TARGET: every run tries these files first. With FUZZ_SEED=N every run
# tries the same inputs, as many as its time allows.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

seconds=${1:-600}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "fuzz.sh: $seconds: the first argument is a number of seconds; see --help" >&2; exit 2; }
shift || true
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(basename -s .cpp tests/fuzz/*_fuzz.cpp)
for target in "${targets[@]}"; do
  [ -f "tests/fuzz/$target.cpp" ] || { echo "fuzz.sh: $target: no such target in tests/fuzz" >&2; exit 2; }
done

install_packages "${packages_to_build[@]}" "${packages_to_check[@]}"
build_preset fuzz
uisge=$(program_path)

corpus=build/fuzz/corpus
found=build/fuzz/found
for target in "${targets[@]}"; do mkdir -p "$corpus/$target" "$found"; done

# Each of the seed_ functions writes the first inputs (seeds) of one target.
seed_positions() {
  local number=0 position
  while IFS=';' read -r _ _ position _; do
    printf '%s' "$position" >"$corpus/position_fuzz/perft-$((number += 1))"
  done < <(grep -v '^#' tests/data/perft.txt)
}
seed_databases() {
  local stuck
  for stuck in loses wins draws passes; do
    "$uisge" solve --board 3x3 --pieces 2 --stuck "$stuck" --threads 1 --restart \
      --out "$corpus/database_fuzz/3x3-2-$stuck" >/dev/null
  done
}
seed_checkpoints() {
  rm -f "$corpus"/solve*
  local stuck board pieces kib
  for stuck in loses wins draws passes; do
    while read -r board pieces kib; do
      # If the limit on file sizes suffices, the solve succeeds and leaves no checkpoint.
      if ! (ulimit -f "$kib" && "$uisge" solve --board "$board" --pieces "$pieces" --stuck "$stuck" \
        --threads 1 --restart --out "$corpus/solve" >/dev/null 2>&1); then
        mv "$corpus/solve.plies" "$corpus/checkpoint_fuzz/$board-$pieces-$stuck"
      fi
      rm -f "$corpus/solve"
    done <<<"3x3 2 1
4x3 2 1
4x4 3 16"
  done
}
seed_proofs() {
  local stuck name plies position
  for stuck in loses wins draws passes; do
    while read -r name plies position; do
      "$uisge" search "$position w" --plies "$plies" --stuck "$stuck" --memory 1M --threads 1 \
        --proof "$corpus/proof_fuzz/$name-$stuck" >/dev/null
      "$uisge" verify-proof "$corpus/proof_fuzz/$name-$stuck" --threads 1 \
        --compact "$corpus/proof_fuzz/$name-$stuck-compact" >/dev/null
    done <<<"3x3-2 7 3/bb1/1ww
4x4-3 8 b3/bb2/1ww1/2w1
real 2 7/2bb3/1bbbb2/2wwww1/3ww2/7"
  done
}
[ ! -d "$corpus/proof_fuzz" ] || seed_proofs
[ ! -d "$corpus/checkpoint_fuzz" ] || seed_checkpoints
[ ! -d "$corpus/position_fuzz" ] || seed_positions
[ ! -d "$corpus/database_fuzz" ] || seed_databases

fuzz_target() {
  local target=$1 log=build/fuzz/$1.log corpora=("$corpus/$1")
  [ ! -d "tests/data/fuzz/$target" ] || corpora+=("tests/data/fuzz/$target")
  echo "Fuzzing: $target for $seconds s"
  "build/fuzz/tests/fuzz/$target" -seed="${FUZZ_SEED:-0}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -close_fd_mask=2 \
    -artifact_prefix="$found/$target-" "${corpora[@]}" >"$log" 2>&1 || {
    tail -n 60 "$log" >&2
    echo "A finding: see $found and $PWD/$log" >&2
    return 1
  }
  echo "$target: $(tail -n 1 "$log")"
}

# Runs as many targets at a time as there are processors.
export seconds found corpus
export -f fuzz_target
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I TARGET bash -c 'fuzz_target TARGET'
