# cmake -DBUILD= -DSOURCE= -DFOLDER= -DGENERATOR= -P installed_library_test.cmake: installs the library, moves it
# elsewhere, and builds the examples with it there: by find_package, shared and static, and by pkg-config.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
foreach(component libraries development)
  step(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${FOLDER}/first)
endforeach()
file(RENAME ${FOLDER}/first ${FOLDER}/moved)
# Every public header is installed.
file(GLOB headers RELATIVE ${SOURCE}/include ${SOURCE}/include/uisge/*.h)
foreach(header ${headers})
  if(NOT EXISTS ${FOLDER}/moved/include/${header})
    message(FATAL_ERROR "${header} is not installed")
  endif()
endforeach()
set(database ${SOURCE}/tests/data/3x3-2-loses.uisge)
file(GLOB_RECURSE package ${FOLDER}/moved/uisge.pc)
cmake_path(GET package PARENT_PATH pkgconfig)
cmake_path(GET pkgconfig PARENT_PATH libraries)

foreach(static OFF ON)
  set(examples ${FOLDER}/examples-static-${static})
  step(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/examples -B ${examples} -DCMAKE_PREFIX_PATH=${FOLDER}/moved
       -DUISGE_STATIC=${static})
  step(${CMAKE_COMMAND} --build ${examples})
  run_examples(${examples} ${database})
endforeach()

# The error must name the missing component.
file(WRITE ${FOLDER}/wrong/CMakeLists.txt "cmake_minimum_required(VERSION 3.18)\nproject(wrong LANGUAGES CXX)\n"
     "find_package(uisge REQUIRED COMPONENTS nonsense)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${FOLDER}/wrong -B ${FOLDER}/wrong/build
                -DCMAKE_PREFIX_PATH=${FOLDER}/moved RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "nonsense")
  message(FATAL_ERROR "A component that is not there was not refused: ${output}")
endif()

# Compiled as C++17, the headers must say that they need C++20.
execute_process(COMMAND c++ -std=c++17 -fsyntax-only -I${FOLDER}/moved/include ${SOURCE}/examples/probe.cpp
                RESULT_VARIABLE result ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "need C\\+\\+20: compile with -std=c\\+\\+20")
  message(FATAL_ERROR "C++17 was not refused with a sentence: ${output}")
endif()

set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
# The program of docs/library.md opens a database. If the database is missing, the program must name it. The program's
# rpath says where the library lies. pkg-config puts a backslash before each space of a path, so `eval` reads the
# command.
file(READ ${SOURCE}/docs/library.md page)
if(NOT page MATCHES "```cpp\n([^`]*)```")
  message(FATAL_ERROR "docs/library.md has no program")
endif()
file(WRITE ${FOLDER}/sample.cpp "${CMAKE_MATCH_1}")
step(sh -c "eval c++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -o '\"${FOLDER}/sample\" \"${FOLDER}/sample.cpp\"' $(pkg-config --cflags --libs uisge) -Wl,-rpath,$(pkg-config --variable=libdir uisge)")
execute_process(COMMAND ${FOLDER}/sample WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 1 OR NOT output MATCHES "^7x6-4-loses.uisge: [^\n]*; 'uisge solve --pieces 4' makes it[^\n]*\n$")
  message(FATAL_ERROR "The program of docs/library.md says without its file: ${result} ${output}")
endif()
set(ENV{LD_LIBRARY_PATH} ${libraries})
step(sh -c "eval cc -std=c99 -Wall -Wextra -Wpedantic -Werror -o '\"${FOLDER}/probe_c\" \"${SOURCE}/examples/probe.c\"' $(pkg-config --cflags --libs uisge)")
step(sh -c "eval c++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -o '\"${FOLDER}/probe_cpp\" \"${SOURCE}/examples/probe.cpp\"' $(pkg-config --cflags --libs uisge)")
run_examples(${FOLDER} ${database})
file(REMOVE_RECURSE ${FOLDER})
