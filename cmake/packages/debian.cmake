# The Debian packages, one for each component of the installation.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program libraries development python)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${UISGE_PACKAGE_REVISION})
set(CPACK_DEBIAN_PACKAGE_SOURCE uisge)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(version ${PROJECT_VERSION}-${UISGE_PACKAGE_REVISION})

# uisge_debian_package(COMPONENT NAME SECTION summary text)
macro(uisge_debian_package component name section summary text)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${component}_DESCRIPTION "${summary}\n${text}")
endmacro()

uisge_debian_package(PROGRAM uisge math "solver and position analysis for the board game Uisge"
"uisge solves boards of Uisge completely: it finds the value of every position
with the exact number of plies to the end, keeps them in a database of about
a bit per position, proves that the database is right, and answers from it in
milliseconds. A forward search proves wins and losses where no database fits.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libcurl4 | libcurl3-gnutls, ca-certificates")  # `uisge fetch` loads libcurl

uisge_debian_package(LIBRARIES libuisge${PROJECT_VERSION_MAJOR} libs
"board game Uisge: positions, databases, solving (libraries)"
"libuisge has the rules, positions, moves and databases of solved boards of the
board game Uisge, for C++ and C. libuisge-solver solves boards and searches.")
# Before version 1.0 each minor version may change the interface (docs/library.md).
math(EXPR next_minor "${PROJECT_VERSION_MINOR} + 1")
set(shlibs "")
foreach(library libuisge libuisge-solver)
  string(APPEND shlibs "${library} ${PROJECT_VERSION_MAJOR} libuisge${PROJECT_VERSION_MAJOR} (>= ${PROJECT_VERSION}), "
         "libuisge${PROJECT_VERSION_MAJOR} (<< ${PROJECT_VERSION_MAJOR}.${next_minor})\n")
endforeach()
file(CONFIGURE OUTPUT ${made}/shlibs CONTENT "${shlibs}" @ONLY)
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${here}/triggers ${made}/shlibs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/bindings)

uisge_debian_package(DEVELOPMENT libuisge-dev libdevel
"board game Uisge: positions, databases, solving (for building on)"
"Headers, archives, pkg-config files and CMake packages of libuisge, which has
the rules, positions, moves and databases of solved boards of the board game
Uisge, for C++ and C, and of libuisge-solver, which solves boards and searches.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libuisge${PROJECT_VERSION_MAJOR} (= ${version}), libc6-dev, libxxhash-dev, libtbb-dev")

math(EXPR next_python "${Python_VERSION_MINOR} + 1")
uisge_debian_package(PYTHON python3-uisge python "board game Uisge: positions, databases, solving (Python 3)"
"The Python package uisge has positions, databases of solved boards with all
labels as NumPy arrays, solving and searching of the board game Uisge.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}~), \
python3 (<< ${Python_VERSION_MAJOR}.${next_python}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${here}/postinst ${here}/prerm)

# Files that Debian expects in every package; debian_files.cmake installs them.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # now, or SOURCE_DATE_EPOCH if it is set
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX REPLACE "^MIT License\n\n(Copyright [^\n]*)\n\n" "" licence "${licence}")
set(holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^Copyright \\(c\\) " "" holder "${holder}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n" "\n " licence "${licence}")
configure_file(${here}/copyright.in ${made}/copyright @ONLY)
configure_file(${here}/changelog.in ${made}/changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${here}/debian_files.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${here}/drop_ldconfig_calls.cmake)
set(CPACK_UISGE_MADE ${made})
