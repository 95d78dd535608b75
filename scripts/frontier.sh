#!/usr/bin/env bash
# Makes the table of docs/results.md that shows, for each of the eight rule sets, what `uisge search` proves about the
# real game's start in a given time. A search that was done before with the same time and memory is not repeated.
#   scripts/frontier.sh [SECONDS [MEMORY [FOLDER]]]       default: 600 8G build/frontier
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

seconds=${1:-600} memory=${2:-8G} folder=$(caller_path "${3:-$PWD/build/frontier}")
program=$(program_path)
mkdir -p "$folder"

# field NAME FILE  Prints the number or word that a flat JSON object in FILE has under NAME.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2"; }

echo "| stuck player | diagonal jumps | proved from the start | million positions |"
echo "|---|---|---|---|"
for diagonal in no yes; do
  for stuck in loses wins draws passes; do
    result=$folder/$stuck-$diagonal-$seconds-$memory.json
    if [ ! -s "$result" ]; then
      options=(--stuck "$stuck" --plies 500 --time "$seconds" --memory "$memory")
      [ "$diagonal" = no ] || options+=(--diagonal-jumps)
      "$program" search "${options[@]}" --json >"$result.part"
      mv "$result.part" "$result"
    fi
    value=$(field value "$result")
    if [ "$value" = null ]; then
      proven="no forced win within $(field no_forced_win_within "$result") plies for either side"
      [ "$(field mover_no_win_within "$result")" = "$(field no_forced_win_within "$result")" ] ||
        proven+=", $(field mover_no_win_within "$result") for White"
    else
      proven="$value for White in $(field distance "$result")"
    fi
    printf '| %s | %s | %s | %s |\n' "$stuck" "$diagonal" "$proven" $(($(field nodes "$result") / 1000000))
  done
done
