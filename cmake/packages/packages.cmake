# The packages that cpack makes. A build of the static program makes an archive; once unpacked, the program runs from
# any folder. Other builds make the Debian packages `uisge`, `libuisge0`, `libuisge-dev` and `python3-uisge`. Both kinds
# of build make the source archive. scripts/package.sh makes all packages.
set(UISGE_MAINTAINER "The uisge authors <maintainers@users.noreply.a-seed-4f65f780.example>" CACHE STRING
    "the maintainer of the packages")
set(UISGE_PACKAGE_REVISION 1 CACHE STRING "the Debian revision: counts the packages of one version")
set(here ${CMAKE_CURRENT_LIST_DIR})
set(made ${PROJECT_BINARY_DIR}/packaging)

set(CPACK_PACKAGE_NAME uisge)
set(CPACK_PACKAGE_VENDOR "the uisge authors")
set(CPACK_PACKAGE_CONTACT "${UISGE_MAINTAINER}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_THREADS 0)
set(CPACK_VERBATIM_VARIABLES ON)

# The source archive has the files of the last commit; source_tree.cmake puts them where cpack looks for them.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME uisge-${PROJECT_VERSION})
set(CPACK_SOURCE_INSTALLED_DIRECTORIES "${made}/source;/")
set(CPACK_SOURCE_IGNORE_FILES "")
set(CPACK_PROJECT_CONFIG_FILE ${here}/source_tree.cmake)
set(CPACK_UISGE_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_UISGE_SOURCE_TREE ${made}/source)

if(UISGE_STATIC_PROGRAM)
  set(CPACK_GENERATOR TGZ)
  set(CPACK_PACKAGE_FILE_NAME uisge-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
  set(CPACK_COMPONENTS_ALL program licences)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
  include(${here}/licences.cmake)
else()
  set(CPACK_GENERATOR DEB)
  include(${here}/debian.cmake)
endif()
include(CPack)
