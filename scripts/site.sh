#!/usr/bin/env bash
# Makes build/site: the page of `uisge serve` as static files, which any web server can send. The browser runs the
# program's own code, compiled to WebAssembly, to answer the page's questions from databases, which it fetches in parts.
#   scripts/site.sh [--out FOLDER] [--url ADDRESS] [--source ADDRESS] [FILE.uisge...] [FILE.proof...]
# Without a file it solves four a side on 7x6 under `loses`, which takes some seconds. If a file is a proof, the site
# gets its answers about the first plies, but not the proof itself. The variable UISGE can name another program than
# build/release/uisge, and UISGE_WASM another file than build/wasm/uisge_probe.wasm. The script does not build a file
# that UISGE or UISGE_WASM names. FOLDER, which is build/site if none is given, is replaced when the new site is
# complete.
set -euo pipefail
shopt -s extglob
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

fail() { printf '%s\n' "$1" >&2; exit 1; }

# Prints an address without a slash at its end. Refuses characters that HTML must escape, since the page escapes none.
web_address() {
  [[ $1 =~ ^https?://[^\"\'\<\>\&[:space:]]+$ ]] || fail "$1: is no address that begins with https:// or http://"
  printf '%s' "${1%/}"
}

site=$PWD/build/site
url=
source_address=
files=()
while [ $# -gt 0 ]; do
  case $1 in
    --out) site=$(caller_path "${2:?--out needs a folder}"); shift ;;
    --url) url=$(web_address "${2-}"); shift ;;
    --source) source_address=$(web_address "${2-}"); shift ;;
    -*) { echo "scripts/site.sh: there is no option $1"; usage; } >&2; exit 1 ;;
    *) files+=("$(caller_path "$1")") ;;
  esac
  shift
done
[ ! -e "$site" ] || [ -e "$site/files.json" ] || fail "$site: is there already and is no site, so it was not changed; name another folder with --out"

# `taken` has the names of the site's own files. A database's name is written to a JSON list unchanged, so it must have
# no characters that JSON escapes.
declare -A taken=([files.json]=1 [index.html]=1 [sw.js]=1 [stored]=1)
documents=()  # documents to which the page links
for name in $(sed -n 's/^ *<a href="#document=\([A-Za-z.]*\)".*/\1/p' explorer/page/index.html); do
  [ -f "docs/$name" ] && documents+=("docs/$name") || documents+=("$name")
done
for file in explorer/page/*.{js,css,svg} explorer/site/*.{js,css} "${documents[@]}" uisge_probe.wasm.gz; do taken[$(basename "$file")]=1; done
for file in "${files[@]}"; do
  [ -f "$file" ] || fail "$file: is not there, or no file"
  name=$(basename -- "$file")
  [[ $name != *[\"\\[:cntrl:]]* ]] || fail "$file: rename it first, without quotes, backslashes, tabs and line breaks"
  printf '%s' "$name" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || fail "$file: rename it first, its name is no UTF-8"
  [ -z "${taken[$name]:-}" ] || fail "$file: another file of the site has this name; rename it first"
  taken[$name]=1
done

uisge=$(program_path)
wasm=${UISGE_WASM:+$(caller_path "$UISGE_WASM")}
if [ -z "$wasm" ]; then
  install_packages "${packages_to_build[@]}" "${packages_for_site[@]}"
  build_preset wasm
  wasm=$PWD/build/wasm/uisge_probe.wasm
fi

if [ ${#files[@]} -eq 0 ]; then
  files=("$PWD/build/7x6-4-loses.uisge")
  "$uisge" check "${files[0]}" >/dev/null 2>&1 || "$uisge" solve --board 7x6 --pieces 4 --stuck loses --out "${files[0]}" >/dev/null
fi
is_proof() { [[ $1 == *.proof ]]; }
for file in "${files[@]}"; do
  if is_proof "$file"; then "$uisge" verify-proof "$file" >/dev/null; else "$uisge" check "$file" >/dev/null; fi
done

# The site is made in a folder beside the old one and then moved into its place, so visitors never see half a site.
mkdir -p "$(dirname "$site")"
made=$(mktemp -d "$site.XXXXXX")
trap 'rm -rf "$made"' EXIT
new=$made/new
mkdir "$new"
cp explorer/page/*.js explorer/page/*.css explorer/page/*.svg "$new/"
cp explorer/site/*.js explorer/site/*.css "${documents[@]}" "$new/"
rm "$new/service_worker.js"
sed -i '/^ *\/\//d' "$new"/*.js  # removes the comments, which are an eighth of the scripts
gzip -9 -n <"$wasm" >"$new/uisge_probe.wasm.gz"
served=()
for file in "${files[@]}"; do
  if is_proof "$file"; then
    served+=("$file")
  else
    cp --reflink=auto -- "$file" "$new/"
    served+=("$new/$(basename -- "$file")")
  fi
done
chmod -R a+rX "$new"
scripts/site_answers.py "$uisge" "$new" "${served[@]}"

# A static host does not send a security policy as a header, so the page contains the policy. The page preloads its
# modules, so that the browser fetches all at once, before it has seen which module imports which. The modules that
# answer questions come first. Four modules, such as that of the statistics, are loaded only on demand. With --url,
# other sites can show a picture beside a link to the page; with --source the page links to the source.
card=
links=
if [ -n "$url" ]; then
  cp docs/explorer.png "$new/card.png"
  card="<meta property=\"og:title\" content=\"Uisge: perfect play\"><meta property=\"og:type\" content=\"website\"><meta property=\"og:url\" content=\"$url/\"><meta property=\"og:image\" content=\"$url/card.png\"><meta name=\"twitter:card\" content=\"summary_large_image\">"
fi
[ -z "$source_address" ] || links="<a href=\"$source_address\">Source</a>"
policy="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'"
awk -v policy="$policy" -v card="$card" -v links="$links" -v modules="$(cd explorer/page && printf '%s ' !(statistics|plot|real_game|document).js)" -v footer="$(cat explorer/site/footer.html)" '
  /<script type="module"/ {
    print "<link rel=\"stylesheet\" href=\"site.css\">"
    print "<script type=\"module\" src=\"answers.js\"></script>"
    count = split(modules, names, " ")
    for (i = 1; i <= count; ++i) print "<link rel=\"modulepreload\" href=\"" names[i] "\">"
  }
  /^  <\/nav>/ && is_foot { print links }
  /<footer/ { is_foot = 1 }
  /<\/footer>/ { print footer }
  { print }
  /<meta charset/ { print "<meta http-equiv=\"Content-Security-Policy\" content=\"" policy "\">" card }
' explorer/page/index.html >"$new/index.html"

# The service worker names all files; it keeps databases of up to 32 MiB, so that the site works without a network.
scripts/site_worker.py "$new" explorer/site/service_worker.js >"$new/sw.js"

[ ! -e "$site" ] || mv -T "$site" "$made/old"
mv -T "$new" "$site" || { [ ! -e "$made/old" ] || mv -T "$made/old" "$site"; exit 1; }
echo "$site is made: $(du -shL "$site" | cut -f1), of which the page and its program are $(cat "$site"/*.{html,css,js,svg,gz} | wc -c | awk '{ printf "%d KiB", $1 / 1024 }')."
echo "Any web server shows it that answers range requests (nginx, Apache, Caddy, busybox httpd). With one that does not, as"
echo "  python3 -m http.server --directory $(printf %q "$site")"
echo "the page fetches the whole database first."
