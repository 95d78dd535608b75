# cmake -DSOURCE= -DFOLDER= -DGENERATOR= -P library_only_test.cmake: builds a project that contains uisge, without
# OpenMP, TBB, MPI, CLI11 and JSON.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/step.cmake)
file(REMOVE_RECURSE ${FOLDER})
set(without "")
foreach(package OpenMP TBB CLI11 nlohmann_json MPI)
  list(APPEND without -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
step(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/tests/library/part_of_another -B ${FOLDER}
     -DUISGE_SOURCE=${SOURCE} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 ${without})
step(${CMAKE_COMMAND} --build ${FOLDER})
run_examples(${FOLDER}/examples ${SOURCE}/tests/data/3x3-2-loses.uisge)
file(REMOVE_RECURSE ${FOLDER})
