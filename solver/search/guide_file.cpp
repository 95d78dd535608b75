#include "solver/search/guide_file.h"

#include <fmt/format.h>

#include "core/notation.h"
#include "db/file.h"
#include "db/line_reader.h"
#include "db/parallel.h"
#include "solver/search/file_fields.h"

namespace uisge {

namespace {

constexpr std::string_view kGuideMagic = "uisge-guide 1";

std::string rules_line(RuleSet rules) {
  return "rules " + rules_field(rules);
}

}  // namespace

Result<Strategy> read_guide(const std::string& path, const Board& board, int pieces, RuleSet rules,
                            const std::atomic<bool>* cancel, const std::function<void(std::uint64_t)>& report) {
  const auto file = UISGE_TRY(open_to_read(path));
  LineReader lines(file.number(), path);
  const std::string header[] = {std::string(kGuideMagic), rules_line(rules)};
  for (const std::string& expected : header) {
    const auto line = UISGE_TRY(lines.next());
    if (!line || *line != expected) {
      return lines.bad_first_line(line.value_or(""), fmt::format("expected '{}'", expected));
    }
  }
  Strategy guide;
  for (;;) {
    if (report) report(guide.size());
    if (wants_stop(cancel)) return interrupted_error(fmt::format("{}: interrupted while it was read", path));
    const auto line = UISGE_TRY(lines.next());
    if (!line) return guide;
    const std::size_t blank = line->rfind(' ');
    if (blank == std::string_view::npos) return lines.bad("expected 'POSITION MOVE'");
    const auto position = UISGE_TRY(lines.located(parse_position(line->substr(0, blank))));
    if (position.size() != board.size() || position.pieces() != pieces) return lines.bad("a position of another board");
    const auto move = UISGE_TRY(lines.located(parse_move(board, rules, position, line->substr(blank + 1))));
    if (!guide.try_emplace(position, StrategyMove{move, 0}).second) return lines.bad("a position that came before");
  }
}

Result<void> write_guide(OutputPlace& place, const Board& board, RuleSet rules,
                         const std::vector<std::pair<Position, Move>>& moves) {
  constexpr std::size_t kLinesAtOnce = 4096;
  auto file = UISGE_TRY(AtomicFile::create(place));
  std::string text = fmt::format("{}\n{}\n", kGuideMagic, rules_line(rules));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text += fmt::format("{} {}\n", to_text(board, moves[i].first), to_text(board, moves[i].second));
    if ((i + 1) % kLinesAtOnce != 0) continue;
    UISGE_TRY(file.append(std::as_bytes(std::span(text))));
    text.clear();
  }
  UISGE_TRY(file.append(std::as_bytes(std::span(text))));
  auto done = file.publish();
  place = file.place();
  return done;
}

}  // namespace uisge
