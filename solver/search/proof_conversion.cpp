#include "solver/search/proof_conversion.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "db/placement_loop.h"
#include "solver/search/proved_strategy.h"

namespace uisge {

namespace {

tl::unexpected<Error> not_a_proof(const Board& board, const Position& position, std::string_view what) {
  return verification_error(fmt::format("proof: {}: {}", to_text(board, position), what));
}

}  // namespace

Result<LineTable> read_lines(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const Parallel& parallel) {
  auto table = UISGE_TRY(LineTable::make(proof.lines(), memory_bytes));
  const auto insert_block = [&](std::size_t /*worker*/, std::size_t block) -> Result<bool> {
    const auto lines = UISGE_TRY(proof.block(block));
    for (const ProofLine& line : lines) table.insert(line);
    return true;
  };
  const bool is_whole = UISGE_TRY(PlacementLoop(proof.blocks(), parallel, {}, cancel).run(insert_block));
  if (!is_whole) return interrupted_error("proof: interrupted, nothing is proven");
  return table;
}

Result<ProofLine> line_of(const Board& board, RuleSet rules, const PositionNumbers& numbers, const Position& position,
                          StrategyMove strategy_move) {
  const auto [number, symmetry] = numbers.place_of(position);
  const MoveList moves = playable_moves(board, rules, uisge::image(board, symmetry, position));
  const auto played = std::find(moves.begin(), moves.end(), uisge::image(board, symmetry, strategy_move.move));
  if (played == moves.end()) {
    return not_a_proof(board, position, fmt::format("{} cannot be played", to_text(board, strategy_move.move)));
  }
  if (strategy_move.plies < 1 || strategy_move.plies > kMaxPlies) {
    return not_a_proof(board, position, fmt::format("no line takes {} plies", strategy_move.plies));
  }
  return ProofLine{number, static_cast<std::uint16_t>(strategy_move.plies),
                   static_cast<std::uint8_t>(played - moves.begin())};
}

Result<std::vector<ProofLine>> lines_of(const Certificate& certificate) {
  const Board board(certificate.position.size());
  const PositionNumbers numbers(board, certificate.position.pieces());
  std::vector<ProofLine> lines;
  lines.reserve(certificate.strategy.size());
  for (const auto& [position, strategy_move] : certificate.strategy) {
    if (position.pieces() != certificate.position.pieces()) {
      return not_a_proof(board, position, "has another number of pieces than the game");
    }
    const auto line = UISGE_TRY(line_of(board, certificate.rules, numbers, position, strategy_move));
    lines.push_back(line);
  }
  return lines;
}

Result<void> write_compact_proof(const OutputPlace& place, const Certificate& certificate) {
  auto lines = UISGE_TRY(lines_of(certificate));
  return write_compact_proof(place, certificate, std::move(lines));
}

std::optional<StrategyMove> move_of(const Board& board, RuleSet rules, const Position& position, Symmetry symmetry,
                                    const ProofLine& line) {
  const MoveList moves = playable_moves(board, rules, uisge::image(board, symmetry, position));
  if (line.move_number >= moves.size()) return std::nullopt;
  return StrategyMove{uisge::image(board, board.inverse(symmetry), moves[line.move_number]), line.plies};
}

Result<Certificate> expand(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                           const Parallel& parallel) {
  const auto table = UISGE_TRY(read_lines(proof, memory_bytes, cancel, parallel));
  const Board& board = proof.board();
  Certificate certificate{proof.claim(), {}};
  const RuleSet rules = certificate.rules;
  std::vector<Position> open;
  const auto open_answers = [&](const Position& position) {
    for (const Move move : playable_moves(board, rules, position)) open.push_back(play(board, position, move));
  };
  if (certificate.kind == ClaimKind::kWin) open.push_back(certificate.position);
  if (certificate.kind == ClaimKind::kLoss) open_answers(certificate.position);
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    const auto [number, symmetry] = proof.numbers().place_of(position);
    const auto line = table.find(number);
    if (!line || certificate.strategy.contains(position)) continue;
    const auto strategy_move = move_of(board, rules, position, symmetry, *line);
    if (!strategy_move) return not_a_proof(board, position, "the move of its line cannot be played");
    if (certificate.strategy.size() >= memory_bytes / kBytesPerCheckedPosition) {
      return resource_error(fmt::format("{}: its text does not fit", proof.path()), {{Remedy::kMoreMemory}});
    }
    if (wants_stop(cancel)) return interrupted_error("proof: interrupted, nothing written");
    certificate.strategy.emplace(position, *strategy_move);
    open_answers(play(board, position, strategy_move->move));
  }
  return certificate;
}

}  // namespace uisge
