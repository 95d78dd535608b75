# Writes HEADER with the commit of SOURCE: from git, or else from what `git archive` put into archive_commit.txt.
set(commit "")
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/archive_commit.txt commit LIMIT_COUNT 1)
endif()
if(commit MATCHES "Format" OR NOT commit)
  set(commit "unknown")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/build_commit.h.in ${HEADER} @ONLY)
