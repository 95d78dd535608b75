#!/usr/bin/env bash
# Solves the real game's values on a machine with a CUDA card, in one command. The script builds what is missing,
# measures the card, and first solves boards whose counts are known. Every result is written to a file of its own at
# once, and the log has the value of the start as soon as it is decided. So a run that is cut off keeps its results. If
# the disk has room, the plane of the current rule set is saved beside its result every few minutes and at a stop. The
# same command, started again, solves what is missing.
#
#   scripts/gpu.sh [OPTION...] [-- OPTION OF uisge solve...]
#
#   --results FOLDER  the folder for results (gpu-results)
#   --game B/P        another game than 7x6/6
#   --rules RULE      solves only this rule set, may be repeated: loses draws wins passes, each also with -diagonal (all
#                     eight)
#   --start-only      solves only for the value of the start. A rule set of the real game takes one or two minutes if the
#                     start is won or lost, and a whole solve if the start is drawn
#   --exact           in how many plies the start is won or lost: `uisge solve --values --exact`, ended with the stage that
#                     decides it, and a list of positions with their distances. It takes the rule sets without diagonal
#                     jumps, unless --rules names others, writes NAME.json and NAME.notes for each, and needs about
#                     three minutes for each rule set of the real game
#   --note-plies N    with --exact: lists the positions that can arise within N plies (11: under 16 MiB for the real game)
#   --minutes N       stops after N minutes (no limit). Saving the plane then takes some time more
#   --within MINUTES  solves what docs/results.csv does not have, rule sets with diagonal jumps first. A rule set is solved
#                     completely if `uisge plan` says that there is time; otherwise it is solved for the start alone,
#                     unless the start's value is known. All results are written half a minute before the end.
#                     scripts/take_home.py puts them into the tables
#   --skip-checks     leaves out the card's speed and the known boards
#   --pack FOLDER     builds only FOLDER, which has the program, the libraries that it needs, this script and the known
#                     counts. FOLDER/gpu.sh then runs on machines that have no compiler and none of these libraries
#
# Examples: scripts/gpu.sh --within 14                              (a card that is lent for a quarter of an hour)
#           scripts/gpu.sh --start-only                             (all eight values in a quarter of an hour)
#           scripts/gpu.sh --minutes 55 --rules loses --rules draws
#           scripts/gpu.sh --exact --minutes 9                      (in how many plies the first move wins)
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
folder=$(dirname "$script")

usage() { sed -n '2,/^set -e/ { /^#/ s/^# \{0,1\}//p }' "$script"; }
fail() { echo "gpu.sh: $*" >&2; exit 2; }

results=gpu-results
game=7x6/6
rules=()
minutes=
checks=true
task=solve
note_plies=11
pack=
solve_options=()
while [ $# -gt 0 ]; do
  case $1 in
    --help) usage; exit ;;
    --results) results=${2:?}; shift 2 ;;
    --game) game=${2:?}; shift 2 ;;
    --rules) rules+=("${2:?}"); shift 2 ;;
    --within) minutes=${2:?}; task=find_missing; shift 2 ;;
    --minutes) minutes=${2:?}; shift 2 ;;
    --skip-checks) checks=false; shift ;;
    --start-only) task=find_start; shift ;;
    --exact) task=find_distance; shift ;;
    --note-plies) note_plies=${2:?}; shift 2 ;;
    --pack) pack=${2:?}; shift 2 ;;
    --) shift; solve_options=("$@"); break ;;
    *) fail "unknown option $1; see --help" ;;
  esac
done
if [ ${#rules[@]} -eq 0 ]; then
  rules=(loses draws wins passes loses-diagonal draws-diagonal wins-diagonal passes-diagonal)
  # Games whose start's value is open come before games that lack only their counts.
  [ "$task" != find_missing ] ||
    rules=(loses-diagonal draws-diagonal passes-diagonal wins-diagonal draws passes wins loses)
  [ "$task" != find_distance ] || rules=(draws loses passes wins)  # a win under draws bounds all four
fi
for rule in "${rules[@]}"; do
  [[ $rule =~ ^(loses|draws|wins|passes)(-diagonal)?$ ]] || fail "no rule set: $rule; see --help"
done
[[ $game =~ ^[2-9]x[2-9]/[1-6]$ ]] || fail "no board and pieces: $game"
[[ $note_plies =~ ^[0-9]+$ ]] || fail "no number of plies: $note_plies"
[[ $minutes =~ ^[0-9]*$ ]] || fail "no number of minutes: $minutes"

# In a packed folder the program lies beside this script. In the sources, this script builds the program if needed.
if [ -x "$folder/uisge-program" ]; then
  tables=$folder
  uisge=$folder/uisge
else
  source "$folder/common.sh"
  tables=$(dirname "$folder")/docs
  program=${UISGE:-$(dirname "$folder")/build/release/uisge}
  if [ ! -x "$program" ]; then
    install_packages "${packages_to_build[@]}" clang-14
    (cd "$(dirname "$folder")" && build_preset release -DUISGE_GPU=ON)
  fi
  program=$(realpath "$program")
  uisge=$program
fi

# The C library and its loader are in a separate folder. The two are used together, and only if the machine's own C
# library is too old.
make_pack() {
  [ -n "${program:-}" ] || fail "this folder is packed already"
  mkdir -p "$pack/lib" "$pack/libc"
  cp "$program" "$pack/uisge-program"
  cp "$script" "$pack/gpu.sh"
  cp "$tables/results.csv" "$tables/known.csv" "$pack/"
  local library
  while read -r library; do
    case $(basename "$library") in
      ld-linux* | libc.so* | libm.so* | libpthread.so* | libdl.so* | librt.so*) cp -L "$library" "$pack/libc/" ;;
      *) cp -L "$library" "$pack/lib/" ;;
    esac
  done < <(ldd "$program" | grep -o '/[^ ]*')
  cat >"$pack/uisge" <<'END'
#!/usr/bin/env bash
# Starts the program with the libraries beside it.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
export LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
if "$here/uisge-program" --version >/dev/null 2>&1; then exec "$here/uisge-program" "$@"; fi
exec "$here/libc/"ld-linux* --library-path "$here/libc:$LD_LIBRARY_PATH" "$here/uisge-program" "$@"
END
  chmod +x "$pack/uisge" "$pack/gpu.sh"
  "$pack/uisge" --version
  du -sh "$pack"
}
if [ -n "$pack" ]; then make_pack; exit; fi

mkdir -p "$results"
end=$((minutes ? SECONDS + 60 * minutes : 0))
[ "$task" != find_missing ] || end=$((end - 30))
limited() {  # limited COMMAND...: runs it for the time that is left, and ends it so that it keeps its plane
  if [ "$end" -eq 0 ]; then "$@"; return; fi
  local left=$((end - SECONDS))
  [ "$left" -gt 0 ] || { echo "gpu.sh: the time is over" >&2; return 124; }
  timeout -s TERM "$left" "$@"
}

# number_of NAME FILE: prints the first number that the JSON file has under that name. The machine may lack a JSON tool.
number_of() { grep -o "\"$1\":[0-9]*" "$2" | head -n 1 | cut -d : -f 2; }

has_room_for_plane() {  # has_room_for_plane PLANE OPTION...: whether the plane file exists, or the disk has room for it
  [ ! -e "$1" ] || return 0
  "$uisge" plan --values "${@:2}" --json >"$results/plan.part" || return 1
  local need free
  need=$(number_of plane_file_bytes "$results/plan.part")
  free=$(df --output=avail -B 1 "$results" | tail -n 1)
  rm "$results/plan.part"
  [ "$free" -gt "$need" ] || { echo "gpu.sh: no room for a plane of $need bytes in $results, so none is kept" >&2; return 1; }
}

set_game_options() {  # set_game_options BOARD/PIECES RULE: puts them into game_options
  game_options=(--board "${1%/*}" --pieces "${1#*/}" --stuck "${2%-diagonal}")
  [ "$2" = "${2%-diagonal}" ] || game_options+=(--diagonal-jumps)
}

run_solve() {  # run_solve NAME OPTION...: solves, and puts the JSON into a file of that name once it is complete
  echo "Solving: $1"
  limited "$uisge" solve --values --device gpu "${game_options[@]}" "${@:2}" --json \
    >"$results/$1.part" 2> >(tee -a "$results/$1.log" >&2)
  mv "$results/$1.part" "$results/$1.json"
}

show_result() {  # show_result NAME
  tr -d '\n' <"$results/$1.json"
  echo
}

solve() {  # solve BOARD/PIECES RULE [OPTION...]
  local name=${1%/*}-${1#*/}-$2
  [ ! -s "$results/$name.json" ] || { echo "Done: $name"; return 0; }
  set_game_options "$1" "$2"
  local plane=$results/$name.plane checkpoint=()
  ! has_room_for_plane "$plane" "${game_options[@]}" || checkpoint=(--plane "$plane")
  run_solve "$name" --summary-only "${checkpoint[@]}" "${@:3}"
  rm -f "$plane"
  show_result "$name"
}

find_start() {  # find_start BOARD/PIECES RULE [OPTION...]: finds the start's value, which is so quick that no plane is kept
  local name=${1%/*}-${1#*/}-$2-start
  [ ! -s "$results/$name.json" ] || { echo "Done: $name"; return 0; }
  set_game_options "$1" "$2"
  run_solve "$name" --start-only "${@:3}"
  show_result "$name"
}

find_distance() {  # find_distance BOARD/PIECES RULE [OPTION...]: finds the start's distance and a list of positions
  local name=${1%/*}-${1#*/}-$2-exact
  [ ! -s "$results/$name.json" ] || { echo "Done: $name"; return 0; }
  set_game_options "$1" "$2"
  (cd "$results" && results=. && run_solve "$name" --exact --start-only --note-plies "$note_plies" "${@:3}")
  rm -f "$results/$name.log"
  show_result "$name"
}

find_missing() {  # find_missing BOARD/PIECES RULE [OPTION...]
  local is_diagonal=false
  [ "$2" = "${2%-diagonal}" ] || is_diagonal=true
  local row=${1%/*},${1#*/},${2%-diagonal},$is_diagonal name=${1%/*}-${1#*/}-$2 left=$((end - SECONDS)) seconds sweep
  ! grep -q "^$row," "$tables/results.csv" || { echo "Known: $name"; return 0; }
  set_game_options "$1" "$2"
  "$uisge" plan --values --device gpu "${game_options[@]}" --json >"$results/plan.part"
  seconds=$((25 + $(number_of seconds "$results/plan.part")))  # memory, tables and kernels of the real game take 22
  rm "$results/plan.part"
  if [ "$seconds" -le "$left" ]; then
    echo "$name: about $seconds of the $left seconds that are left"
    solve "$@" || echo "$name: not to its end"
  elif [ "$left" -gt 60 ] && ! grep -qE "^$row,[^,]*,(win|loss|draw)," "$tables/known.csv"; then
    echo "$name: takes about $seconds seconds, $left are left: its start alone"
    find_start "$@" && return 0
    # After the last complete sweep, the start's value was still open.
    sweep=$(grep -o 'sweep [0-9]*' "$results/$name-start.log" | tail -n 1 | cut -d ' ' -f 2)
    [ -z "$sweep" ] || printf '%s' "{\"board\":\"${1%/*}\",\"pieces\":${1#*/},\"stuck\":\"${2%-diagonal}\"," \
      "\"diagonal_jumps\":$is_diagonal,\"live\":null,\"start\":{\"value\":\"\"},\"sweeps\":$((sweep - 1)),\"card\":{}}" \
      >"$results/$name-open.json"
    echo "$name: open"
  else
    echo "$name: takes about $seconds seconds, $left are left"
  fi
}

check_known_distances() {  # check_known_distances BOARD/PIECES: solves it for distances, and compares counts and the longest
  local found expected
  set_game_options "$1" loses
  found=$(limited "$uisge" solve --values --exact --device gpu "${game_options[@]}" --json)
  found=$(for field in won lost drawn longest_distance; do number_of "$field" /dev/stdin <<<"$found"; done | paste -s -d ,)
  expected=$(grep "^${1%/*},${1#*/},loses,false," "$tables/results.csv" | cut -d , -f 6-9)
  [ "$found" = "$expected" ] ||
    { echo "gpu.sh: $1: won, lost, drawn, longest are $found, known are $expected" >&2; exit 5; }
  echo "$1: the known counts and distance"
}

check_known() {  # check_known BOARD/PIECES
  local file=$results/${1%/*}-${1#*/}-loses.json expected found
  solve "$1" loses
  expected=$(grep "^${1%/*},${1#*/},loses,false," "$tables/results.csv" | cut -d , -f 6-8)
  found=$(number_of won "$file"),$(number_of lost "$file"),$(number_of drawn "$file")
  [ -n "$expected" ] && [ "$found" = "$expected" ] ||
    { echo "gpu.sh: $1: won, lost, drawn are $found, known are $expected" >&2; exit 5; }
  echo "$1: the known counts"
}

if [ "$checks" = true ] && [ "$task" = find_distance ]; then
  for known in 5x4/4 7x6/4 7x6/5; do check_known_distances "$known"; done
elif [ "$checks" = true ]; then
  "$uisge" bench | tee "$results/bench.txt" | grep '^card' || fail "bench found no card, or the program has no kernels"
  for known in 5x4/4 7x6/4 7x6/5 5x4/6; do check_known "$known"; done
fi
for rule in "${rules[@]}"; do "$task" "$game" "$rule" "${solve_options[@]}"; done
