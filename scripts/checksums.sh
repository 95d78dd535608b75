#!/usr/bin/env bash
# Makes databases and compares their checksums with docs/checksums.txt, or writes that list:
#
#   scripts/checksums.sh [OPTION...] [BOARD/PIECES...]      for example  scripts/checksums.sh 7x6/4
#
#   --write         write the checksums into the list instead of comparing them
#   --kept FOLDER   keep the databases there; otherwise each is removed when its checksum is known
#
# Without BOARD/PIECES: all boards of the list. Each board is solved under all eight rule sets. The list has the form of
# sha256sum's output, so `sha256sum --check --ignore-missing docs/checksums.txt` also checks databases that have the
# names that `uisge solve` gives them. The variable UISGE can name a program other than build/release/uisge.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

list=docs/checksums.txt
write=false
kept=
games=()
while [ $# -gt 0 ]; do
  case $1 in
    --write) write=true; shift ;;
    --kept) kept=$(caller_path "${2:?--kept needs a folder}"); shift 2 ;;
    -*) echo "checksums.sh: unknown option $1" >&2; exit 2 ;;
    *) games+=("$1"); shift ;;
  esac
done
[ -f "$list" ] || : >"$list"
mapfile -t listed < <(sed -n 's|^[0-9a-f]*  \([0-9x]*\)-\([0-9]\)-.*|\1/\2|p' "$list" | uniq)
[ ${#games[@]} -gt 0 ] || games=("${listed[@]}")
for game in "${games[@]}"; do
  $write || [[ " ${listed[*]} " = *" $game "* ]] || {
    echo "checksums.sh: $game is not in $list, which has ${listed[*]}" >&2
    exit 2
  }
done

uisge=$(program_path)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=${kept:-$scratch}
mkdir -p "$folder"

# made_checksum FILE BOARD PIECES STUCK [--diagonal-jumps] Solves the board, unless its file was kept from before,
# checks the file, and prints its checksum.
made_checksum() {
  local file=$folder/$1
  [ -f "$file" ] || "$uisge" solve --board "$2" --pieces "$3" --stuck "$4" "${@:5}" --out "$file" >/dev/null 2>"$scratch/log" || {
    tail -n 1 "$scratch/log" >&2
    return 1
  }
  # Without `|| return` a failed check would count as success, since bash drops `set -e` in $( ).
  "$uisge" check --sha256 "$file" | tail -n 1 | cut -d' ' -f1 || return
  [ -n "$kept" ] || rm -f "$file"
}

compared=0
different=0
for game in "${games[@]}"; do
  board=${game%/*}
  pieces=${game#*/}
  for stuck in loses wins draws passes; do
    for jumps in '' --diagonal-jumps; do
      name=$board-$pieces-$stuck${jumps:+-diagonal}.uisge
      sum=$(made_checksum "$name" "$board" "$pieces" "$stuck" $jumps)
      if $write; then
        { grep -vF "  $name" "$list" || true; echo "$sum  $name"; } >"$scratch/list"
        cp "$scratch/list" "$list"
      elif grep -qxF "$sum  $name" "$list"; then
        compared=$((compared + 1))
      else
        echo "$name: SHA-256 is $sum, which is not in $list" >&2
        different=$((different + 1))
      fi
    done
  done
  echo "$game: done"
done
# Sorts the list by pieces per side, then by the number of squares.
if $write; then
  sed 's/^\([0-9a-f]*\)  \([0-9]*\)x\([0-9]*\)-\([0-9]\)-.*/\4 \2 \3 &/' "$list" |
    awk '{ printf "%d %02d %s\n", $1, $2 * $3, $0 }' | sort -k1,1n -k2,2n -k4,4n -s | sed 's/^\([^ ]* \)\{5\}//' >"$scratch/list"
  cp "$scratch/list" "$list"
  exit 0
fi
echo "$compared databases have the checksums of $list, $different have not"
[ "$different" -eq 0 ]
