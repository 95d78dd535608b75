#include "solver/search/guide_file.h"

#include <fmt/format.h>

#include "core/notation.h"
#include "db/file_descriptor.h"
#include "db/line_reader.h"

namespace uisge {

Result<Strategy> read_guide(const std::string& path, const Board& board, int pieces, RuleSet rules) {
  const auto file = open_to_read(path);
  if (!file) return tl::unexpected(file.error());
  LineReader lines(file->number(), path);
  const auto bad = [&](std::string_view what) {
    return bad_file(fmt::format("{}: line {}: {}", path, lines.line(), what));
  };
  Strategy guide;
  for (;;) {
    const auto line = lines.next();
    if (!line) return tl::unexpected(line.error());
    if (!*line) return guide;
    const std::size_t blank = (*line)->rfind(' ');
    if (blank == std::string_view::npos) return bad("expected 'POSITION MOVE'");
    const auto position = parse_position((*line)->substr(0, blank));
    if (!position) return bad(position.error().message);
    if (position->size() != board.size() || position->pieces() != pieces) return bad("a position of another board");
    const auto move = parse_move(board, rules, *position, (*line)->substr(blank + 1));
    if (!move) return bad(move.error().message);
    if (!guide.try_emplace(*position, StrategyMove{*move, 0}).second) return bad("a position that came before");
  }
}

}  // namespace uisge
