# cpack reads this file before it packs. For the source archive this file provides the tree of the last commit or,
# without git (as in an unpacked source archive), the current tree without built files.
if(CPACK_INSTALL_CMAKE_PROJECTS OR NOT CPACK_UISGE_SOURCE_TREE)
  return()
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX "")
set(CPACK_PRE_BUILD_SCRIPTS "")
set(CPACK_POST_BUILD_SCRIPTS "")
file(REMOVE_RECURSE ${CPACK_UISGE_SOURCE_TREE})
file(MAKE_DIRECTORY ${CPACK_UISGE_SOURCE_TREE})
if(EXISTS ${CPACK_UISGE_SOURCE}/.git)
  execute_process(COMMAND git -C ${CPACK_UISGE_SOURCE} -c tar.umask=0022 archive HEAD
                  COMMAND tar -x -C ${CPACK_UISGE_SOURCE_TREE}
                  COMMAND_ERROR_IS_FATAL ANY)
else()
  file(GLOB entries RELATIVE ${CPACK_UISGE_SOURCE} ${CPACK_UISGE_SOURCE}/* ${CPACK_UISGE_SOURCE}/.[a-z]*)
  list(REMOVE_ITEM entries build)
  list(TRANSFORM entries PREPEND ${CPACK_UISGE_SOURCE}/)
  file(COPY ${entries} DESTINATION ${CPACK_UISGE_SOURCE_TREE})
endif()
