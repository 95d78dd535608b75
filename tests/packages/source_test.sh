#!/usr/bin/env bash
# source_test.sh SOURCE PACKAGES: the source archive must have all files that its presets and scripts need, and no files
# that builds make. `pip install` must build and install the Python package from the archive without a network, also a
# second time.
source "$(dirname "${BASH_SOURCE[0]}")/roots.sh"
archive=$packages/uisge-$version.tar.gz
tar -tzf "$archive" >"$scratch/files"
for file in CMakeLists.txt CMakePresets.json LICENSE setup.py scripts/quickstart.sh tests/data/3x3-2-loses.uisge; do
  grep -qxF "uisge-$version/$file" "$scratch/files" || fail "$file is not in the archive"
done
! grep -vE "^uisge-$version/" "$scratch/files" || fail "the archive is not one folder"
! grep -E '/(build|\.git)/' "$scratch/files" || fail "the archive has more than the source"

tar -xzf "$archive" -C "$scratch"
install_in() {
  /usr/bin/python3 -m pip install --quiet --no-index --no-build-isolation --no-deps --root-user-action=ignore \
    --target "$scratch/$1" "$scratch/uisge-$version" >"$scratch/pip.log" 2>&1 || fail "$(tail -n 50 "$scratch/pip.log")"
}
# The second installation finds the build folder of the first, whose Ninja is gone like that of an environment of pip.
mkdir "$scratch/bin"
ln -s "$(command -v ninja)" "$scratch/bin/ninja"
PATH=$scratch/bin:$PATH install_in first
rm -r "$scratch/bin"
install_in installed
mkdir "$scratch/tmp"
cd "$scratch"
check_python env PYTHONPATH="$scratch/installed" /usr/bin/python3
