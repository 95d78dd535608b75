#!/usr/bin/env bash
# python_test.sh SOURCE PACKAGES: installs the Python package into a root with nothing but its dependencies (roots.sh),
# where it must solve and answer.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
root=$scratch/root
new_root "$root" 'python3-uisge_*.deb'
check_python chroot "$root" /usr/bin/python3
cmp "$root/tmp/3x3.uisge" "$source/tests/data/3x3-2-loses.uisge"
[ -n "$(find "$root/usr/lib/python3/dist-packages/uisge" -name '*.pyc')" ] || fail "the package was not compiled"
dpkg --root="$root" --log=/dev/null --purge python3-uisge >/dev/null
[ ! -e "$root/usr/lib/python3/dist-packages/uisge" ] || fail "left behind: $(find "$root/usr/lib/python3/dist-packages/uisge")"
