#!/usr/bin/env bash
# Fails if a file of the program or the libraries includes a header of a room that scripts/rooms.txt does not allow it, or
# lies in a room that is not listed there; if a text below the command line names an option or a command of the program;
# or if a page names a file that is not there. A second.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

git ls-files '*.cpp' '*.h' ':!tests' ':!bench' ':!examples' | xargs grep -H -o '^#include "[^"]*"' |
  sed -E 's/^([^:]*):#include "(.*)"$/\1 \2/' |
  awk -v list=scripts/rooms.txt '
    function room(file) { return match(file, /\/[^\/]*$/) ? substr(file, 1, RSTART - 1) : "" }
    BEGIN {
      while ((getline line < list) > 0) {
        if (line ~ /^#/ || line == "") continue
        name = substr(line, 1, index(line, ":") - 1)
        known[name] = 1
        count = split(substr(line, index(line, ":") + 1), others, " ")
        for (i = 1; i <= count; ++i) {
          if (!(others[i] in known)) { print list ": " name " may not come before " others[i]; wrong = 1 }
          allowed[name, others[i]] = 1
        }
      }
    }
    {
      from = room($1)
      to = room($2)
      if (to == "uisge") to = "include/uisge"  # as those who install it write it
      if (to == "" || to == from) next         # made by the build, or its own
      if (!(from in known)) { print $1 ": its room is not in " list; wrong = 1 }
      else if (!((from, to) in allowed)) { print $1 ": " from " may not include " $2; wrong = 1 }
    }
    END { exit wrong }'

# The libraries have callers without a command line: solver/cli/error_text.cpp says there what would help.
if git grep -nE "\"[^\"]*(--[a-z]|'uisge )" -- '*.cpp' '*.h' ':!solver/cli' ':!tests' ':!bench' ':!examples' |
  grep -vE '^[^:]+:[0-9]+: *(//|\*)'; then
  echo "These texts name an option or a command of the program; that is for solver/cli to say." >&2
  exit 1
fi

# Files as the pages name them, `db/probe.cpp`; a public header is named as those who install it write it.
named=$(grep -oh '`[a-z_]*/[a-zA-Z0-9_/.-]*\.\(cpp\|h\|sh\|txt\|js\)`' docs/*.md docs/*/*.md README.md | tr -d '`' | sort -u | grep -v NAME)
for file in $named; do
  [ -e "$file" ] || [ -e "include/$file" ] || { echo "A page names $file, which is not there: $(grep -l -F "$file" docs/*.md docs/*/*.md README.md | xargs)" >&2; exit 1; }
done
