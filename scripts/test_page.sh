#!/usr/bin/env bash
# Tests explorer/page in a real browser. The script solves small boards, serves them with the program, and makes
# Debian's Chromium take every action of the page, as a desktop, a tablet and a phone, light and dark. ctest
# does not run this script, since it needs npm and its registry.
#   scripts/test_page.sh [--site] [FILE.test.mjs...]
#   scripts/test_page.sh --pictures | --measure
# With --site the script tests the site (scripts/site.sh), which needs no server, and compares the site's answers with
# those of the program on the same boards.
# With --pictures it tests nothing, but makes the pictures of the page in docs/. With --measure it prints times, for
# which the machine should be idle. Tests do not check times, since times depend on the machine. The variable UISGE can
# name another program than build/release/uisge.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

with_site=
with_pictures=
with_times=
case ${1:-} in
  --site) with_site=yes; shift ;;
  --pictures) with_pictures=yes; shift ;;
  --measure) with_times=yes; shift ;;
esac
needed=()
command -v chromium >/dev/null || needed+=(chromium)
command -v node >/dev/null || needed+=(nodejs)
command -v npm >/dev/null || needed+=(npm)
[ ${#needed[@]} -eq 0 ] || install_packages "${needed[@]}"

UISGE=$(program_path)
export UISGE UISGE_SOURCE=$PWD

folder=build/page_tests
mkdir -p "$folder/boards"
cp tests/page/package.json tests/page/*.mjs "$folder/"
(cd "$folder" && npm install --silent --no-audit --no-fund --ignore-scripts --no-package-lock)

solve() {  # solve FILE OPTION...
  local file=$folder/boards/$1
  shift
  "$UISGE" check "$file" >/dev/null 2>&1 || "$UISGE" solve --out "$file" "$@" >/dev/null
}
for stuck in loses wins draws passes; do solve "4x4-3-$stuck.uisge" --board 4x4 --pieces 3 --stuck "$stuck"; done
solve 4x4-3-loses-diagonal.uisge --board 4x4 --pieces 3 --diagonal-jumps
solve 4x3-2-loses.uisge --board 4x3 --pieces 2
export UISGE_FILE=$PWD/$folder/boards/4x4-3-loses.uisge

rm -f "$folder"/*.log  # left by the last run
servers=()
trap 'kill "${servers[@]}"' EXIT
serve() {  # serve LOG ARGUMENT...  Starts a server; `address` becomes its address
  local log=$folder/$1
  shift
  "$UISGE" serve --listen 127.0.0.1:0 "$@" >"$log" 2>&1 &
  servers+=("$!")
  for _ in $(seq 100); do
    address=$(grep -s -o 'http://127.0.0.1:[0-9]*/' "$log" | head -n 1) && return
    kill -0 "${servers[-1]}" 2>/dev/null || { cat "$log" >&2; exit 1; }
    sleep 0.1
  done
}

if [ -n "$with_pictures" ]; then
  docs=$PWD/docs
  picture() { (cd "$folder" && node pictures.mjs "$address" "$docs/$1" "${@:2}"); }
  mkdir -p "$folder/pictures" "$folder/empty"
  solve ../pictures/7x6-4-loses.uisge --board 7x6 --pieces 4
  serve serve.log "$folder/pictures/7x6-4-loses.uisge"
  picture explorer.png 1120 760
  cd "$folder/empty"  # a folder without databases
  folder=..
  serve empty.log
  picture first-view.png 1280 800 --first
  exit
fi

if [ -n "$with_times" ]; then
  mkdir -p "$folder/pictures"
  solve ../pictures/7x6-4-loses.uisge --board 7x6 --pieces 4
  serve serve.log "$folder/pictures/7x6-4-loses.uisge"
  scripts/site.sh --out "$folder/large_site" >/dev/null
  cd "$folder"
  node measure.mjs "$address" large_site
  exit
fi

# The site cannot search. So a server whose answers are compared with the site's does not search either. A search of
# eight plies takes almost no time.
serve serve.log --search "$([ -n "$with_site" ] && echo 0 || echo 8)" "$folder"/boards/*.uisge
UISGE_URL=$address
export UISGE_URL
tests=("${@##*/}")
all_tests=(playing exploring editing teaching variations puzzles documents looks layout)
all_tests=("${all_tests[@]/%/.test.mjs}")
if [ -n "$with_site" ]; then
  scripts/site.sh --out "$folder/site" "$folder"/boards/*.uisge
  scripts/site.sh --out "$folder/large_site"
  scripts/site.sh --out "$folder/real_site" "$folder/boards/4x3-2-loses.uisge" docs/proofs/7x6-6-draws.proof
  export UISGE_SITE=$PWD/$folder/site UISGE_LARGE_SITE=$PWD/$folder/large_site UISGE_REAL_SITE=$PWD/$folder/real_site
  node "$folder/static_server.mjs" "$UISGE_SITE" >"$folder/site.log" &
  servers+=("$!")
  until [ -s "$folder/site.log" ]; do sleep 0.1; kill -0 "${servers[-1]}"; done
  UISGE_SITE_URL=$(head -n 1 "$folder/site.log")
  export UISGE_SITE_URL
  all_tests+=(site.test.mjs)
else
  all_tests+=(trouble.test.mjs)
fi
[ ${#tests[@]} -gt 0 ] || tests=("${all_tests[@]}")
echo "Testing the page of ${UISGE_SITE_URL:-$UISGE_URL}"
cd "$folder"
node --test "${tests[@]}"
