// An extract of a solved game: some MiB that tell who wins, and that anybody can hold against the rules without the
// database.
//
// It has the game's counts, the value of every position that arises in the first plies, and positions drawn at random
// from all, each with its value and what each of its moves is worth. The draws follow from a seed, so nobody can have
// chosen them. docs/extract.md is the specification. Pure values and functions, and the header as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "core/verdict.h"
#include "db/file_descriptor.h"
#include "db/format.h"
#include "db/label_statistics.h"
#include "solver/search/opening_book.h"

namespace uisge {

inline constexpr std::string_view kExtractMagic = "uisge-extract 1";
inline constexpr std::string_view kExtractEnd = "end";
// A file of any version begins like this.
inline constexpr FileKind kExtractFile{"an extract", "uisge-extract "};
inline constexpr std::uint64_t kMostDraws = 10'000'000;

struct ExtractHeader {
  DatabaseIdentity identity;
  std::optional<OutcomeCounts> raw;        // none while the game is being solved
  std::optional<OutcomeCounts> canonical;  // likewise
  int plies = 0;                           // of the first plies, 0 to kMaxBookPlies
  std::uint64_t draws = 0;                 // at most kMostDraws
  std::uint64_t seed = 0;
};

// With every newline; `positions` by ply.
std::string extract_header(const ExtractHeader& header, const std::vector<std::size_t>& positions);

// The positions of the first plies. Errors (usage): the board has no start array.
Result<std::vector<BookEntry>> extract_entries(const ExtractHeader& header);

// A value as one letter: 'w' and 'l' for whoever is to move or makes the move, 'd' drawn, '?' not decided.
inline constexpr char kOpenLetter = '?';
char letter_of(Outcome outcome);
char letter_of(Verdict verdict);
// What a move is worth to the side that makes it, by the value of the position after it.
char letter_of_move(char after);

// The letters of a position and of all its moves against each other and, where the game is over, against the rules:
// what is wrong, or nothing. Undecided letters are held against what the others imply.
std::optional<std::string> flaw_of_values(const Board& board, RuleSet rules, const Position& position, char value,
                                          std::string_view moves);

}  // namespace uisge
