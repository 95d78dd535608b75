# Makes the source file with an opening book's verdicts: cmake -D BOOK=FILE -D OUTPUT=FILE -P shipped_book.cmake.
#
# The source file has one letter for the verdict of each position of the book's last ply (docs/book.md); everything else
# follows from the rules. Capital letters are wins (A in 0 plies, B in 1), small letters are losses, a dot is an
# undecided position. A line of the book that cannot be parsed stops the build.
cmake_minimum_required(VERSION 3.25)
set(capitals ABCDEFGHIJKLMNOPQRSTUVWXYZ)

file(STRINGS ${BOOK} lines)
string(REPLACE ";" "\n" header "${lines}")
if(NOT header MATCHES "^uisge-book 1\nrules loses\nposition ([^\n]+)\nplies ([0-9]+)\ndepth ([0-9]+)\n")
  message(FATAL_ERROR "${BOOK}: is no book of version 1 under `loses`")
endif()
set(start ${CMAKE_MATCH_1})
set(plies ${CMAKE_MATCH_2})
set(depth ${CMAKE_MATCH_3})
set(letters "")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^${plies} ")
    continue()
  endif()
  if(line MATCHES " none ${depth}$")
    string(APPEND letters .)
  elseif(line MATCHES " (win|loss) ([0-9]+)$" AND CMAKE_MATCH_2 LESS 26)
    set(value ${CMAKE_MATCH_1})
    string(SUBSTRING ${capitals} ${CMAKE_MATCH_2} 1 letter)
    if(value STREQUAL loss)
      string(TOLOWER ${letter} letter)
    endif()
    string(APPEND letters ${letter})
  else()
    message(FATAL_ERROR "${BOOK}: ${line}")
  endif()
endforeach()

file(WRITE ${OUTPUT} "// Made by solver/search/shipped_book.cmake from docs/book.
#include \"solver/search/opening_tree.h\"

namespace uisge {

ShippedBook shipped_book() {
  return {\"${start}\", ${plies}, ${depth}, \"${letters}\"};
}

}  // namespace uisge
")
