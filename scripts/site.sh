#!/usr/bin/env bash
# Makes build/site: the page of `uisge serve` without a server, for any static web server. The page's questions are answered
# in the browser by the program's own code, compiled to WebAssembly, from databases that it fetches in parts.
#   scripts/site.sh [--out FOLDER] [FILE.uisge...]
# Without a file it solves four a side on 7x6 under `loses`, which takes some seconds. UISGE names another program than
# build/release/uisge. FOLDER is replaced; it is build/site if none is given.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; }
site=build/site
files=()
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --out) site=${2:?--out needs a folder}; shift ;;
    -*) { echo "scripts/site.sh: there is no option $1"; usage; } >&2; exit 1 ;;
    *) files+=("$1") ;;
  esac
  shift
done
[ ! -e "$site" ] || [ -e "$site/files.json" ] || { echo "$site: is there already and is no site; it is left as it is" >&2; exit 1; }

install_packages "${packages_to_build[@]}" "${packages_for_site[@]}"
[ -n "${UISGE:-}" ] || build_preset release
uisge=$(realpath "${UISGE:-build/release/uisge}")
build_preset wasm

if [ ${#files[@]} -eq 0 ]; then
  files=(build/7x6-4-loses.uisge)
  "$uisge" check "${files[0]}" >/dev/null 2>&1 || "$uisge" solve --board 7x6 --pieces 4 --stuck loses --out "${files[0]}" >/dev/null
fi
for file in "${files[@]}"; do "$uisge" check "$file" >/dev/null; done

# Made beside it and moved into its place, so that a site that is shown is never half of one.
new=$site.new
rm -rf "$new"
mkdir -p "$new"
cp explorer/page/*.js explorer/page/*.css explorer/page/*.svg "$new/"
cp explorer/site/*.js explorer/site/*.css build/wasm/uisge_probe.wasm "$new/"
for file in "${files[@]}"; do
  [ ! -e "$new/$(basename "$file")" ] || { echo "$file: there are two files of that name" >&2; exit 1; }
  cp --reflink=auto "$file" "$new/"
done
chmod -R a+rX "$new"

# A name may have any character but the quotes and backslashes that JSON would have to escape, and the line's end.
{
  printf '{"files": ['
  separator=
  for file in "${files[@]}"; do
    name=$(basename "$file")
    [[ $name != *[\"\\]* && $name != *$'\n'* ]] || { echo "$file: rename it first, without quotes and backslashes" >&2; exit 1; }
    printf '%s{"name": "%s", "bytes": %d}' "$separator" "$name" "$(stat -Lc %s "$file")"
    separator=', '
  done
  printf ']}\n'
} >"$new/files.json"

# A static host sends no security policy, so the page has it. What its modules import is fetched at once, not level by
# level; the part that answers first.
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'"
awk -v policy="$policy" -v modules="$(cd explorer/page && echo *.js)" -v footer="$(cat explorer/site/footer.html)" '
  /<script type="module"/ {
    print "<link rel=\"stylesheet\" href=\"site.css\">"
    print "<script type=\"module\" src=\"answers.js\"></script>"
    count = split(modules, names, " ")
    for (i = 1; i <= count; ++i) print "<link rel=\"modulepreload\" href=\"" names[i] "\">"
  }
  /<dialog id="help"/ { print footer }
  { print }
  /<meta charset/ { print "<meta http-equiv=\"Content-Security-Policy\" content=\"" policy "\">" }
' explorer/page/index.html >"$new/index.html"

rm -rf "$site"
mv "$new" "$site"
echo "$site is made: $(du -shL "$site" | cut -f1), of which the page and its program are $(cat "$site"/*.{html,css,js,svg,wasm} | wc -c | awk '{ printf "%d KiB", $1 / 1024 }')."
echo "Any web server shows it that answers range requests (nginx, Apache, Caddy, busybox httpd). With one that does not, as"
echo "  python3 -m http.server --directory $site"
echo "the page fetches the whole database first."
