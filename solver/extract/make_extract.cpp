#include "solver/extract/make_extract.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/notation.h"
#include "db/file.h"
#include "db/parallel.h"
#include "solver/extract/position_draw.h"

namespace uisge {

namespace {

// The number of positions per call of Probe::prepare().
constexpr std::size_t kBatch = 128;

class ExtractWriter {
 public:
  ExtractWriter(Probe& probe, const ExtractRequest& request, AtomicFile file)
      : probe_(probe),
        request_(request),
        board_(probe.board()),
        file_(std::move(file)),
        summary_{request.header, {}, kOpenLetter, {}, 0} {}

  Result<ExtractSummary> write() {
    const auto entries = UISGE_TRY(extract_entries(request_.header));
    const auto placements = UISGE_TRY(placements_of(request_.header.identity));
    const int pieces = request_.header.identity.pieces;
    const std::vector<PositionCell> cells =
        draw_cells(board_, placements, pieces, request_.header.draws, request_.header.seed);
    summary_.positions = entries_by_ply(request_.header.plies, entries);
    progress_.total = entries.size() + cells.size();
    UISGE_TRY(append(extract_header(request_.header, summary_.positions)));

    UISGE_TRY(write_all(
        entries.size(), [&](std::size_t i) { return entries[i].position; }, false));
    summary_.start = last_value_;  // entries are in descending order of plies, so the last entry is the start
    const Colourings colourings(pieces);
    const auto drawn_at = [&](std::size_t i) {
      return position_at(board_, colourings, placements[cells[i].placement], cells[i].index);
    };
    UISGE_TRY(write_all(cells.size(), drawn_at, true));
    UISGE_TRY(append(fmt::format("{}\n", kExtractEnd)));
    UISGE_TRY(file_.publish());
    return summary_;
  }

 private:
  Result<void> append(std::string_view text) { return file_.append(std::as_bytes(std::span(text))); }

  template <class PositionOf>
  Result<void> write_all(std::size_t count, const PositionOf& position_of, bool is_draw) {
    for (std::size_t begin = 0; begin < count; begin += kBatch) {
      std::vector<Position> batch;
      for (std::size_t i = begin; i < std::min(count, begin + kBatch); ++i) batch.push_back(position_of(i));
      UISGE_TRY(probe_.prepare(batch));
      for (const Position& position : batch) UISGE_TRY(write_position(position, is_draw));
      progress_.done += batch.size();
      if (request_.observer) request_.observer(progress_);
      if (wants_stop(request_.cancel)) return interrupted_error("extract: stopped, nothing is written");
    }
    return {};
  }

  Result<void> write_position(const Position& position, bool is_draw) {
    const auto analysis = UISGE_TRY(probe_.analyse(position));
    last_value_ = letter_of(analysis.verdict);
    std::string line = fmt::format("{} {}", to_text(board_, position), last_value_);
    if (is_draw) {
      summary_.add_sampled(last_value_);
      line += ' ' + move_letters(analysis);
    }
    return append(line + "\n");
  }

  // Returns a letter for the value of each move, in the order of the moves' texts.
  std::string move_letters(const Analysis& analysis) const {
    if (analysis.moves.empty()) return "-";
    std::vector<std::pair<std::string, char>> letters;
    for (const RankedMove& move : analysis.moves) {
      letters.emplace_back(to_text(board_, move.move), letter_of(move.verdict));
    }
    std::sort(letters.begin(), letters.end());
    std::string text;
    for (const auto& [move, letter] : letters) text += letter;
    return text;
  }

  Probe& probe_;
  const ExtractRequest& request_;
  const Board& board_;
  AtomicFile file_;
  ExtractSummary summary_;
  ExtractProgress progress_;
  char last_value_ = kOpenLetter;
};

}  // namespace

void ExtractSummary::add_sampled(char value) {
  switch (value) {
    case 'w': ++drawn.won; break;
    case 'l': ++drawn.lost; break;
    case 'd': ++drawn.drawn; break;
    default: ++open; break;
  }
}

Result<ExtractSummary> make_extract(Probe& probe, const ExtractRequest& request, const OutputPlace& place) {
  auto file = UISGE_TRY(AtomicFile::create(place));
  return ExtractWriter(probe, request, std::move(file)).write();
}

}  // namespace uisge
