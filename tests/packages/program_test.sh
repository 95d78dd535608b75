#!/usr/bin/env bash
# program_test.sh SOURCE PACKAGES: installs the package `uisge` into an empty root. The program must solve and answer in
# that root, and removing the package must leave nothing.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
root=$scratch/root
new_root "$root" 'uisge_*.deb'
check_program "$root" /usr/bin/uisge

for page in uisge uisge-solve uisge-query; do
  gzip -dc "$root/usr/share/man/man1/$page.1.gz" | grep -q '^\.TH' || fail "$page.1.gz is not a manual page"
done
for file in bash-completion/completions/uisge zsh/vendor-completions/_uisge fish/vendor_completions.d/uisge.fish \
  doc/uisge/README.md doc/uisge/docs/rules.md doc/uisge/examples/probe.c doc/uisge/copyright; do
  [ -s "$root/usr/share/$file" ] || fail "/usr/share/$file is not there"
done
! readelf -d "$root/usr/bin/uisge" | grep -E 'RPATH|RUNPATH' || fail "the program looks for libraries in a folder of its own"

dpkg --root="$root" --log=/dev/null --purge uisge >/dev/null
[ -z "$(find "$root/usr" -name '*uisge*')" ] || fail "left behind: $(find "$root/usr" -name '*uisge*')"
