#!/usr/bin/env bash
# Makes build/arm-sysroot: Debian's 64-bit ARM libraries that a build needs, with the C library. apt fetches the
# packages and checks their signatures. The packages are unpacked, not installed, so the script does not need the rights
# of root. Does nothing if build/arm-sysroot was made from the same list of packages before.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

sysroot=$PWD/build/arm-sysroot
list=$sysroot/packages.txt
wanted=$(printf '%s\n' "${packages_in_arm_sysroot[@]}")
if [ "$(cat "$list" 2>/dev/null)" = "$wanted" ]; then exit 0; fi

work=$PWD/build/arm-packages
rm -rf "$sysroot" "$work"
mkdir -p "$sysroot" "$work"/{lists,archives}/partial "$work/debs"
trap 'rm -rf "$work"' EXIT
: >"$work/status"

# Runs apt for 64-bit ARM, with the system's package sources and keys, but with package lists of its own: the system's
# lists stay as they are.
arm_apt() {
  apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$work" \
    -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" -o Dir::Cache="$work" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}
echo "Fetching ${#packages_in_arm_sysroot[@]} packages for arm64"
arm_apt update
(cd "$work/debs" && arm_apt download "${packages_in_arm_sysroot[@]}")
for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$sysroot"; done

# Makes absolute symbolic links relative. Otherwise the linker would follow these links to this machine's libraries, or
# use an archive in place of a shared library.
find "$sysroot" -type l -lname '/*' -printf '%P\t%l\n' | while IFS=$'\t' read -r link target; do
  ln -sfr "$sysroot$target" "$sysroot/$link"
done
echo "$wanted" >"$list"
