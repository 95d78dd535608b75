#!/usr/bin/env bash
# Who wins Uisge? Solves the real game for its values under one rule set after the other, and keeps some MiB of each:
# counts, the start's value, and a checked extract (docs/extract.md). May be stopped at any time; the same command then
# continues the work, even within a rule set.
#
#   scripts/real_game.sh FOLDER [OPTION...] [-- OPTION OF uisge solve...]
#
#   FOLDER          where planes (the state of a solve) and databases are made; the results to take home are in
#                   FOLDER/home. `uisge plan --values` and docs/scaling.md tell the disk, memory and time
#   --game B/P      another board and number of pieces a side than 7x6/6. --game 4x4/3 --known 4x4/3 rehearses
#                   the work within a minute
#   --known B/P     a game with known counts, which is solved first to test program and machine; may be repeated
#                   (7x6/5 5x4/6)
#   --rules RULE    only this rule set, may be repeated: loses draws wins passes, each also with -diagonal (all eight)
#   --draws N       positions drawn at random for the extract (1000000)
#   --keep          keep the databases; otherwise each is removed when its extract has been checked
#
# The variable UISGE can name the program; otherwise the script builds build/release/uisge.
#
# Example: scripts/real_game.sh /mnt/disk --rules loses --rules draws -- --memory 200G
set -euo pipefail
caller=$PWD
script=$(realpath "${BASH_SOURCE[0]}")
source_folder=$(dirname "$(dirname "$script")")
source "$source_folder/scripts/common.sh"

fail() { echo "real_game.sh: $*" >&2; exit 2; }

game=7x6/6
known=()
rules=()
draws=1000000
keep=false
folder=
solve_options=()
while [ $# -gt 0 ]; do
  case $1 in
    --game) game=${2:?}; shift 2 ;;
    --known) known+=("${2:?}"); shift 2 ;;
    --rules) rules+=("${2:?}"); shift 2 ;;
    --draws) draws=${2:?}; shift 2 ;;
    --keep) keep=true; shift ;;
    --) shift; solve_options=("$@"); break ;;
    -*) fail "unknown option $1; see --help" ;;
    *) [ -z "$folder" ] || fail "one folder too many: $1"; folder=$1; shift ;;
  esac
done
[ -n "$folder" ] || { usage >&2; exit 2; }
[ ${#known[@]} -gt 0 ] || known=(7x6/5 5x4/6)
[ ${#rules[@]} -gt 0 ] ||
  rules=(loses draws wins passes loses-diagonal draws-diagonal wins-diagonal passes-diagonal)
for rule in "${rules[@]}"; do
  [[ $rule =~ ^(loses|draws|wins|passes)(-diagonal)?$ ]] || fail "no rule set: $rule; see --help"
done
for one in "$game" "${known[@]}"; do [[ $one =~ ^[0-9]x[0-9]/[1-6]$ ]] || fail "no board and pieces: $one"; done

install_packages jq xz-utils
uisge=$(cd "$source_folder" && program_path)
home=$folder/home
mkdir -p "$home"

game_options() {  # game_options BOARD/PIECES RULE
  printf '%s\n' --board "${1%/*}" --pieces "${1#*/}" --stuck "${2%-diagonal}"
  [ "$2" = "${2%-diagonal}" ] || echo --diagonal-jumps
}

machine() {
  jq -n --arg program "$("$uisge" --version | head -n 1)" --arg kernel "$(uname -sr)" --arg processors "$(nproc)" \
    --arg model "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    --arg memory "$(awk '/^MemTotal/ { printf "%.0f\n", $2 * 1024 }' /proc/meminfo)" \
    '{$program, $kernel, processors: ($processors | tonumber), $model, memory: ($memory | tonumber)}'
}

# The options for known games: all but --plane, since a plane file belongs to one game.
known_options=()
for ((at = 0; at < ${#solve_options[@]}; ++at)); do
  case ${solve_options[at]} in
    --plane) ((++at)) ;;
    --plane=*) ;;
    *) known_options+=("${solve_options[at]}") ;;
  esac
done

# Compares the counts of a game with those of docs/results.csv, which come from other machines and from solves with
# distances.
check_known() {
  local result=$home/known-${1/\//-}.json options expected found
  [ ! -s "$result" ] || return 0
  mapfile -t options < <(game_options "$1" loses)
  expected=$(grep "^${1%/*},${1#*/},loses,false," "$source_folder/docs/results.csv" | cut -d , -f 6-8) ||
    fail "$1 is not in docs/results.csv"
  echo "Known: $1"
  "$uisge" solve --values "${options[@]}" --summary-only "${known_options[@]}" --json >"$result.part"
  found=$(jq -r '[.won, .lost, .drawn] | map(tostring) | join(",")' "$result.part")
  [ "$found" = "$expected" ] || { echo "$1: counts are $found, known are $expected" >&2; exit 5; }
  mv "$result.part" "$result"
}

run() {  # run RULE
  local name=${game%/*}-${game#*/}-$1 options database solved
  [ ! -s "$home/$name.json" ] || { echo "Done: $name"; return 0; }
  mapfile -t options < <(game_options "$game" "$1")
  database=$folder/$name-values.uisge
  solved=$folder/$name.solved.json
  # The report of a solve is kept: a second solve would only report that the database exists.
  if [ ! -s "$solved" ] || [ ! -e "$database" ]; then
    echo "Solving: $name"
    "$uisge" solve --values "${options[@]}" --out "$database" "${solve_options[@]}" --json >"$solved.part"
    mv "$solved.part" "$solved"
  fi
  "$uisge" extract "$database" --draws "$draws" --out "$folder/$name.extract" --json >/dev/null
  "$uisge" extract --check "$folder/$name.extract" --json >"$folder/$name.checked.json"
  "$uisge" verify "$database" --sample 100000 --json >"$folder/$name.verified.json"
  xz -9 --force --keep "$folder/$name.extract"
  mv "$folder/$name.extract.xz" "$home/"
  jq -s --argjson machine "$(machine)" \
    '{solved: .[0], checked: .[1], verified: .[2], machine: $machine}' \
    "$solved" "$folder/$name.checked.json" "$folder/$name.verified.json" >"$home/$name.json.part"
  mv "$home/$name.json.part" "$home/$name.json"
  rm "$folder/$name".{extract,solved.json,checked.json,verified.json}
  [ "$keep" = true ] || rm "$database"
  jq -r '"\(.solved.board) with \(.solved.pieces) a side, \(.solved.stuck): the start is a " +
         (.checked.start_value // "?") + "; \(.solved.won) won, \(.solved.lost) lost, \(.solved.drawn) drawn"' \
    "$home/$name.json"
}

for one in "${known[@]}"; do check_known "$one"; done
for rule in "${rules[@]}"; do run "$rule"; done
du -ch "$home" | tail -n 1
