# Cross-compiles for 64-bit ARM: presets `arm` and `arm-clang`. scripts/arm.sh makes the folder with ARM's libraries,
# and qemu runs the built programs: tools that the build itself uses, and the tests.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
cmake_path(SET CMAKE_SYSROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/arm-sysroot)

if(UISGE_CLANG)
  set(CMAKE_C_COMPILER clang-14)
  set(CMAKE_CXX_COMPILER clang++-14)
  # clang searches some include folders anyway. For such a folder clang ignores -I, but -isystem changes the order of
  # the search. CMake leaves these folders out, but does not recognise them if ccache rewrites paths (base_dir).
  set(CMAKE_NO_SYSTEM_FROM_IMPORTED ON)
  # clang looks for OpenMP's library only in clang's own folder, which has this machine's library, not ARM's.
  set(CMAKE_EXE_LINKER_FLAGS_INIT "\"-L${CMAKE_SYSROOT}/usr/lib/llvm-14/lib\"")
  set(CMAKE_SHARED_LINKER_FLAGS_INIT "\"-L${CMAKE_SYSROOT}/usr/lib/llvm-14/lib\"")
else()
  set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UISGE_CLANG)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})

# Programs are looked up on this machine, everything else in the ARM folder.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
