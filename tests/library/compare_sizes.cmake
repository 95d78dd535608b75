# cmake -DPROGRAM= -DLIST= -P compare_sizes.cmake: fails if the sizes of the public types,
# which PROGRAM prints, differ from the sizes in the file LIST. With -DREMAKE=1 it writes LIST.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
if(REMAKE)
  file(WRITE ${LIST} "${found}")
  return()
endif()
file(READ ${LIST} expected)
if(NOT found STREQUAL expected)
  string(REPLACE "\n" ";" found "${found}")
  string(REPLACE "\n" ";" expected "${expected}")
  set(gone ${expected})
  list(REMOVE_ITEM gone ${found})
  list(REMOVE_ITEM found ${expected})
  # CMake does not break a line that begins with a space.
  message(FATAL_ERROR " ${LIST}: has '${gone}', and the library '${found}'; raise the version if programs that are built "
          "with the old headers cannot run any more, and remake the list: cmake -DREMAKE=1, with the options of this call")
endif()
