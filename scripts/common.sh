# The other scripts source this file. It lists the packages that most scripts need, and has functions that they share.

# In some locales awk writes and reads a comma in numbers.
export LC_ALL=C.UTF-8

# With --help every script of scripts/ and .ci/ prints the comment at its head and does nothing else.
usage() {
  local script
  for script in "$(dirname "${BASH_SOURCE[0]}")"/../{scripts,.ci}/"$(basename "$0")"; do
    [ ! -f "$script" ] || awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$script"
  done
}
for argument in "$@"; do
  case $argument in
    --) break ;;
    -h | --help) usage; exit ;;
  esac
done
unset argument

packages_to_build=(g++ cmake ninja-build pkg-config libboost-dev libcli11-dev libedit-dev libexpected-dev libfmt-dev
                   libtbb-dev libxxhash-dev nettle-dev nlohmann-json3-dev)
# libcurl's headers, for `uisge fetch` from servers. Debian has several packages of these headers, and installing one
# removes the others; so an installed one is kept.
[[ $(dpkg-query -W -f='${db:Status-Status} ' libcurl4-{gnutls,nss,openssl}-dev 2>/dev/null) =~ (^| )installed ]] ||
  packages_to_build+=(libcurl4-openssl-dev)
# The Python package needs these packages; without them the build leaves it out.
packages_for_python=(pybind11-dev python3-dev python3-numpy)
# Without MPI and METIS, which are for solving on many machines, the rest is still built.
packages_to_test=(catch2 doxygen groff-base jq libbenchmark-dev libmetis-dev libopenmpi-dev librapidcheck-dev libvalijson-dev openmpi-bin
                  mypy python3-matplotlib python3-pytest strace "${packages_for_python[@]}")
packages_to_check=(clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev libomp-14-dev llvm-14)
# For scripts/package.sh: tools, and what pip needs without a network.
packages_to_package=(binutils dpkg-dev file git gzip lintian patchelf python3-pip python3-pybind11 python3-setuptools
                     python3-venv python3-wheel)
packages_for_site=(emscripten)
packages_to_report=(gnuplot-nox jq)
packages_for_data=(jq)
# For scripts/arm.sh: a compiler for ARM, an emulator, and packages for build/arm-sysroot, which are never installed.
# (clang uses libomp as the library of OpenMP; GCC uses libgomp.)
packages_for_arm=(g++-aarch64-linux-gnu qemu-user)
packages_in_arm_sysroot=(libc6 libc6-dev libgcc-12-dev libgcc-s1 libgomp1 libstdc++-12-dev libstdc++6 linux-libc-dev
                         libbsd0 libedit-dev libedit2 libmd0 libtinfo6
                         libboost1.74-dev libcli11-dev libexpected-dev libfmt-dev libfmt9 nlohmann-json3-dev
                         libtbb-dev libtbb12 libtbbbind-2-5 libtbbmalloc2 libxxhash-dev libxxhash0
                         libgmp10 libhogweed6 libnettle8 nettle-dev
                         catch2 librapidcheck-dev libvalijson-dev
                         libomp-14-dev libomp5-14)

# ctest runs one more test at a time than there are processors, since some tests wait for the disk.
tests_at_once=$(($(nproc) + 1))

# step NAME  Prints the headline of a step.
step() { printf '\n== %s (after %d s)\n' "$1" "$SECONDS"; }

# install_packages PACKAGE... Installs what is missing. If nothing is missing, prints nothing and uses no network.
install_packages() {
  command -v dpkg-query >/dev/null || {
    echo "Not a Debian system: if the build complains, install what these packages hold: $*" >&2
    return 0
  }
  local package missing=() as_root=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "Missing packages, and no sudo to install them. As root: apt-get install ${missing[*]}" >&2
      return 1
    }
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get -qq update || echo "The package lists could not be updated; trying those at hand." >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 install "${missing[@]}" >/dev/null
}

# caller_path PATH  Prints a path as seen from the folder `caller`, without a slash at its end. Scripts that leave the
# caller's folder note it as `caller` first.
caller_path() { case $1 in /*) realpath -ms -- "$1" ;; *) realpath -ms -- "$caller/$1" ;; esac; }

# build_preset PRESET [CMAKE OPTION...] Configures and builds the preset: all targets, or those that the caller lists in
# `build_targets`. Prints the compiler's output only if the build fails.
build_preset() {
  local log=build/$1.log
  mkdir -p build
  echo "Building ($1)"
  { cmake --preset "$@" && cmake --build --preset "$1" -j "$(nproc)" ${build_targets:+--target "${build_targets[@]}"}; } >"$log" 2>&1 || {
    { grep -E -A20 'error|FAILED|CMake Error' "$log" || tail -n 20 "$log"; } | head -n 100 >&2 || :
    echo "The build failed; its whole output is in $PWD/$log" >&2
    return 1
  }
}

# program_path  Prints the path of the program that the variable UISGE names. If it names none, builds
# build/release/uisge and prints its path. Callers note the caller's folder as `caller`, and are in the source folder.
program_path() {
  local program
  if [ -n "${UISGE:-}" ]; then
    program=$(caller_path "$UISGE")
    [ -f "$program" ] && [ -x "$program" ] || { echo "$(basename "$0"): UISGE names no program: $UISGE" >&2; return 2; }
  else
    { install_packages "${packages_to_build[@]}" && build_preset release; } >&2 || return
    program=$PWD/build/release/uisge
  fi
  echo "$program"
}

# nothing_skipped REPORT  Fails if ctest's report (--output-junit) has a skipped test, since otherwise nobody would notice
# that this test never runs.
nothing_skipped() {
  grep -q 'skipped="0"' "$1" || { echo "Tests were skipped, see above. These checks must run all tests." >&2; return 1; }
}
