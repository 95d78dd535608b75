#!/usr/bin/env bash
# Makes the packages of a release in build/packages. First it makes the source archive of the last commit. From this
# archive it builds the Debian packages, a wheel for Debian's Python, and the program in one file for any x86-64 Linux.
# The packages appear in that folder after lintian and the tests of packages have passed.
#
#   scripts/package.sh [-DOPTION=VALUE...]     options of CMake for the Debian packages
#
# Takes ten minutes on two processors. The packages contain only what is committed.
set -euo pipefail
umask 022
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# static_tbb FOLDER  Builds a static TBB in FOLDER, from Debian's source of the installed version, since Debian has no
# static archive of TBB.
static_tbb() {
  local folder=$1 version lists
  version=$(dpkg-query -W -f='${source:Version}' libtbb-dev)
  [ "$(cat "$folder/version" 2>/dev/null)" != "$version" ] || return 0
  echo "Building an archive of TBB"
  rm -rf "$folder"
  mkdir -p "$folder"/{cache,lists/partial}
  apt-get indextargets --format "deb-src [signed-by=$keyring] \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" \
    'Created-By: Packages' 'Origin: Debian' | sort -u >"$folder/sources"
  lists=(-qq -o "Dir::Etc::SourceList=$folder/sources" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$folder/lists"
         -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User="$(id -un)")
  {
    apt-get "${lists[@]}" update
    (cd "$folder" && apt-get "${lists[@]}" source "onetbb=$version")
    cmake -S "$folder"/onetbb-*/ -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
      -DTBB_TEST=OFF -DTBB_STRICT=OFF -DTBBMALLOC_BUILD=OFF -DCMAKE_INSTALL_PREFIX="$folder/installed" -DCMAKE_INSTALL_LIBDIR=lib
    cmake --build "$folder/build" -j "$(nproc)"
    cmake --install "$folder/build"
  } >"$folder/log" 2>&1 || {
    tail -n 20 "$folder/log" >&2
    echo "The static TBB, which the static program needs, could not be built; the whole output is in $folder/log" >&2
    return 1
  }
  echo "$version" >"$folder/version"
}

# quietly COMMAND...  Prints the command's output only if it fails.
quietly() {
  local output
  output=$("$@" 2>&1) || { printf '%s\n' "$output" >&2; return 1; }
}

install_packages "${packages_to_build[@]}" "${packages_for_python[@]}" "${packages_to_package[@]}"
made=$PWD/build/packages
if [ -e .git ]; then
  git diff --quiet HEAD || echo "What is not committed will not be in the packages." >&2
  export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
fi

rm -rf "$made"
quietly cmake --preset package -DUISGE_WERROR=ON
quietly cpack --preset source
archive=$(echo "$made"/uisge-*.tar.gz)
tree=$made/tree/$(basename "$archive" .tar.gz)
mkdir -p "$tree/build/packages"
tar -xz -C "$made/tree" -f "$archive"
mv "$archive" "$tree/build/packages/"
static_tbb "$PWD/build/static-tbb"

# From here on the script works in the unpacked source archive.
cd "$tree"
quietly cmake --preset package -DUISGE_WERROR=ON "$@"
build_preset package
TBB_DIR=$made/../static-tbb/installed/lib/cmake/TBB build_preset relocatable
quietly cpack --preset deb
quietly cpack --preset relocatable
quietly cmake --install build/package --component python --strip --prefix "$PWD/build/python"
quietly /usr/bin/python3 scripts/make_wheel.py build/python/lib/python3/dist-packages build/packages
rm -r build/packages/_CPack_Packages
# The suppressed tag demands the number of a request in Debian's bug list, which these packages do not have.
lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs build/packages/*.deb
ctest --preset package -j "$(nproc)" --no-tests=error --output-junit "$PWD/build/tests.xml"
nothing_skipped build/tests.xml
mv build/packages/* "$made/"
rm -r "$made/tree" "$made/_CPack_Packages"
ls -l "$made"
