# cmake -DNM= -DLIBRARY= -DLIST= -P compare_symbols.cmake: compares the symbols that a shared library exports with a
# list. A missing symbol breaks programs that were linked against the library; a new one must be added to the list
# (-DREMAKE=1).
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBRARY} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${lines}")
set(found "")
foreach(line IN LISTS lines)
  # Compares functions only: which constants and type tables are exported depends on the compiler.
  if(line MATCHES "^([^ @]+)[^ ]* T ")
    list(APPEND found ${CMAKE_MATCH_1})
  endif()
endforeach()
list(SORT found)
if(REMAKE)
  list(JOIN found "\n" text)
  file(WRITE ${LIST} "${text}\n")
  return()
endif()
file(STRINGS ${LIST} expected)
set(gone ${expected})
list(REMOVE_ITEM gone ${found})
list(REMOVE_ITEM found ${expected})
if(gone OR found)
  # CMake does not break a line that begins with a space.
  message(FATAL_ERROR " ${LIBRARY}: lacks '${gone}' of ${LIST} and has '${found}' beyond it; raise the version if programs "
          "that are linked cannot run any more, and remake the list: cmake -DREMAKE=1, with the options of this call")
endif()
