#!/usr/bin/env bash
# Makes the common measurements, one after the other. Run the script on a machine that does nothing else:
#   scripts/bench.sh [--five] [NAME...]
# Writes build/bench/results.md, with a table for each benchmark program and a table for uisge itself. Copy the figures
# that are worth keeping to docs/performance.md. NAME picks some of the measurements: program codec kernel memory
# movegen probe prover search sweep. All measurements take about five minutes. --five adds boards with five pieces a side,
# which take ten minutes and 4 GiB.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

filter='-.*pieces:5/.*'
[ "${1:-}" != --five ] || { filter=.; shift; }
names=("$@")
[ $# -gt 0 ] || names=(memory kernel sweep codec probe movegen search prover program)
for name in "${names[@]}"; do
  [ "$name" = program ] || [ -f "bench/${name}_bench.cpp" ] ||
    { echo "bench.sh: $name: no such measurement; see --help" >&2; exit 2; }
done

install_packages "${packages_to_build[@]}" "${packages_to_test[@]}"
folder=build/bench
cmake --preset release -B "$folder" -DUISGE_BENCH=ON >/dev/null
cmake --build "$folder" -j "$(nproc)" >"$folder/build.log" 2>&1 || { tail -n 40 "$folder/build.log" >&2; exit 1; }
uisge=$folder/uisge
database=$folder/7x6-4-loses.uisge
"$uisge" check "$database" >/dev/null 2>&1 ||
  "$uisge" solve --board 7x6 --pieces 4 --out "$database" --restart >/dev/null
export UISGE_BENCH_DATABASE=$database
page=$folder/results.md

# Turns a benchmark program's CSV into a Markdown table: real time, and the rates that the program counts.
table() {
  awk -F, '
    function scaled(x) { return x == "" ? "" : x >= 1e9 ? sprintf("%.2fe9", x / 1e9) : x >= 1e6 ? sprintf("%.1fe6", x / 1e6) : sprintf("%.4g", x) }
    /^name,/ { for (i = 1; i <= NF; ++i) head[i] = $i; started = 1
               print "| | time | a second | bytes a second | more |\n|---|---|---|---|---|"; next }
    started && NF > 5 { gsub(/"/, ""); more = ""
      for (i = 10; i <= NF; ++i) if ($i != "") { name = head[i]; gsub(/"/, "", name); more = more name " " scaled($i) " " }
      printf "| %s | %.4g %s | %s | %s | %s|\n", $1, $3, $5, scaled($7), scaled($6), more }'
}

# median COMMAND...  Prints the median time of twenty runs in milliseconds.
median() {
  local run begin
  for run in $(seq 20); do
    begin=$(date +%s%N)
    "$@" >/dev/null || return
    echo $((($(date +%s%N) - begin) / 10000))
  done | sort -n | awk '{ time[NR] = $1 } END { printf "%.2f ms\n", (time[10] + time[11]) / 200 }'
}

# seconds COMMAND...  Prints the time of one run in seconds.
seconds() {
  local begin
  begin=$(date +%s%N)
  "$@" >/dev/null || return
  awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%.2f s\n", ns / 1e9 }'
}

program() {
  local start='7/2bb3/2bb3/3ww2/3ww2/7 w'
  printf '| | |\n|---|---|\n'
  row "solve 7x6 with 4, file written" time_of "$uisge" solve --board 7x6 --pieces 4 --out "$folder/again.uisge" --restart
  row "solve 7x6 with 4, no file" time_of "$uisge" solve --board 7x6 --pieces 4 --summary-only
  row "file, bytes" stat -c %s "$database"
  row "query, cold process, median of 20" median "$uisge" query "$database" "$start"
  row "verify" seconds "$uisge" verify "$database"
  row "check" seconds "$uisge" check "$database"
  row "perft 9, 1 thread, leaves played" rate_of "$uisge" perft --depth 9 --threads 1 --play-leaves
  row "perft 10, 1 thread, leaves counted" rate_of "$uisge" perft --depth 10 --threads 1
}
time_of() { "$@" | sed -n 's/^time *//p'; }
rate_of() { "$@" | awk 'END { print $4, $5 " a second" }'; }

# row NAME COMMAND...  Prints a row of the table, with what the command prints. Ends the script if the command fails.
row() {
  local figure
  figure=$("${@:2}")
  echo "| $1 | $figure |"
}

{
  echo "# Measured on $(date -u +%Y-%m-%d), $(git describe --always --dirty 2>/dev/null || echo 'no git')"
  printf '\n%s, %s processors\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)"
} >"$page"
for name in "${names[@]}"; do
  echo "Measuring: $name" >&2
  printf '\n## %s\n\n' "$name" >>"$page"
  if [ "$name" = program ]; then
    program >>"$page"
  else
    "$folder/bench/${name}_bench" --benchmark_filter="$filter" --benchmark_format=csv 2>"$folder/$name.log" | table >>"$page"
  fi
done
cat "$page"
