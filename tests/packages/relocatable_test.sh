#!/usr/bin/env bash
# relocatable_test.sh SOURCE PACKAGES: the program must run where its archive is unpacked: in a root with nothing else
# (no library, no shell, no /proc), in a renamed folder, and in a read-only folder.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
name=uisge-$version-linux-$(uname -m)
root=$scratch/root
mkdir -p "$root/opt"
tar -xz -C "$root/opt" -f "$packages/$name.tar.gz"
check_program "$root" "/opt/$name/bin/uisge"
mkdir "$root/elsewhere"
mv "$root/opt/$name" "$root/elsewhere/moved here"
check_program "$root" "/elsewhere/moved here/bin/uisge"

moved="$root/elsewhere/moved here"
# A static program cannot load libcurl, so fetch says that it fetches from folders only.
answer=$(chroot "$root" "/elsewhere/moved here/bin/uisge" fetch http://127.0.0.1:1 2>&1) && fail "fetched from nowhere"
[[ $answer == *"fetches from folders only"* ]] || fail "fetch from a server says: $answer"
! readelf -lW "$moved/bin/uisge" | grep -E 'INTERP|DYNAMIC' || fail "the program is not static"
for file in share/man/man1/uisge.1 share/bash-completion/completions/uisge share/doc/uisge/LICENSE share/doc/uisge/docs/rules.md \
  share/doc/uisge/examples/probe.c share/doc/uisge/licences/libtbb-dev; do
  [ -s "$moved/$file" ] || fail "$file is not in the archive"
done
