# The tests of packages source this file. Its functions make root folders ("roots") that contain nothing but packages,
# and check uisge in these folders.
#
# The tested packages depend on packages of this system. A root gets the files of these packages, and dpkg's record of
# the files, but nothing of other packages. So dpkg refuses packages that lack a dependency, and programs find only
# declared dependencies.
set -euo pipefail

# Only a superuser may call chroot and own the files that dpkg unpacks. In a user namespace we are the superuser.
if [ "$(id -u)" -ne 0 ]; then
  unshare -r true 2>/dev/null || { echo "this test is skipped: neither root nor user namespaces"; exit 0; }
  exec unshare -r "$0" "$@"
fi
export PATH=$PATH:/usr/sbin:/sbin LC_ALL=C
unset LD_LIBRARY_PATH PYTHONPATH UISGE_PATH

source=$1    # the tree
packages=$2  # the folder with the packages that cpack made
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$(sed -n 's/^project(uisge VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")

fail() {
  echo "$*" >&2
  exit 1
}

# installed_with PACKAGE... Lists the given packages and all their dependencies, if they are installed on this system.
installed_with() {
  apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances "$@" | grep -v '^[ <|]' | sort -u | while read -r package; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ] || echo "$package"
  done
}

# copy_packages ROOT PACKAGE...  Copies packages as if they had been installed into the empty root.
copy_packages() {
  local root=$1 package link
  shift
  mkdir -p "$root"/{dev,etc/alternatives,tmp,usr/{bin,lib,lib64,sbin},var/lib/dpkg/{info,updates}}
  for link in bin lib lib64 sbin; do ln -s "usr/$link" "$root/$link"; done
  : >"$root/dev/null"
  for package in $(installed_with "$@"); do
    dpkg-query -L "$package"
    dpkg-query -s "$package" >>"$root/var/lib/dpkg/status"
    echo >>"$root/var/lib/dpkg/status"
    cp -p /var/lib/dpkg/info/"$package"{,:*}.* "$root/var/lib/dpkg/info/" 2>/dev/null || true
  done | grep -v -e '^/\.$' -e '^/usr/share/\(doc\|man\|locale\)/' | sort -u >"$scratch/files"
  tar -c --no-recursion --ignore-failed-read -T "$scratch/files" 2>/dev/null |
    tar -x --no-same-owner --keep-directory-symlink -C "$root"
  # Copies links such as cc and libblas.so.3. The alternatives system makes such a link point to a file of one package,
  # although several packages have such a file.
  { find /usr/bin /usr/lib -type l -lname '/etc/alternatives/*' 2>/dev/null || true; } | while read -r link; do
    [ ! -e "$root$(readlink -f "$link")" ] || cp -P --parents "$link" "$(readlink "$link")" "$root" 2>/dev/null || true
  done
}

# new_root ROOT DEB... [-- PACKAGE...]  Makes a root folder in which dpkg installs the files DEB. The folder also has
# the dependencies of these files, and each PACKAGE, copied from this system.
new_root() {
  local root=$1 debs=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    debs+=("$packages"/$1)
    shift
  done
  local needed
  needed=$(for deb in "${debs[@]}"; do dpkg-deb -f "$deb" Depends | tr ',' '\n' | sed 's/^ *//; s/[ (].*//'; done |
    grep -v uisge | sort -u)
  copy_packages "$root" base-files dash libc-bin $needed "${@:2}"
  dpkg --root="$root" --log=/dev/null -i "${debs[@]}" >"$scratch/dpkg.log" 2>&1 || fail "$(cat "$scratch/dpkg.log")"
}

# says WHAT TEXT COMMAND...  Checks that the command succeeds and prints the text.
says() {
  local expected=$1 output
  shift
  output=$("$@" 2>&1) || fail "$*: $output"
  case $output in *"$expected"*) ;; *) fail "$* does not say '$expected' but: $output" ;; esac
}

# White's last blank on a1 jumps over b1 onto c1, and all pieces stay connected: a win in one.
win_in_one='Wb1/wb1 w'

# check_program ROOT PROGRAM  Checks that the program in that root solves, answers and proves. The database
# /tmp/3x2.uisge is not removed.
check_program() {
  local root=$1 program=$2
  rm -rf "$root/tmp"
  mkdir "$root/tmp"
  says "uisge $version" chroot "$root" "$program" --version
  local line
  line=$(grep '^4x3,2,loses,no,' "$source/tests/data/small-boards.csv")  # of the oracle
  IFS=, read -r _ _ _ _ live won lost drawn longest <<<"$line"
  says "\"live\":$live,\"won\":$won,\"lost\":$lost,\"drawn\":$drawn," \
    chroot "$root" "$program" solve --board 4x3 --pieces 2 --out /tmp/4x3.uisge --json
  says "\"longest_distance\":$longest," chroot "$root" "$program" info /tmp/4x3.uisge --json
  says proved chroot "$root" "$program" verify /tmp/4x3.uisge
  chroot "$root" "$program" solve --board 3x3 --pieces 2 --out /tmp/3x3.uisge >/dev/null 2>&1 || fail "3x3 was not solved"
  cmp "$root/tmp/3x3.uisge" "$source/tests/data/3x3-2-loses.uisge"
  chroot "$root" "$program" solve --board 3x2 --pieces 2 --out /tmp/3x2.uisge >/dev/null 2>&1 || fail "3x2 was not solved"
  says '"value":"win","distance":1,' chroot "$root" "$program" query /tmp/3x2.uisge "$win_in_one" --json
  says '"move":"a1c1"' chroot "$root" "$program" query /tmp/3x2.uisge "$win_in_one" --json
  says "White to move wins in 1" chroot "$root" "$program" search "$win_in_one" --plies 3
}

# check_python COMMAND... COMMAND starts Python. Checks that this Python imports the package, solves and answers.
# The database /tmp/3x3.uisge is not removed.
check_python() {
  says "uisge $version: win in 1, a1c1" "$@" -c "
import uisge
uisge.solve('3x3', 2, output='/tmp/3x3.uisge')
uisge.solve('3x2', 2, output='/tmp/3x2.uisge')
database = uisge.Database('/tmp/3x2.uisge')
answer = database.analyse(uisge.Position.from_fen('$win_in_one'))
verdict = database.verdict(uisge.Position.from_fen('$win_in_one'))
print(f'uisge {uisge.__version__}: {verdict.value} in {verdict.distance}, {answer.moves[0].move}')
print(len(database.labels(0)))"
}
