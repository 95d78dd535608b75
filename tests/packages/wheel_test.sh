#!/usr/bin/env bash
# wheel_test.sh SOURCE PACKAGES: pip installs the wheel into an empty Python environment. There the wheel must solve and
# answer with only the libraries that every Linux has.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
root=$scratch/root
wheel=$(echo "$packages"/uisge-"$version"-*.whl)
name=$(basename "$wheel")
copy_packages "$root" base-files dash libc-bin libstdc++6 python3 python3-numpy python3-venv
[ -z "$(find "$root/usr/lib" -name 'libtbb*' -o -name 'libxxhash*')" ] || fail "the root has libraries of the wheel"
rm -rf "$root/tmp"
mkdir "$root/tmp"
cp "$wheel" "$root/tmp/"
# The virtual environment takes NumPy from the system in $root, since no package index can be reached.
chroot "$root" /usr/bin/python3 -m venv --system-site-packages /tmp/environment >"$scratch/venv.log" 2>&1 || fail "$(cat "$scratch/venv.log")"
pip() { chroot "$root" /tmp/environment/bin/python3 -m pip --no-cache-dir "$@" >"$scratch/pip.log" 2>&1 || fail "pip $*: $(cat "$scratch/pip.log")"; }
pip install --no-index "/tmp/$name"
pip check
check_python chroot "$root" /tmp/environment/bin/python3
cmp "$root/tmp/3x3.uisge" "$source/tests/data/3x3-2-loses.uisge"
pip uninstall --yes uisge
[ -z "$(find "$root/tmp/environment" -name '*uisge*')" ] || fail "left behind: $(find "$root/tmp/environment" -name '*uisge*')"

# Another program compares each file with its digest in the wheel's RECORD.
/usr/bin/python3 -m wheel unpack --dest "$scratch" "$wheel" >"$scratch/unpack.log" 2>&1 || fail "$(cat "$scratch/unpack.log")"
for file in METADATA WHEEL RECORD licenses/LICENSE licenses/libtbb12; do
  [ -s "$scratch/uisge-$version/uisge-$version.dist-info/$file" ] || fail "$file is not in the wheel"
done
# No file may need a newer C library than the wheel's name says.
promised=$(echo "$name" | sed -n 's/.*-manylinux_2_\([0-9]*\)_.*/\1/p')
used=$(find "$scratch/uisge-$version" -name '*.so*' -exec objdump -T {} + | grep -o 'GLIBC_2\.[0-9]*' | cut -d. -f2 | sort -n | tail -1)
[ "$promised" -ge "$used" ] || fail "$name: its files use symbols of GLIBC_2.$used"
grep -qF "$name" "$source/docs/python.md" || fail "docs/python.md has another wheel than $name; write this name there"
