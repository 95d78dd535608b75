#!/usr/bin/env bash
# Makes the files that a project page offers for `uisge fetch`. The files are the databases of the games of
# docs/checksums.txt under all eight rule sets, once with distances and once with values alone; the proofs of
# docs/proofs; SHA256SUMS; and index.json.
#
#   scripts/release_data.sh [--out FOLDER] [BOARD/PIECES...]     for example  scripts/release_data.sh --out data 7x6/4
#
# The folder is build/data unless another folder is named; any file server can offer it. The script makes the games of
# its list, or only those named by arguments BOARD/PIECES. Databases with distances must have the list's checksums;
# databases with values alone must pass `uisge verify`. After an interruption, the same command continues the work. The
# variable UISGE can name a program other than build/release/uisge.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

out=$PWD/build/data
games=()
while [ $# -gt 0 ]; do
  case $1 in
    --out)
      [ -n "${2-}" ] || { echo "release_data.sh: --out needs a folder" >&2; exit 2; }
      out=$(caller_path "$2")
      shift 2
      ;;
    [0-9]*x[0-9]*/[0-9]) games+=("$1"); shift ;;
    *) echo "release_data.sh: unknown option $1" >&2; exit 2 ;;
  esac
done
if [ ${#games[@]} -eq 0 ]; then
  mapfile -t games < <(sed -n 's|^[0-9a-f]*  \([0-9x]*\)-\([0-9]\)-.*|\1/\2|p' docs/checksums.txt | uniq)
fi

install_packages "${packages_for_data[@]}"
UISGE=$(program_path)
export UISGE
mkdir -p "$out"
rm -f "$out/index.json" "$out/SHA256SUMS"  # an index must not name files that are still missing

scripts/checksums.sh --kept "$out" "${games[@]}"
names=()
for game in "${games[@]}"; do
  for stuck in loses wins draws passes; do
    for jumps in '' --diagonal-jumps; do
      name=${game/\//-}-$stuck${jumps:+-diagonal}
      values=$name-values.uisge
      if [ ! -f "$out/$values" ]; then
        "$UISGE" solve --values --board "${game%/*}" --pieces "${game#*/}" --stuck "$stuck" $jumps \
          --out "$out/$values" >/dev/null
      fi
      "$UISGE" verify "$out/$values" >/dev/null
      names+=("$name.uisge" "$values")
    done
  done
  echo "$game: values done"
done
for proof in docs/proofs/*.proof; do
  name=$(basename "$proof")
  cmp -s "$proof" "$out/$name" || cp "$proof" "$out/$name"
  names+=("$name")
done

cd "$out"
sha256sum "${names[@]}" >SHA256SUMS
# The index gets a file's board, pieces, rules and contents from the file's name, which `uisge solve` has chosen.
for name in "${names[@]}"; do
  echo "$(stat -c %s "$name") $(grep -F "  $name" SHA256SUMS)"
done | jq -Rn '
  [inputs |
    capture("^(?<bytes>[0-9]+) (?<sha256>[0-9a-f]{64})  (?<name>(?<board>[0-9]x[0-9])-(?<pieces>[0-9])-(?<stuck>[a-z]+)" +
            "(?<diagonal>-diagonal)?(?<values>-values)?[.](?<ending>uisge|proof))$") |
    {name, bytes: (.bytes | tonumber), sha256, board, pieces: (.pieces | tonumber), stuck,
     diagonal_jumps: (.diagonal != null),
     holds: (if .ending == "proof" then "proof" elif .values then "values" else "distances" end)}] |
  {format: "uisge-index 1", files: .}' >index.json.part
[ "$(jq '.files | length' index.json.part)" -eq ${#names[@]} ] || {
  echo "release_data.sh: a file has a name that does not say what it holds" >&2
  exit 1
}
mv index.json.part index.json
echo "${#names[@]} files, $(jq '[.files[].bytes] | add' index.json | numfmt --to=iec), for uisge fetch $out"
