# cmake -DPROGRAM= -DLIST= -P compare_sizes.cmake: whether the public types have the sizes of a list. One REMAKES it.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE found COMMAND_ERROR_IS_FATAL ANY)
if(REMAKE)
  file(WRITE ${LIST} "${found}")
  return()
endif()
file(READ ${LIST} expected)
if(NOT found STREQUAL expected)
  message(FATAL_ERROR "The public types are:\n${found}and not as in ${LIST}:\n${expected}"
          "Programs that are built with the old headers cannot use this library; -DREMAKE=1 writes the list anew")
endif()
