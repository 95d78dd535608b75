#!/usr/bin/env bash
# Solves the values of the real game (7x6, six pieces a side) on a machine with a CUDA card, in one command. The script
# builds the program (unless the variable UISGE names one), measures the card, and first solves boards whose counts are
# known. Every result is written at once to a file of its own, and the log has the value of the start as soon as it is
# decided. So a run that is cut off keeps its results. If the disk has room, the state of the current solve (its plane)
# is saved every few minutes and at a stop. The same command, started again, solves what is missing. (The script is
# long because users of a rented machine copy one script, which does all tasks.)
#
#   scripts/gpu.sh [OPTION...] [-- OPTION OF uisge solve...]
#
#   --results FOLDER  the folder for results (gpu-results)
#   --game B/P        another board and number of pieces a side than 7x6/6
#   --rules RULE      solves only this rule set, may be repeated: loses draws wins passes, each also with -diagonal (all
#                     eight)
#   --start-only      solves only for the value of the start. A rule set of the real game takes one or two minutes if the
#                     start is won or lost, and a whole solve if the start is drawn
#   --exact           finds in how many plies the start is won or lost, by `uisge solve --values --exact`, which ends as
#                     soon as that is known, and lists positions with their distances. Solves the rule sets without
#                     diagonal jumps, unless --rules names others. Writes NAME.json and NAME.notes for each, which
#                     takes about three minutes for a rule set of the real game. What a solve finds before it is cut off
#                     is in NAME-open.json. If options of `uisge solve` are given,
#                     the names have eight digits made from them and from the text of the list that --note names
#   --note-plies N    with --exact or --within: lists the positions that can arise within N plies (10). A list of the
#                     real game takes at most 10 MiB for 10 plies, and 35 MiB for 11. If N is not 10, the files' names
#                     have N (NAME-11-plies.notes)
#   --minutes N       stops after N minutes (no limit). Saving the plane takes some more time
#   --within MINUTES  ends half a minute early. Finds results that docs/known.csv and docs/results.csv lack, and for
#                     which there is time by `uisge plan`, in this order:
#                     1. in how many plies the start is won, as with --exact: loses
#                     2. counts by distance and a list, until all is solved or the time is over: draws
#                     3. in how many plies the start is won: passes, wins
#                     4. the distances of the lists of --note
#                     5. all values of each rule set with diagonal jumps
#                     6. as 2.: wins, passes, loses
#                     7. the start's value with diagonal jumps, or how long it stays open
#                     scripts/take_home.py puts the results into the tables
#   --note RULE=FILE  with --within: the distances of the positions in FILE, one per line, as far as they do not exceed
#                     the start's. The result is named after FILE, with eight digits made from its text, so a changed
#                     file is solved again. May be repeated
#   --home FOLDER     with --within: keeps in FOLDER, after each solve, what is to be taken home: at most 8 files of
#                     16 MiB, 64 MiB together
#   --skip-checks     does not measure the card (which --exact and --within never do) or solve the known boards
#   --pack FOLDER     builds only FOLDER, which has the program, the libraries that it needs, this script and the known
#                     counts. FOLDER/gpu.sh then runs on machines that have no compiler and none of these libraries
#
# Examples: scripts/gpu.sh --within 14                              (a card that is lent for a quarter of an hour)
#           scripts/gpu.sh --start-only                             (all eight rule sets in up to 45 minutes)
#           scripts/gpu.sh --minutes 55 --rules loses --rules draws
#           scripts/gpu.sh --exact --minutes 9                      (in how many plies the first player wins)
set -euo pipefail
export LC_ALL=C.UTF-8  # in some locales awk writes and reads a comma in numbers
script=$(realpath "${BASH_SOURCE[0]}")
folder=$(dirname "$script")

# A folder made by --pack has no common.sh, so this script prints its help itself.
usage() { sed -n '2,/^set -e/ { /^#/ s/^# \{0,1\}//p }' "$script"; }
fail() { echo "gpu.sh: $*" >&2; exit 2; }

results=gpu-results
game=7x6/6
rules=()
minutes=
checks=true
task=solve
note_plies=
lists=()
home=
pack=
solve_options=()
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit ;;
    --results) results=${2:?}; shift 2 ;;
    --game) game=${2:?}; shift 2 ;;
    --rules) rules+=("${2:?}"); shift 2 ;;
    --within) minutes=${2:?}; task=find_missing; shift 2 ;;
    --note) lists+=("${2:?}"); shift 2 ;;
    --home) home=${2:?}; shift 2 ;;
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
# Options that would do nothing are refused.
[ "$task" = find_missing ] || [ -z "$home" ] || fail "--home works only with --within"
[ "$task" = find_missing ] || [ ${#lists[@]} -eq 0 ] || fail "--note RULE=FILE works only with --within"
[ "$task" != find_missing ] || [ ${#solve_options[@]} -eq 0 ] || fail "--within takes no options of uisge solve"
[ "$task" = find_missing ] || [ "$task" = find_distance ] || [ -z "$note_plies" ] ||
  fail "--note-plies works only with --exact or --within"
note_plies=${note_plies:-10}
before=
noted_list=/dev/null
for word in "${solve_options[@]}"; do
  if [ "$before" = --note ]; then
    noted_list=$word
  elif [[ $word == --note=* ]]; then
    noted_list=${word#*=}
  elif [[ $word =~ ^--out(=|$) ]]; then
    fail "--out: gpu.sh names the files itself; leave it out"
  elif [[ $word =~ ^--plane(=|$) && $task == find_distance ]]; then
    fail "--plane: gpu.sh --exact keeps no plane; leave it out"
  fi
  before=$word
done
if [ ${#rules[@]} -eq 0 ]; then
  rules=(loses draws wins passes loses-diagonal draws-diagonal wins-diagonal passes-diagonal)
  [ "$task" != find_distance ] || rules=(loses draws passes wins)
fi
for list in "${lists[@]}"; do
  [ -r "${list#*=}" ] && [[ ${list%%=*} =~ ^(loses|draws|wins|passes)$ ]] ||
    fail "--note: expected RULE=FILE, not $list"
done
for rule in "${rules[@]}"; do
  [[ $rule =~ ^(loses|draws|wins|passes)(-diagonal)?$ ]] || fail "no rule set: $rule; see --help"
done
[[ $game =~ ^[2-9]x[2-9]/[1-6]$ ]] || fail "no board and pieces: $game"
[[ $note_plies =~ ^[0-9]+$ ]] || fail "no number of plies: $note_plies"
[[ $minutes =~ ^[0-9]*$ ]] || fail "no number of minutes: $minutes"
minutes=${minutes:+$((10#$minutes))}
# What changes the result of an exact solve is in the names of its files.
[ -r "$noted_list" ] || fail "--note: cannot read $noted_list"
options_in_name=
[ "$note_plies" -eq 10 ] || options_in_name=-$note_plies-plies
[ ${#solve_options[@]} -eq 0 ] ||
  options_in_name+=-$({ printf '%s\n' "${solve_options[@]}"; cat "$noted_list"; } | md5sum | cut -c -8)

# In a folder made by --pack, the program lies beside this script. In a source folder, the script builds the program.
if [ -x "$folder/uisge-program" ]; then
  tables=$folder
  uisge=$folder/uisge
else
  source "$folder/common.sh"
  tables=$(dirname "$folder")/docs
  program=${UISGE:-$(dirname "$folder")/build/release/uisge}
  if [ -z "${UISGE:-}" ]; then
    # An existing program may have been built without kernels.
    install_packages "${packages_to_build[@]}" clang-14
    (cd "$(dirname "$folder")" && build_preset release -DUISGE_GPU=ON)
  fi
  [ -x "$program" ] || fail "UISGE names no program: $program"
  program=$(realpath "$program")
  uisge=$program
fi

# The C library and its loader get a separate folder, since the program uses them only if the machine's own C library is
# too old.
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
# After Ctrl-C, SIGTERM or SIGHUP the solve that runs keeps what it has found, and no further solve begins.
stopped=false
solve_id=  # the process of the solve that runs, until it is told to stop
stop_solve() { [ -z "$solve_id" ] || kill -TERM "$solve_id" 2>/dev/null || true; solve_id=; }
trap 'stopped=true; stop_solve' INT TERM HUP
# limited COMMAND...: runs COMMAND, and sends it SIGTERM at the time `end` or when this script is stopped; a solve then
# keeps what it has found. `setsid` keeps the signals of a terminal from COMMAND: after a second signal a solve would
# keep nothing. The exit code is 124 or 130 if COMMAND was stopped.
limited() {
  [ "$stopped" = false ] || return 130
  local words=("$@") code process left
  if [ "$end" -gt 0 ]; then
    left=$((end - SECONDS))
    [ "$left" -gt 0 ] || { echo "gpu.sh: the time is over" >&2; return 124; }
    words=(timeout --foreground -s TERM "$left" "$@")
  fi
  setsid "${words[@]}" &
  process=$!
  solve_id=$process
  [ "$stopped" = false ] || stop_solve  # a signal may have come before solve_id was set
  while true; do
    code=0
    wait "$process" || code=$?
    kill -0 "$process" 2>/dev/null || break  # a signal to this script ends `wait` early
  done
  solve_id=
  [ "$code" -le 128 ] || [ "$stopped" = false ] || code=130
  return "$code"
}

# number_of NAME FILE: prints the first number that the JSON file has under that name. (The machine may lack jq.)
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

set_game_options() {  # set_game_options BOARD/PIECES RULE: puts the game's options into game_options
  game_options=(--board "${1%/*}" --pieces "${1#*/}" --stuck "${2%-diagonal}")
  [ "$2" = "${2%-diagonal}" ] || game_options+=(--diagonal-jumps)
}

# is_cut_off CODE: whether a solve that ended with CODE was stopped in time. A solve that failed is no witness.
is_cut_off() { [ "$1" -eq 124 ] || [ "$1" -eq 130 ]; }

# run_solve NAME OPTION...: solves. A complete solve has its JSON in NAME.json. A solve for distances that is cut off
# prints what it has found, which goes to NAME-open.json unless an earlier run came further.
run_solve() {
  local code=0 name=$1
  echo "Solving: $1"
  limited "$uisge" solve --values --device gpu "${game_options[@]}" "${@:2}" --json \
    >"$results/$1.part" 2> >(trap '' INT TERM HUP && exec tee -a "$results/$1.log" >&2) || code=$?
  if [ "$code" -ne 0 ]; then
    is_cut_off "$code" && [ -s "$results/$1.part" ] || return "$code"
    name=$1-open
    [ "$(number_of stages "$results/$1.part")" -gt "$(number_of stages "$results/$name.json" 2>/dev/null || echo 0)" ] ||
      return "$code"
  fi
  mv "$results/$1.part" "$results/$name.json"
  tr -d '\n' <"$results/$name.json"
  echo
  return "$code"
}

is_done() {  # is_done NAME: whether the result NAME.json exists; if it does, says so
  [ -s "$results/$1.json" ] && echo "Done: $1"
}

solve() {  # solve BOARD/PIECES RULE [OPTION...]: solves for values, unless the result exists
  local name=${1%/*}-${1#*/}-$2
  ! is_done "$name" || return 0
  set_game_options "$1" "$2"
  local plane=$results/$name.plane checkpoint=()
  ! has_room_for_plane "$plane" "${game_options[@]}" || checkpoint=(--plane "$plane")
  run_solve "$name" --summary-only "${checkpoint[@]}" "${@:3}" || return
  rm -f "$plane"
}

find_start() {  # find_start BOARD/PIECES RULE [OPTION...]: finds the start's value; this is quick, so no plane is saved
  local name=${1%/*}-${1#*/}-$2-start
  ! is_done "$name" || return 0
  set_game_options "$1" "$2"
  run_solve "$name" --start-only "${@:3}"
}

# run_exact NAME LIST OPTION...: solves for distances. The list of noted positions becomes LIST.notes. A solve that is
# cut off leaves a list too, but that list does not replace a LIST.notes that is as large.
run_exact() {
  local code=0 noted=$results/$2.notes.part
  rm -f "$noted"  # a run that was killed may have left it
  run_solve "$1" --exact --out "$noted" "${@:3}" || code=$?
  [ ! -e "$noted" ] ||
    { [ "$code" -ne 0 ] && [ "$(stat -c %s "$results/$2.notes" 2>/dev/null || echo 0)" -ge "$(stat -c %s "$noted")" ]; } ||
    mv "$noted" "$results/$2.notes"
  rm -f "$noted"
  return "$code"
}

find_distance() {  # find_distance BOARD/PIECES RULE [OPTION...]: finds the start's distance and a list of positions
  set_game_options "$1" "$2"
  local name=${1%/*}-${1#*/}-$2$options_in_name
  ! is_done "$name-exact" || return 0
  run_exact "$name-exact" "$name" --start-only --restart --note-plies "$note_plies" "${@:3}"
}

# For the real game, allocating memory, building tables and loading kernels took 22 seconds before the first sweep. A
# solve for distances pins more memory.
start_seconds=35

# has_time NAME LEAST MOST: prints that the task NAME takes LEAST to MOST seconds, and returns whether LEAST seconds are
# left.
has_time() {
  local left=$((end - SECONDS))
  echo "$1: $2 to $3 seconds, $left are left"
  [ "$2" -le "$left" ]
}

plan() {  # plan OPTION...: puts what `uisge plan` says about the game into plan.part; fails if memory is too small
  "$uisge" plan --values --device gpu "${game_options[@]}" "$@" --json >"$results/plan.part"
}

# seconds_of_stages: prints the seconds for one stage in every course of the planned solve, added up.
seconds_of_stages() {
  awk "BEGIN { print $courses * $(grep -o '"stage_seconds":[0-9.e-]*' "$results/plan.part" | cut -d : -f 2) }"
}
# seconds_for PLIES: prints how long the planned solve takes up to that number of plies.
seconds_for() { awk "BEGIN { print int($start_seconds + $(seconds_of_stages) * ($1 / 2 + 1)) }"; }

# set_game BOARD/PIECES RULE: sets `name`, `row` (the beginning of the game's rows in the tables), `courses` (two for
# `wins`, otherwise one) and the game's options.
set_game() {
  local is_diagonal=false
  [ "$2" = "${2%-diagonal}" ] || is_diagonal=true
  name=${1%/*}-${1#*/}-$2
  row=${1%/*},${1#*/},${2%-diagonal},$is_diagonal
  courses=1
  [ "${2%-diagonal}" != wins ] || courses=2
  set_game_options "$1" "$2"
}

# is_start_decided FILE: whether the result FILE exists and has the start's value.
is_start_decided() { [ -s "$1" ] && grep -q '"start":{[^}]*"value":"' "$1"; }

# start_plies: prints the lower and the upper bound on the plies to a win or loss from the planned game's start.
start_plies() {
  local least most
  least=$(number_of at_least "$results/plan.part") || least=
  most=$(number_of within "$results/plan.part") || most=
  echo "${least:-0} ${most:-110}"
}

# write_open PLIES: after a solve that was cut off, records that the start is not won or lost in fewer than PLIES plies.
# Keeps the greater bound of an earlier run.
write_open() {
  local before
  before=$(number_of at_least "$results/$name-open.json" 2>/dev/null) || before=0
  [ "$1" -gt "$before" ] || return 0
  printf '{"board":"%s","pieces":%s,"stuck":"%s","diagonal_jumps":%s,"live":null,"start":{"value":""},' \
    $(tr , ' ' <<<"$row") >"$results/$name-open.json"
  echo "\"at_least\":$1,\"card\":{}}" >>"$results/$name-open.json"
  echo "$name: takes at least $1 plies"
}

# find_missing_distance BOARD/PIECES RULE: find_distance, unless the tables or the result of find_counts have the distance
find_missing_distance() {
  local name row courses least most found
  set_game "$@"
  found=$results/$name$options_in_name-exact
  if is_start_decided "$results/$name$options_in_name-counts.json" ||
    is_start_decided "$results/$name$options_in_name-counts-open.json"; then
    echo "Done: $name, exactly"
    return 0
  fi
  if awk -F, -v row="$row," 'index($0, row) == 1 && (FILENAME ~ /known/ ? $7 $8 != "" && $7 == $8 : $11 != "") { ++n }
                             END { exit n == 0 }' "$tables/known.csv" "$tables/results.csv"; then
    echo "Known: $name, exactly"
    return 0
  fi
  if [ ! -s "$found.json" ]; then
    plan --exact || return
    read -r least most < <(start_plies)
    has_time "$name, exactly" "$(seconds_for "$least")" "$(seconds_for "$most")" || return 0
  fi
  find_distance "$@"
}

find_list() {  # find_list BOARD/PIECES RULE FILE: finds the distances of the positions in FILE
  local name row courses least most list
  set_game "$1" "$2"
  list=$name-$(basename "$3" .txt)-$(md5sum <"$3" | cut -c -8)
  ! is_done "$list" || return 0
  plan --exact || return
  read -r least most < <(start_plies)
  has_time "$list" "$(seconds_for "$least")" "$(seconds_for "$most")" || return 0
  run_exact "$list" "$list" --start-only --restart --note "$3"
}

find_values() {  # find_values BOARD/PIECES RULE: finds the start's value, and counts the won, lost and drawn positions
  local name row courses seconds
  set_game "$@"
  ! grep -q "^$row," "$tables/results.csv" || { echo "Known: $name"; return 0; }
  ! is_done "$name" || return 0
  plan || return
  seconds=$((start_seconds + $(number_of seconds "$results/plan.part")))
  ! has_time "$name" "$seconds" "$seconds" || solve "$@"
}

# find_counts BOARD/PIECES RULE: finds the counts by distance, the start's distance and a list of positions, until all is
# solved or the time is over.
find_counts() {
  local name row courses least seconds counts
  set_game "$@"
  counts=$name$options_in_name-counts
  ! grep -qE "^$row,([0-9]+,){5}" "$tables/results.csv" || { echo "Known: $name"; return 0; }
  ! is_done "$counts" || return 0
  plan --exact || return
  read -r least _ < <(start_plies)
  least=$(seconds_for "$least")
  seconds=$((start_seconds + $(number_of seconds "$results/plan.part")))
  # What an earlier run counted before it was cut off is not counted again.
  [ "$(number_of longest_distance "$results/$counts-open.json" 2>/dev/null || echo 0)" -eq 0 ] || least=$seconds
  has_time "$name, counts" "$least" "$seconds" || return 0
  run_exact "$counts" "$name$options_in_name" --restart --note-plies "$note_plies"
}

find_open_start() {  # find_open_start BOARD/PIECES RULE: find_start, unless the tables have the start's value
  local name row courses sweep code=0
  set_game "$@"
  ! grep -qE "^$row,[^,]*,(win|loss|draw)," "$tables/known.csv" && ! grep -q "^$row," "$tables/results.csv" ||
    { echo "Known: $name, start"; return 0; }
  [ ! -s "$results/$name.json" ] && has_time "$name, start" 60 $((end - SECONDS)) || return 0
  find_start "$@" || code=$?
  if is_cut_off "$code"; then
    # The last complete sweep left the start's value open.
    sweep=$(grep -o 'sweep [0-9]*' "$results/$name-start.log" | tail -n 1 | cut -d ' ' -f 2)
    sweep=$((${sweep:-1} - 1))
    write_open $((2 * sweep - (courses - 1)))
  fi
  return "$code"
}

bring_home() {  # copies the results to the folder of --home
  [ -n "$home" ] || return 0
  mkdir -p "$home"
  # If a log grows meanwhile, tar warns with the exit code 1.
  find "$results" -maxdepth 1 \( -name '*.json' -o -name '*.log' -o -name '*.txt' \) -printf '%f\0' |
    tar -C "$results" -c -z --null -T - -f "$results/home.part" || [ $? -eq 1 ]
  mv "$results/home.part" "$home/results.tar.gz"
  local notes files bytes
  while read -r notes; do
    ! cmp -s "$notes" "$home/$(basename "$notes")" || continue
    rm -f "$home/$(basename "$notes")"
    # The folder may also have files of take_home.py.
    read -r files bytes < <(find "$home" -maxdepth 1 \( -name results.tar.gz -o -name '*.notes' \) -printf '%s\n' |
      awk '{ bytes += $1 } END { printf "%d %.0f\n", NR, bytes }')
    if [ "$(stat -c %s "$notes")" -gt $((16 << 20)) ] || [ "$files" -ge 8 ] ||
      [ $(($(stat -c %s "$notes") + bytes)) -gt $((64 << 20)) ]; then
      echo "gpu.sh: $notes is not copied to --home: at most 8 files of 16 MiB, 64 MiB together" >&2
    else
      cp "$notes" "$home/"
    fi
  done < <(ls -tr "$results"/*.notes 2>/dev/null)
}

status=0
# try TASK BOARD/PIECES RULE ...: does the task if the rule set is wanted and time is left, then brings all results home
try() {
  [[ " ${rules[*]} " = *" $3 "* ]] && [ "$SECONDS" -lt "$end" ] || return 0
  local code=0
  "$@" || code=$?
  bring_home
  [ "$stopped" = false ] || exit 130
  [ "$code" -eq 0 ] || echo "gpu.sh: $3: the task was not completed" >&2
  # A solve that ran out of time is no failure.
  [ "$code" -eq 0 ] || [ $((end - SECONDS)) -le 0 ] || status=1
}

find_missing() {
  local rule list
  try find_missing_distance "$game" loses
  try find_counts "$game" draws
  for rule in draws passes wins; do try find_missing_distance "$game" "$rule"; done
  for list in "${lists[@]}"; do try find_list "$game" "${list%%=*}" "$(realpath "${list#*=}")"; done
  for rule in loses draws passes wins; do try find_values "$game" "$rule-diagonal"; done
  for rule in wins passes loses; do try find_counts "$game" "$rule"; done
  for rule in loses draws passes wins; do try find_open_start "$game" "$rule-diagonal"; done
}

# check_known_distances BOARD/PIECES [OPTION...]: solves with distances and compares with results.csv
check_known_distances() {
  local found=$results/check.part expected
  set_game_options "$1" loses
  limited "$uisge" solve --values --exact --device gpu "${game_options[@]}" "${@:2}" --json >"$found" || {
    [ "$stopped" = false ] || exit 130
    echo "gpu.sh: $1: the check could not be done" >&2
    status=1
    return 0
  }
  found=$(for field in won lost drawn longest_distance; do number_of "$field" "$found"; done | paste -s -d ,)
  expected=$(grep "^${1%/*},${1#*/},loses,false," "$tables/results.csv" | cut -d , -f 6-9)
  [ "$found" = "$expected" ] ||
    { echo "gpu.sh: $1: won, lost, drawn, longest are $found, known are $expected" >&2; exit 5; }
  echo "$1: the known counts and distance"
}

check_known() {  # check_known BOARD/PIECES: compares the counts of a solve with the tables
  local file=$results/${1%/*}-${1#*/}-loses.json expected found
  solve "$1" loses
  expected=$(grep "^${1%/*},${1#*/},loses,false," "$tables/results.csv" | cut -d , -f 6-8)
  found=$(number_of won "$file"),$(number_of lost "$file"),$(number_of drawn "$file")
  [ -n "$expected" ] && [ "$found" = "$expected" ] ||
    { echo "gpu.sh: $1: won, lost, drawn are $found, known are $expected" >&2; exit 5; }
  echo "$1: the known counts"
}

if [ "$checks" = true ] && { [ "$task" = solve ] || [ "$task" = find_start ]; }; then
  code=0
  limited "$uisge" bench >"$results/bench.txt" || code=$?
  ! is_cut_off "$code" || exit "$code"
  grep '^card' "$results/bench.txt" || fail "bench found no card, or the program has no kernels"
  for known in 5x4/4 7x6/4 7x6/5 5x4/6; do check_known "$known"; done
elif [ "$checks" = true ]; then
  for known in 5x4/4 7x6/4 7x6/5; do check_known_distances "$known"; done
  # The plane of 5x4/6 is divided between a card of this size and main memory, as the real game's is.
  check_known_distances 5x4/6 --device-memory 3G
  [ "$task" != find_missing ] || check_known 5x4/6
fi
if [ "$task" = find_missing ]; then find_missing; exit "$status"; fi
for rule in "${rules[@]}"; do "$task" "$game" "$rule" "${solve_options[@]}"; done
exit "$status"
