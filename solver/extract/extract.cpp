#include "solver/extract/extract.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/moves.h"
#include "core/start.h"
#include "solver/search/file_fields.h"

namespace uisge {

namespace {

std::string counts_field(const std::optional<OutcomeCounts>& counts) {
  return counts ? fmt::format("{} {} {}", counts->won, counts->lost, counts->drawn) : "open";
}

}  // namespace

std::string extract_header(const ExtractHeader& header, const std::vector<std::size_t>& positions) {
  const DatabaseIdentity& identity = header.identity;
  return fmt::format(
      "{}\nrules {}\nboard {}\npieces {}\nraw {}\ncanonical {}\nplies {}\npositions {}\ndraws {}\nseed {}\n",
      kExtractMagic, rules_field(identity.rules), to_string(identity.board), identity.pieces, counts_field(header.raw),
      counts_field(header.canonical), header.plies, fmt::join(positions, " "), header.draws, header.seed);
}

Result<std::vector<BookEntry>> extract_entries(const ExtractHeader& header) {
  const auto start = UISGE_TRY(start_position(Board(header.identity.board), header.identity.pieces));
  return book_entries({header.identity.rules, start, header.plies, 0});
}

char letter_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin: return 'w';
    case Outcome::kLoss: return 'l';
    case Outcome::kDraw: break;
  }
  return 'd';
}

char letter_of(Verdict verdict) {
  return verdict.is_decided() ? letter_of(*verdict.outcome) : kOpenLetter;
}

char letter_of_move(char after) {
  if (after == 'w') return 'l';
  return after == 'l' ? 'w' : after;
}

std::optional<std::string> flaw_of_values(const Board& board, RuleSet rules, const Position& position, char value,
                                          std::string_view moves) {
  if (const auto over = outcome_if_over(board, rules, position)) {
    const char by_rules = letter_of(*over);
    if (value == by_rules) return std::nullopt;
    return fmt::format("'{}', where the game is over and the rules say '{}'", value, by_rules);
  }
  const bool has_win = moves.find('w') != std::string_view::npos;
  const bool all_lose = moves.find_first_not_of('l') == std::string_view::npos;
  const bool has_open = moves.find(kOpenLetter) != std::string_view::npos;
  const bool has_draw = moves.find('d') != std::string_view::npos;
  const bool is_right = value == 'w'   ? has_win
                        : value == 'l' ? all_lose
                        : value == 'd' ? !has_win && !has_open && has_draw
                                       : value == kOpenLetter;
  if (is_right) return std::nullopt;
  return fmt::format("'{}' does not follow from what the moves are worth, '{}'", value, moves);
}

}  // namespace uisge
