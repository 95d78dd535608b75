// An extract of a solved game is a file of some MiB that says who wins. Anybody can check the extract against the rules
// without the database.
//
// An extract has the game's counts, the value of every position of the first plies, and randomly chosen positions, each
// with its value and the values of its moves. A seed determines the random positions, so the maker of an extract cannot
// pick convenient ones. docs/extract.md is the specification. All functions here are pure.
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
// The kind of file: its name in messages, and the first bytes of an extract of any version.
inline constexpr FileKind kExtractFile{"an extract", "uisge-extract "};
inline constexpr std::uint64_t kMostDraws = 10'000'000;

struct ExtractHeader {
  DatabaseIdentity identity;
  std::optional<OutcomeCounts> raw;        // nullopt if the solve is not finished
  std::optional<OutcomeCounts> canonical;  // likewise
  int plies = 0;                           // all positions of plies 0 to `plies` are stored; at most kMaxBookPlies
  std::uint64_t draws = 0;                 // the number of random positions, at most kMostDraws
  std::uint64_t seed = 0;
};

// The header as text, newlines included. `positions`: the number of positions of each ply.
std::string extract_header(const ExtractHeader& header, const std::vector<std::size_t>& positions);

// The positions that arise from the start array within the first `header.plies` plies. Errors (kUsage): the board has
// no start array.
Result<std::vector<BookEntry>> extract_entries(const ExtractHeader& header);

// Values as letters: 'w' (win), 'l' (loss), 'd' (draw) or '?' (not decided). The value of a position is for the side to
// move, the value of a move for the side that makes the move.
inline constexpr char kOpenLetter = '?';
char letter_of(Outcome outcome);
char letter_of(Verdict verdict);
// The value of a move for the side that makes the move. `after` is the value of the position after the move.
char letter_of_move(char after);

// Compares the letter of a position's value with the letters of its moves' values or, if the game is over, with the
// rules. Returns the mistake in words; nothing if there is no mistake. While the game goes on, the letter '?' (not
// known) is never wrong.
std::optional<std::string> flaw_of_values(const Board& board, RuleSet rules, const Position& position, char value,
                                          std::string_view moves);

}  // namespace uisge
