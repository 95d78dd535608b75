# Finds the packages that the program and the solver need. The library of games and databases does not need them.
find_package(Threads REQUIRED)

# GCC's OpenMP library is linked statically, since only then can the program tell it how to wait
# (solver/openmp_waiting.cpp).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT OpenMP_gomp_LIBRARY)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a OUTPUT_VARIABLE UISGE_STATIC_GOMP
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(EXISTS ${UISGE_STATIC_GOMP})
    set(OpenMP_gomp_LIBRARY ${UISGE_STATIC_GOMP} CACHE FILEPATH "GCC's OpenMP library")
  else()
    message(WARNING "There is no libgomp.a: on a busy machine the program is slow unless OMP_WAIT_POLICY=passive is set")
  endif()
endif()
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(TBB REQUIRED)
get_target_property(UISGE_TBB_TYPE TBB::tbb TYPE)
if(UISGE_STATIC_PROGRAM AND NOT UISGE_TBB_TYPE STREQUAL "STATIC_LIBRARY")
  message(FATAL_ERROR "A static program needs an archive of TBB, which Debian does not have: scripts/package.sh builds one, "
                      "or set TBB_DIR to yours")
endif()
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(nettle REQUIRED IMPORTED_TARGET nettle)

# uisge_default(NAME VALUE) sets NAME, unless the command line or a preset sets it. option() would store the first VALUE
# in the build folder, so packages that are installed later would have no effect.
macro(uisge_default name value)
  if(NOT DEFINED ${name})
    set(${name} ${value})
  endif()
endmacro()

# libedit is for line editing in `uisge play`.
pkg_check_modules(libedit QUIET IMPORTED_TARGET libedit)
uisge_default(UISGE_LINE_EDITING "${libedit_FOUND}")  # `play` edits lines; needs libedit
if(UISGE_STATIC_PROGRAM AND TARGET PkgConfig::libedit)
  target_link_libraries(PkgConfig::libedit INTERFACE tinfo bsd md)  # libedit.a needs these libraries
endif()

# libcurl is for `uisge fetch` from servers. The headers of libcurl suffice for the build, since the program loads the
# library at run time. A static program cannot load libraries.
pkg_check_modules(libcurl QUIET libcurl>=7.85)
set(UISGE_HTTP_FOUND ${libcurl_FOUND})
if(UISGE_STATIC_PROGRAM)
  set(UISGE_HTTP_FOUND OFF)
endif()
uisge_default(UISGE_HTTP "${UISGE_HTTP_FOUND}")  # `fetch` takes files from servers; needs the headers of libcurl

# uisge_fmt is fmt's library or, in a static program, fmt's headers alone.
add_library(uisge_fmt INTERFACE)
target_link_libraries(uisge_fmt INTERFACE $<IF:$<BOOL:${UISGE_STATIC_PROGRAM}>,fmt::fmt-header-only,fmt::fmt>)

# MPI and METIS are for solving on many machines. If one of them is missing, the other is not used.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI QUIET COMPONENTS CXX)
find_library(METIS_LIBRARY metis)
find_path(METIS_INCLUDE_DIR metis.h)
mark_as_advanced(METIS_LIBRARY METIS_INCLUDE_DIR)
set(UISGE_MPI_FOUND OFF)
if(MPI_CXX_FOUND AND METIS_LIBRARY AND METIS_INCLUDE_DIR)
  set(UISGE_MPI_FOUND ON)
endif()
uisge_default(UISGE_MPI ${UISGE_MPI_FOUND})  # `solve` runs on many machines

# The Python package needs Python and pybind11, and uses NumPy. The system's Python is preferred to the first Python in
# the path, since the system's Python has pybind11 and NumPy.
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "the Python that the package is for")
endif()
set(PYBIND11_FINDPYTHON ON)
find_package(Python QUIET COMPONENTS Interpreter Development.Module)
if(Python_FOUND)
  find_package(pybind11 2.10 QUIET)
endif()
set(UISGE_PYTHON_FOUND OFF)
if(Python_FOUND AND pybind11_FOUND)
  set(UISGE_PYTHON_FOUND ON)
endif()
uisge_default(UISGE_PYTHON ${UISGE_PYTHON_FOUND})
