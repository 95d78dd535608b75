# UISGE_SHIPPED_BOOK: the source file that contains the opening book of docs/book. solver/search/shipped_book.cmake
# makes it.
set(UISGE_SHIPPED_BOOK ${CMAKE_CURRENT_BINARY_DIR}/shipped_book.cpp)
add_custom_command(
  OUTPUT ${UISGE_SHIPPED_BOOK}
  COMMAND ${CMAKE_COMMAND} -D BOOK=${PROJECT_SOURCE_DIR}/docs/book/7x6-6-loses.book -D OUTPUT=${UISGE_SHIPPED_BOOK}
          -P ${PROJECT_SOURCE_DIR}/solver/search/shipped_book.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/docs/book/7x6-6-loses.book ${PROJECT_SOURCE_DIR}/solver/search/shipped_book.cmake
  VERBATIM)
