# UISGE_KNOWN_FACTS: the source file that contains the table of known starts. core/known_facts.cmake makes it.
set(UISGE_KNOWN_FACTS ${CMAKE_CURRENT_BINARY_DIR}/known_facts.cpp)
add_custom_command(
  OUTPUT ${UISGE_KNOWN_FACTS}
  COMMAND ${CMAKE_COMMAND} -D DOCS=${PROJECT_SOURCE_DIR}/docs -D OUTPUT=${UISGE_KNOWN_FACTS}
          -P ${PROJECT_SOURCE_DIR}/core/known_facts.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/docs/known.csv ${PROJECT_SOURCE_DIR}/docs/results.csv
          ${PROJECT_SOURCE_DIR}/core/known_facts.cmake
  VERBATIM)
