# Makes the source file with the table of known starts: cmake -D DOCS=FOLDER -D OUTPUT=FILE -P known_facts.cmake.
#
# The folder's results.csv has games that were solved completely; known.csv has everything else. If a graphics card
# found a game's value, known.csv has it. If the game was also solved completely without distances, results.csv has the
# value too. Then known.csv counts, and the value in results.csv is not used. A line that cannot be parsed ends the
# build.
cmake_minimum_required(VERSION 3.25)
set(game "[2-9]x[2-9],[1-6],(loses|wins|draws|passes),(true|false)")

function(word_of text result)  # "loses" becomes "Loses"
  string(SUBSTRING ${text} 0 1 first)
  string(SUBSTRING ${text} 1 -1 rest)
  string(TOUPPER ${first} first)
  set(${result} ${first}${rest} PARENT_SCOPE)
endfunction()

# fact(SOURCE VALUE AT_LEAST WITHIN RUNS FILE MOVE) adds a row about the game in `fields`. If a fact is unknown, its
# argument is empty.
set(rows "")
function(fact source value at_least within runs file move)
  list(GET fields 0 board)
  list(GET fields 1 pieces)
  list(GET fields 2 stuck)
  list(GET fields 3 diagonal)
  string(REPLACE x ", " board ${board})
  word_of(${stuck} stuck)
  word_of(${source} source)
  if(value STREQUAL "")
    set(value std::nullopt)
  else()
    word_of(${value} value)
    set(value Outcome::k${value})
  endif()
  if(at_least STREQUAL "")
    set(at_least 0)
  endif()
  if(within STREQUAL "")
    set(within std::nullopt)
  endif()
  string(APPEND rows "      {{${board}}, ${pieces}, {StuckRule::k${stuck}, ${diagonal}}, KnownSource::k${source}, "
         "${value}, ${at_least}, ${within}, ${runs}, \"${file}\", \"${move}\"},\n")
  set(rows "${rows}" PARENT_SCOPE)
endfunction()

set(found_by_card "")  # games for which known.csv has a value from a graphics card
file(STRINGS ${DOCS}/known.csv lines)
list(POP_FRONT lines header)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^${game},(proof|card|search),(win|loss|draw|),[0-9]*,[0-9]*,[1-9][0-9]*,[A-Za-z0-9/._-]*,([a-i][1-9][a-i][1-9]|)$")
    message(FATAL_ERROR "known.csv: '${line}' is no fact: ${header}")
  endif()
  string(REPLACE "," ";" fields "${line}")
  foreach(name RANGE 4 10)
    list(GET fields ${name} field_${name})
  endforeach()
  fact(${field_4} "${field_5}" "${field_6}" "${field_7}" ${field_8} "${field_9}" "${field_10}")
  if(field_4 STREQUAL "card" AND NOT field_5 STREQUAL "")
    list(SUBLIST fields 0 4 key)
    list(JOIN key "," key)
    list(APPEND found_by_card ${key})
  endif()
endforeach()

file(STRINGS ${DOCS}/results.csv lines)
list(POP_FRONT lines header)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^${game},[0-9]+,[0-9]+,[0-9]+,[0-9]+,[0-9]*,(none|win|loss|draw),[0-9]*$")
    message(FATAL_ERROR "results.csv: '${line}' is no result: ${header}")
  endif()
  string(REPLACE "," ";" fields "${line}")
  list(GET fields 5 6 decided)
  list(GET fields 8 longest)
  list(GET fields 9 value)
  list(GET fields 10 distance)
  list(SUBLIST fields 0 4 key)
  list(JOIN key "," key)
  # If a game has decided positions but no longest distance, it was solved without distances.
  set(source distances)
  if(longest STREQUAL "" AND NOT decided STREQUAL "0;0")
    set(source processors)
  endif()
  if(NOT value STREQUAL "none" AND NOT (source STREQUAL "processors" AND key IN_LIST found_by_card))
    fact(${source} ${value} "${distance}" "${distance}" 1 "" "")
  endif()
endforeach()

file(WRITE ${OUTPUT} "// Made by core/known_facts.cmake from docs/results.csv and docs/known.csv.
#include \"core/known_start.h\"

namespace uisge {

std::span<const KnownFact> known_facts() {
  static constexpr KnownFact kFacts[] = {
${rows}  };
  return kFacts;
}

}  // namespace uisge
")
