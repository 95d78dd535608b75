#include "solver/extract/check_extract.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>

#include "core/moves.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "core/whole_number.h"
#include "db/line_reader.h"
#include "db/parallel.h"
#include "solver/extract/live_totals.h"
#include "solver/extract/position_draw.h"
#include "solver/ratio.h"
#include "solver/search/file_fields.h"
#include "solver/search/proof_session.h"

namespace uisge {

namespace {

constexpr std::string_view kLetters = "wld?";
constexpr std::uint64_t kRawLine = 5;  // the number of the line with the raw counts
constexpr std::uint64_t kCanonicalLine = 6;

class ExtractReader {
 public:
  ExtractReader(const ExtractCheckRequest& request, int descriptor)
      : request_(request), lines_(descriptor, request.path) {}

  Result<ExtractCheck> check() {
    UISGE_TRY(read_header());
    board_.emplace(header().identity.board);
    UISGE_TRY(read_first_plies());
    UISGE_TRY(read_draws());
    UISGE_TRY(read_end());
    note_shares();
    return std::move(check_);
  }

 private:
  ExtractHeader& header() { return check_.summary.header; }
  RuleSet rules() const { return check_.summary.header.identity.rules; }

  static tl::unexpected<Error> stopped() { return interrupted_error("extract: stopped, not all of it is checked"); }
  void note(std::uint64_t line, const std::string& flaw) {
    if (!check_.flaw) check_.flaw = fmt::format("line {}: {}", line, flaw);
  }
  void note_here(const std::string& flaw) { note(lines_.line(), flaw); }

  Result<std::string_view> line() {
    const auto text = UISGE_TRY(lines_.next());
    if (!text || !lines_.is_whole()) return lines_.bad("the extract ends here, it is cut off");
    return *text;
  }
  Result<std::string> field(std::string_view name) {
    const auto text = UISGE_TRY(line());
    const auto value = UISGE_TRY(lines_.value_of(name, text));
    return std::string(value);
  }
  Result<std::uint64_t> number_field(std::string_view name, std::uint64_t most) {
    const auto text = UISGE_TRY(field(name));
    const auto number = canonical_number(text);
    if (!number || *number > most) return lines_.bad(fmt::format("{}: '{}' is no number up to {}", name, text, most));
    return *number;
  }
  Result<std::optional<OutcomeCounts>> counts_field(std::string_view name) {
    const auto text = UISGE_TRY(field(name));
    if (text == "open") return std::nullopt;
    std::array<std::uint64_t, 3> counts{};
    std::string_view rest = text;
    for (std::uint64_t& count : counts) {
      const auto number = canonical_number(rest.substr(0, rest.find(' ')));
      if (!number) return lines_.bad(fmt::format("{}: '{}' is not three counts", name, text));
      count = *number;
      rest.remove_prefix(std::min(rest.size(), rest.find(' ')));
      if (!rest.empty()) rest.remove_prefix(1);
    }
    if (!rest.empty() || text.ends_with(' ')) {
      return lines_.bad(fmt::format("{}: '{}' is not three counts", name, text));
    }
    return OutcomeCounts{counts[0], counts[1], counts[2]};
  }

  Result<void> read_header() {
    const auto magic = UISGE_TRY(lines_.next());
    const std::string_view first = magic.value_or("");
    if (first != kExtractMagic) {
      return lines_.bad_first_line(first, first.starts_with(kExtractFile.magic)
                                              ? "a version that this program does not read"
                                              : "not an extract of this program");
    }
    const auto rules_text = UISGE_TRY(field("rules"));
    const auto rules = UISGE_TRY(lines_.located(parse_rules_field(rules_text)));
    const auto board_text = UISGE_TRY(field("board"));
    const auto size = UISGE_TRY(lines_.located(parse_board_size(board_text)));
    const auto pieces = UISGE_TRY(number_field("pieces", kMaxPieces));
    if (pieces == 0) return lines_.bad("pieces: there are none");
    header().identity = {size, static_cast<int>(pieces), rules};
    header().raw = UISGE_TRY(counts_field("raw"));
    header().canonical = UISGE_TRY(counts_field("canonical"));
    if (header().raw.has_value() != header().canonical.has_value()) {
      return lines_.bad("canonical: one of the counts is open and the other not");
    }
    const auto plies = UISGE_TRY(number_field("plies", kMaxBookPlies));
    header().plies = static_cast<int>(plies);
    positions_ = UISGE_TRY(field("positions"));
    header().draws = UISGE_TRY(number_field("draws", kMostDraws));
    header().seed = UISGE_TRY(number_field("seed", ~std::uint64_t{0}));
    return {};
  }

  // What follows the expected position on the next line: the letter of the position's value, and the rest of the line.
  struct ValueLine {
    char value;
    std::string rest;
  };
  Result<ValueLine> read_value(const Position& position) {
    const auto text = UISGE_TRY(line());
    const std::string expected = to_text(*board_, position) + ' ';
    if (!text.starts_with(expected)) return lines_.bad(fmt::format("expected '{}...'", expected));
    if (text.size() == expected.size() || kLetters.find(text[expected.size()]) == std::string_view::npos) {
      return lines_.bad("expected one of the letters w, l, d and ? behind the position");
    }
    const char value = text[expected.size()];
    if (value == kOpenLetter && header().raw) note_here("'?' in a game that is solved");
    if (++progress_.done % 1024 == 0 && request_.observer) request_.observer(progress_);
    if (wants_stop(request_.cancel)) return stopped();
    return ValueLine{value, std::string(text.substr(expected.size() + 1))};
  }

  Result<void> read_first_plies() {
    const auto entries = UISGE_TRY(lines_.located(extract_entries(header())));
    check_.summary.positions = entries_by_ply(header().plies, entries);
    const std::string expected = fmt::format("{}", fmt::join(check_.summary.positions, " "));
    if (positions_ != expected) return lines_.bad(fmt::format("expected 'positions {}' two lines above", expected));
    progress_.total = entries.size() + header().draws;
    const std::uint64_t lines_before = lines_.line();
    std::string values;
    for (const BookEntry& entry : entries) {
      const auto line = UISGE_TRY(read_value(entry.position));
      if (!line.rest.empty()) return lines_.bad(fmt::format("'{}' at the end of the line", line.rest));
      values += line.value;
    }
    // Entries far from the start come first, so the last value is the start's.
    check_.summary.start = values.back();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const BookEntry& entry = entries[i];
      const bool is_over = game_end(*board_, rules(), entry.position) != GameEnd::kNotOver;
      if (entry.ply == header().plies && !is_over) continue;  // the file lacks the positions after this entry's moves
      std::string moves;
      for (const BookMove& move : entry.moves) moves += letter_of_move(values[move.after]);
      if (const auto flaw = flaw_of_values(*board_, rules(), entry.position, values[i], moves)) {
        note(lines_before + 1 + i, *flaw);
      }
    }
    return {};
  }

  Result<void> read_draws() {
    const auto placements = UISGE_TRY(placements_of(header().identity));
    note_totals(placements);
    const int pieces = header().identity.pieces;
    const Colourings colourings(pieces);
    const std::vector<PositionCell> cells = draw_cells(*board_, placements, pieces, header().draws, header().seed);
    UISGE_TRY(start_search());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Position position = position_at(*board_, colourings, placements[cells[i].placement], cells[i].index);
      const auto line = UISGE_TRY(read_value(position));
      UISGE_TRY(check_draw(position, line));
      if (session_ && i % search_every_ == 0) UISGE_TRY(search(position, line.value));
    }
    return {};
  }

  Result<void> check_draw(const Position& position, const ValueLine& line) {
    const std::size_t moves = playable_moves(*board_, rules(), position).size();
    std::string_view letters = line.rest;
    if (!letters.starts_with(' ')) return lines_.bad("expected a blank and what the moves are worth behind the value");
    letters.remove_prefix(1);
    if (moves == 0 && letters != "-") return lines_.bad("expected '-', the game is over");
    if (moves == 0) letters = {};
    if (letters.size() != moves || letters.find_first_not_of(kLetters) != std::string_view::npos) {
      return lines_.bad(fmt::format("'{}' are not the letters w, l, d or ? of {} moves", letters, moves));
    }
    if (header().raw && letters.find(kOpenLetter) != std::string_view::npos) note_here("'?' in a game that is solved");
    if (const auto flaw = flaw_of_values(*board_, rules(), position, line.value, letters)) note_here(*flaw);
    check_.summary.add_sampled(line.value);
    return {};
  }

  Result<void> start_search() {
    if (request_.depth == 0 || request_.searches == 0 || header().draws == 0) return {};
    search_every_ = (header().draws - 1) / request_.searches + 1;  // rounded up
    const ProofLimits limits{
        .max_plies = request_.depth, .memory_bytes = request_.memory_bytes, .cancel = request_.cancel};
    session_ = UISGE_TRY(ProofSession::make(*board_, rules(), limits));
    return {};
  }

  Result<void> search(const Position& position, char value) {
    const ProofResult proof = prove(*session_, position);
    if (proof.end == ProofEnd::kCancelled) return stopped();
    ++check_.searched;
    if (!proof.verdict.is_decided()) return {};
    ++check_.decided;
    const char proved = letter_of(proof.verdict);
    if (value != proved && value != kOpenLetter) {
      note_here(fmt::format("'{}', where the forward search proves '{}' within {} plies", value, proved,
                            proof.verdict.plies));
    }
    return {};
  }

  Result<void> read_end() {
    const auto last = UISGE_TRY(line());
    const bool is_end = last == kExtractEnd;
    const auto more = UISGE_TRY(lines_.next());
    if (!is_end || more) return lines_.bad("expected 'end' and nothing after it");
    return {};
  }

  // The extract's counts of won, lost and drawn positions must add up to the number of live positions. A count up
  // to symmetry is a number of classes. A class has at least one position and at most one per symmetry of the board.
  void note_totals(std::span<const SquareSet> placements) {
    if (!header().raw) return;
    const LiveTotals totals = live_totals(*board_, placements, header().identity.pieces);
    const OutcomeCounts& raw = *header().raw;
    const OutcomeCounts& canonical = *header().canonical;
    if (!adds_up(raw, totals.raw)) {
      note(kRawLine, fmt::format("the counts are not those of the game's {} live positions", totals.raw));
    }
    if (!adds_up(canonical, totals.canonical)) {
      note(kCanonicalLine,
           fmt::format("the counts are not those of the game's {} live positions up to symmetry", totals.canonical));
    }
    for (const auto& [name, all, classes] :
         {std::tuple{"won", raw.won, canonical.won}, std::tuple{"lost", raw.lost, canonical.lost},
          std::tuple{"drawn", raw.drawn, canonical.drawn}}) {
      if (classes <= all && all <= classes * board_->symmetry_count()) continue;
      note(kCanonicalLine, fmt::format("{} {} positions cannot be {} up to symmetry", all, name, classes));
    }
  }
  // Whether the counts add up to the total; the sum cannot overflow.
  static bool adds_up(const OutcomeCounts& counts, std::uint64_t total) {
    return counts.won <= total && counts.lost <= total - counts.won && counts.drawn == total - counts.won - counts.lost;
  }

  // Compares the numbers of values among the randomly chosen positions with the numbers to expect from the extract's
  // counts. The numbers of a true extract are binomial. By Chernoff's bound (W. Hoeffding, "Probability inequalities
  // for sums of bounded random variables", 1963, theorem 1), such a number is this far above, or this far below, the
  // expected number with a probability of at most exp(-divergence). There are three numbers with two sides each, so the
  // check refuses a true extract at most once in 500 million times.
  void note_shares() {
    if (!header().raw || header().draws == 0) return;
    const OutcomeCounts& all = *header().raw;
    const OutcomeCounts& drawn = check_.summary.drawn;
    const auto draws = static_cast<double>(header().draws);
    for (const auto& [name, of_all, of_drawn] :
         {std::tuple{"won", all.won, drawn.won}, std::tuple{"lost", all.lost, drawn.lost},
          std::tuple{"drawn", all.drawn, drawn.drawn}}) {
      const double share = all.live() == 0 ? 0 : ratio(of_all, all.live());
      const double divergence = divergence_part(static_cast<double>(of_drawn), draws * share) +
                                divergence_part(draws - static_cast<double>(of_drawn), draws * (1 - share));
      if (divergence <= std::log(6 * 500e6)) continue;
      const double deviation = std::sqrt(draws * share * (1 - share));
      note(kRawLine, fmt::format("{} of the {} draws are {}, the counts make {:.0f} likely, give or take {:.0f}",
                                 of_drawn, header().draws, name, draws * share, deviation));
    }
  }

  static double divergence_part(double count, double expected) {
    return count == 0 ? 0 : count * std::log(count / expected);
  }

  const ExtractCheckRequest& request_;
  LineReader lines_;
  ExtractCheck check_;
  std::string positions_;  // the header's field `positions`
  std::optional<Board> board_;
  std::unique_ptr<ProofSession> session_;
  std::uint64_t search_every_ = 1;
  ExtractProgress progress_;
};

}  // namespace

Result<ExtractCheck> check_extract(const ExtractCheckRequest& request) {
  const auto file = UISGE_TRY(open_to_read(request.path));
  return ExtractReader(request, file.number()).check();
}

}  // namespace uisge
