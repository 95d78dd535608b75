#!/usr/bin/env bash
# Solves boards under all eight rule sets and writes the results to docs/results.md. May be run again at any time:
# boards in docs/results.csv are not solved again.
#
#   scripts/results.sh [OPTION...] [BOARD/PIECES...]      for example  scripts/results.sh --limit 600 7x6/5 5x4/6
#
#   --limit SECONDS   leave out solves that take longer by the estimate of `uisge plan` (20)
#   --stuck RULE      only these rules, may be repeated (loses wins draws passes)
#   --orthogonal      without the diagonal jumps
#   --kept FOLDER     where the JSON of each solve is kept (build/results)
#   --report          solve none of these boards, only write the tables and plots anew
#   --tables          solve and plot nothing, only write the tables of docs/results.md anew
#
# Without BOARD/PIECES the script takes every board up to 7x6 with every number of pieces that memory and --limit allow.
# The variable UISGE can name a program other than build/release/uisge, and UISGE_TABLES a folder other than docs for the
# tables and plots.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

limit=20
rules=()
move_sets=(false true)
kept=build/results
report_only=false
tables_only=false
games=()
while [ $# -gt 0 ]; do
  case $1 in
    --limit) limit=$2; shift 2 ;;
    --stuck) rules+=("$2"); shift 2 ;;
    --orthogonal) move_sets=(false); shift ;;
    --kept) kept=$(caller_path "${2:?--kept needs a folder}"); shift 2 ;;
    --report) report_only=true; shift ;;
    --tables) report_only=true; tables_only=true; shift ;;
    -*) echo "results.sh: unknown option $1" >&2; exit 2 ;;
    *) games+=("$1"); shift ;;
  esac
done
[ ${#rules[@]} -gt 0 ] || rules=(loses wins draws passes)
if [ ${#games[@]} -eq 0 ]; then
  for pieces in 1 2 3 4 5 6; do
    for files in 2 3 4 5 6 7; do
      for ranks in 2 3 4 5 6; do
        [ $((2 * pieces)) -gt $((files * ranks)) ] || games+=("${files}x$ranks/$pieces")
      done
    done
  done
fi

if ! $tables_only; then
  install_packages "${packages_to_report[@]}"
  uisge=$(program_path)
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tables=$(caller_path "${UISGE_TABLES:-$PWD/docs}")
table=$tables/results.csv
page=$tables/results.md
$tables_only || mkdir -p "$kept"
[ -f "$table" ] || echo 'board,pieces,stuck,diagonal,live,won,lost,drawn,longest,start,distance' >"$table"

# solve BOARD PIECES STUCK DIAGONAL  Adds a line to the table, unless the line exists or the solve would take too long.
solve() {
  local key="$1,$2,$3,$4" json="$kept/$1-$2-$3-$4.json" game=(--board "$1" --pieces "$2" --stuck "$3") plan is_wanted code
  ! grep -q "^$key," "$table" || return 0
  [ "$4" = false ] || game+=(--diagonal-jumps)
  if [ ! -s "$json" ]; then
    plan=$("$uisge" plan "${game[@]}" --json)
    is_wanted=$(jq ".placements > 0 and .fits_memory and .seconds <= $limit" <<<"$plan")
    [ "$is_wanted" = true ] || return 0
    "$uisge" solve "${game[@]}" --summary-only --json >"$json.part" 2>"$json.log" || {
      code=$?
      echo "results.sh: ${game[*]}: $(tail -n 1 "$json.log")" >&2
      [ "$code" -ne 4 ] || return 0  # memory or the disk is too small
      return "$code"
    }
    mv "$json.part" "$json"
    rm -f "$json.log"
  fi
  jq -r --arg key "$key" '[$key, .live, .won, .lost, .drawn, (.longest_distance // ""), (.start.value // "none"),
    (.start.distance // "")] | map(tostring) | join(",")' "$json" >>"$table"
  tail -n 1 "$table"
}

# replace NAME  Replaces the part of the page between the marks of that name by standard input.
replace() {
  local begin="<!-- $1: made by scripts/results.sh -->" end="<!-- end of $1 -->"
  [ -f "$page" ] || printf '# Results\n' >"$page"
  grep -qxF "$begin" "$page" || printf '\n%s\n%s\n' "$begin" "$end" >>"$page"
  cat >"$scratch/inner"
  awk -v begin="$begin" -v end="$end" -v inner="$scratch/inner" '
    $0 == begin { print; while ((getline line < inner) > 0) print line; skip = 1 }
    $0 == end { skip = 0 }
    !skip || $0 == end { if ($0 != begin) print }' "$page" >"$scratch/page"
  cp "$scratch/page" "$page"
}

# Prints the table's lines, sorted by the number of pieces, then by the size of the board.
in_order() {
  tail -n +2 "$table" | awk -F, '{ split($1, side, "x"); printf "%d %02d %s %s\n", $2, side[1] * side[2], $1, $0 }' |
    sort -k1,1n -k2,2n -k3,3 -s | cut -d' ' -f4
}

starts() {
  cat <<'EOF'

## Databases

The table has the value of the start array ([rules.md](rules.md)), White to move, on every board up to 7x6 that was solved: under the four stuck rules, and with diagonal jumps. The number counts the plies of the win or loss. Counts of every solve, also of boards without an array, are in [results.csv](results.csv).

| board | pieces | loses | wins | draws | passes | loses, diagonal | wins, diagonal | draws, diagonal | passes, diagonal |
|---|---|---|---|---|---|---|---|---|---|
EOF
  in_order | awk -F, '
    function flush() { if (has) { line = "| " board " | " pieces; for (i = 1; i <= 8; ++i) line = line " | " cell[i]
                                  print line " |" } has = 0; delete cell }
    BEGIN { split("loses wins draws passes", names, " "); for (i in names) column[names[i]] = i }
    { if ($1 != board || $2 != pieces) { flush(); board = $1; pieces = $2 }
      if ($10 == "none") next
      has = 1; cell[column[$3] + ($4 == "true" ? 4 : 0)] = $10 ($11 == "" ? "" : " " $11) }
    END { flush() }'
}

counts() {
  cat <<'EOF'

### Counts

The counts are raw counts of live positions ([what is counted](rules.md#what-is-counted)). Boards have at least four pieces a side, and are at least as wide as high (a board on its side has the same counts).

| board | pieces | a stuck player | live | won | lost | drawn | longest | start |
|---|---|---|---|---|---|---|---|---|
EOF
  in_order | awk -F, '
    function grouped(n,   s) { s = ""; n = n ""; while (length(n) > 3) { s = "," substr(n, length(n) - 2) s
                               n = substr(n, 1, length(n) - 3) } return n s }
    function share(n) { return grouped(n) ($5 > 0 ? sprintf(" (%.1f %%)", 100 * n / $5) : "") }
    { split($1, side, "x"); if ($2 < 4 || side[1] < side[2]) next
      printf "| %s | %s | %s%s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4 == "true" ? ", diagonal jumps" : "",
        grouped($5), share($6), share($7), share($8), $9, $10 == "none" ? "" : $10 ($11 == "" ? "" : " " $11) }'
}

# plot_distances GAME IMAGE TITLE  Plots positions by distance, if the JSON of that solve was kept.
plot_distances() {
  local json=$kept/$1.json side
  [ -s "$json" ] || return 0
  for side in won lost; do
    jq -r ".by_distance[] | select(.$side > 0) | \"\(.distance) \(.$side)\"" "$json" >"$kept/distances-$side"
  done
  gnuplot <<EOF
set terminal svg size 800,400 font 'sans,12' background 'white'
set output '$2'
set logscale y
set xlabel 'plies to the end'
set ylabel 'positions'
set title '$3'
plot '$kept/distances-won' with lines lw 2 lc rgb '#1b7837' title 'won', \
     '$kept/distances-lost' with lines lw 2 lc rgb '#b2182b' title 'lost'
EOF
}

# Plots, for boards with four a side, the percentage of positions whose value changes with the rule for stuck players.
plot_rules() {
  local board rule row code changed="$kept/changed"
  if [ ! -s "$changed" ]; then
    rm -f "$changed.part"
    for board in 4x3 4x4 5x4 5x5 6x5 6x6 7x6; do
      for rule in loses wins draws passes; do
        "$uisge" solve --board $board --pieces 4 --stuck $rule --out "$scratch/$rule.uisge" >/dev/null 2>"$scratch/log" || {
          code=$?
          tail -n 1 "$scratch/log" >&2
          return "$code"
        }
      done
      row=$board
      for rule in wins draws passes; do
        row+=" $("$uisge" diff "$scratch/loses.uisge" "$scratch/$rule.uisge" --json | jq '100 * .changed / .live')" || return
      done
      echo "$row" >>"$changed.part"
      rm -f "$scratch"/*
    done
    mv "$changed.part" "$changed"
  fi
  gnuplot <<EOF
set terminal svg size 800,400 font 'sans,12' background 'white'
set output '$tables/results-rules.svg'
set style data histogram
set style histogram clustered gap 1
set style fill solid 0.9 noborder
set ylabel 'per cent of all positions'
set yrange [0:*]
set key outside right
set title 'Positions whose value changes when a stuck player does not lose, four pieces a side'
plot '$changed' using 2:xtic(1) lc rgb '#1b7837' title 'but wins', '' using 3 lc rgb '#2166ac' title 'but draws', \
     '' using 4 lc rgb '#b35806' title 'but passes'
EOF
}

$report_only || for game in "${games[@]}"; do
  for rule in "${rules[@]}"; do
    for diagonal in "${move_sets[@]}"; do solve "${game%/*}" "${game#*/}" "$rule" "$diagonal"; done
  done
done
{ starts; counts; } | replace databases
! $tables_only || exit 0
plot_distances 7x6-4-loses-false "$tables/results-distances.svg" '7x6 with four pieces a side, a stuck player loses'
plot_distances 5x5-5-loses-false "$tables/results-long-wins.svg" '5x5 with five pieces a side, a stuck player loses'
plot_rules
