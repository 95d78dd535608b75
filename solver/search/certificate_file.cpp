#include "solver/search/certificate_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/notation.h"
#include "db/file.h"
#include "db/line_reader.h"
#include "db/parallel.h"
#include "solver/search/file_fields.h"

namespace uisge {

namespace {

class Reader {
 public:
  Reader(const std::string& path, int descriptor, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
         const std::function<void(std::uint64_t)>& report)
      : path_(path),
        lines_(descriptor, path),
        most_moves_(memory_bytes / kBytesPerCheckedPosition),
        cancel_(cancel),
        report_(report) {}

  Result<Certificate> read() {
    auto magic = UISGE_TRY(line());
    if (magic != kProofMagic) {
      return lines_.bad_first_line(magic, magic.starts_with("uisge-proof ")
                                              ? "a version that this program does not read"
                                              : "not a proof of this program");
    }
    auto rules = UISGE_TRY(
        field("rules").and_then([&](std::string_view text) { return lines_.located(parse_rules_field(text)); }));
    auto position = UISGE_TRY(
        field("position").and_then([&](std::string_view text) { return lines_.located(parse_position(text)); }));
    auto claim = UISGE_TRY(field("claim").and_then([&](std::string_view text) { return parse_claim(text); }));
    auto count =
        UISGE_TRY(field("moves").and_then([&](std::string_view text) { return parse_number(text, kMaxMoves); }));

    const Board board(position.size());
    Certificate certificate{rules, position, claim.first, claim.second, {}};
    for (int i = 0; i < count; ++i) {
      if (report_) report_(certificate.strategy.size());
      if (wants_stop(cancel_)) return interrupted_error(fmt::format("{}: interrupted while it was read", path_));
      UISGE_TRY(read_move(board, position.pieces(), certificate.strategy));
    }
    auto last = UISGE_TRY(line());
    const bool is_end = last == "end";
    const auto more = UISGE_TRY(lines_.next());
    if (!is_end || more) return lines_.bad("expected 'end' and nothing after it");
    return certificate;
  }

 private:
  static constexpr int kMaxMoves = 2'000'000'000;

  Result<std::string_view> line() {
    const auto text = UISGE_TRY(lines_.next());
    if (!text || !lines_.is_whole()) return lines_.bad("the file ends early");
    return *text;
  }

  // The part of the next line that follows `name` and a space.
  Result<std::string_view> field(std::string_view name) {
    const auto text = UISGE_TRY(line());
    return lines_.value_of(name, text);
  }

  Result<std::pair<ClaimKind, int>> parse_claim(std::string_view text) const {
    const std::size_t blank = text.find(' ');
    for (const ClaimKind kind : {ClaimKind::kWin, ClaimKind::kLoss, ClaimKind::kNone}) {
      if (text.substr(0, blank) != to_string(kind) || blank == std::string_view::npos) continue;
      const auto plies = UISGE_TRY(parse_number(text.substr(blank + 1), kMaxPlies));
      return std::pair(kind, plies);
    }
    return lines_.bad("expected 'claim win|loss|none PLIES'");
  }

  Result<int> parse_number(std::string_view text, int largest) const {
    return lines_.located(parse_number_field(text, largest));
  }

  // Parses only the form of a move. The check of the certificate (certificate_check.h) decides whether the move can be
  // played.
  Result<Move> parse_shape(const Board& board, std::string_view text) const {
    if (text == "pass") return Move::pass();
    const auto from = text.size() == 4 ? square_named(board, text) : std::nullopt;
    const auto to = from ? square_named(board, text.substr(2)) : std::nullopt;
    if (to && *to != *from) return Move{*from, *to};
    return lines_.bad(fmt::format("'{}' is no move on this board", text));
  }

  // "POSITION PLIES MOVE", such as "Wb1/wb1 w 1 a1c1": the position includes the side to move.
  Result<void> read_move(const Board& board, int pieces, Strategy& strategy) {
    auto text = UISGE_TRY(line());
    const std::size_t move_at = text.rfind(' ');
    const std::size_t plies_at = move_at == std::string_view::npos ? move_at : text.rfind(' ', move_at - 1);
    if (plies_at == std::string_view::npos || move_at == 0) return lines_.bad("expected 'POSITION PLIES MOVE'");
    const auto position = UISGE_TRY(lines_.located(parse_position(text.substr(0, plies_at))));
    if (position.size() != board.size()) return lines_.bad("a position of another board");
    if (position.pieces() != pieces) return lines_.bad("a position with another number of pieces");
    const auto plies = UISGE_TRY(parse_number(text.substr(plies_at + 1, move_at - plies_at - 1), kMaxPlies));
    const auto move = UISGE_TRY(parse_shape(board, text.substr(move_at + 1)));
    if (strategy.size() >= most_moves_) {
      return resource_error(fmt::format("{}: its moves beyond line {} do not fit", path_, lines_.line()),
                            {{Remedy::kMoreMemory}});
    }
    if (!strategy.emplace(position, StrategyMove{move, plies}).second) return lines_.bad("a position that came before");
    return {};
  }

  const std::string& path_;
  LineReader lines_;
  std::size_t most_moves_;
  const std::atomic<bool>* cancel_;
  const std::function<void(std::uint64_t)>& report_;
};

}  // namespace

Result<void> write_certificate(const OutputPlace& place, const Board& board, const Certificate& certificate) {
  auto file = UISGE_TRY(AtomicFile::create(place));
  const auto append = [&](const std::string& text) { return file.append(std::as_bytes(std::span(text))); };
  auto written = append(fmt::format("{}\nrules {}\nposition {}\nclaim {} {}\nmoves {}\n", kProofMagic,
                                    rules_field(certificate.rules), to_text(board, certificate.position),
                                    to_string(certificate.kind), certificate.plies, certificate.strategy.size()));
  if (!written) return written;
  std::vector<std::tuple<int, std::string>> lines;  // in descending order of plies
  lines.reserve(certificate.strategy.size());
  for (const auto& [position, strategy_move] : certificate.strategy) {
    lines.emplace_back(-strategy_move.plies, fmt::format("{} {} {}\n", to_text(board, position), strategy_move.plies,
                                                         to_text(board, strategy_move.move)));
  }
  std::sort(lines.begin(), lines.end());
  for (const auto& [order, text] : lines) {
    if (written = append(text); !written) return written;
  }
  if (written = append("end\n"); !written) return written;
  return file.publish();
}

Result<Certificate> read_certificate(const std::string& path, std::uint64_t memory_bytes,
                                     const std::atomic<bool>* cancel,
                                     const std::function<void(std::uint64_t)>& report) {
  const auto file = UISGE_TRY(open_to_read(path));
  return Reader(path, file.number(), memory_bytes, cancel, report).read();
}

}  // namespace uisge
