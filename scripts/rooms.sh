#!/usr/bin/env bash
# Checks that the tree is as docs/contributing.md says. Fails if
# - a folder has no row in the table of docs/contributing.md;
# - a file of the program or the libraries includes a header from a folder that its own folder may not use by the table,
#   or the picture of these folders ("rooms") is out of date (scripts/draw_rooms.py);
# - a long file does not say why it is long, or two files of the engine have the same name;
# - code other than the command line and the server has a message that names an option or a command of the program;
# - a script does not answer --help.
# Takes two seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

# Every folder below solver and explorer needs its own row in the table. Elsewhere a parent folder's row suffices.
rows=$(sed -n 's/^| `\([^`]*\)\/` |.*/\1/p' docs/contributing.md)
has_row() {
  grep -qxF "$1" <<<"$rows" && return
  [[ $1 == */* && $1 != solver/* && $1 != explorer/* ]] && has_row "${1%/*}"
}
sources=$(git ls-files '*.cpp' '*.h' '*.js' '*.mjs' '*.py' '*.sh' '*.cmake')
for folder in $(grep / <<<"$sources" | sed 's|/[^/]*$||' | sort -u); do
  has_row "$folder" || { echo "docs/contributing.md: the table of the rooms has no row for $folder/" >&2; exit 1; }
done
for row in $rows; do
  [ -d "$row" ] || { echo "docs/contributing.md: the table of the rooms names $row/, which is not there" >&2; exit 1; }
done
scripts/draw_rooms.py --check

for file in $sources; do
  [ "$(wc -l <"$file")" -le 300 ] || head -n 25 "$file" | tr -s '/\n ' ' ' | grep -qi 'long because ' ||
    { echo "$file: more than 300 lines, and its head does not say \"long because\"" >&2; exit 1; }
done

if same=$(git ls-files core db solver | grep -E '\.(cpp|h)$' | sed 's|.*/||' | sort | uniq -d | grep .); then
  echo "These names of files are there more than once: $same" >&2
  exit 1
fi

# Callers of the libraries have no command line, so the libraries' errors name remedies, not options.
# solver/cli/error_text.cpp turns remedies into options. Texts of the server may name options, since people who run the
# server have the program.
if git grep -nE "\"[^\"]*(--[a-z]|['\`]uisge )" -- '*.cpp' '*.h' ':!solver/cli' ':!solver/answers/served_*' ':!tests' ':!bench' ':!examples' |
  grep -vE '^[^:]+:[0-9]+: *(//|\*)'; then
  echo "These texts name an option or a command of the program; that is for solver/cli to say." >&2
  exit 1
fi

for script in $(git ls-files 'scripts/*.sh' .ci/run ':!scripts/common.sh'); do
  grep -qE '^ *source .*scripts/common\.sh"?$|--help\)' "$script" && [ -n "$("$script" --help)" ] ||
    { echo "$script: does not answer --help; scripts/common.sh does it for a script that sources it" >&2; exit 1; }
done
