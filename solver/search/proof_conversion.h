// The lines of a proof file of version 2 in memory, and from a strategy to lines and back.
#pragma once

#include <atomic>

#include "db/parallel.h"
#include "solver/search/compact_proof.h"
#include "solver/search/line_table.h"

namespace uisge {

// Errors: bad file, resource (more than `memory_bytes`, or it cannot be read), interrupted.
Result<LineTable> read_lines(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const Parallel& parallel);

// The line that says of the position's class what the strategy says of the position. Errors (verification): the move
// cannot be played, or the plies are none that a line has.
Result<ProofLine> line_of(const Board& board, RuleSet rules, const PositionNumbers& numbers, const Position& position,
                          StrategyMove strategy_move);

// What the lines of a certificate are, in no order and with repetitions. Errors: those of line_of().
Result<std::vector<ProofLine>> lines_of(const Certificate& certificate);

// The certificate as a file of version 2. Errors: those of lines_of() and of writing.
Result<void> write_compact_proof(const OutputPlace& place, const Certificate& certificate);

// What the line says of this position of its class. REQUIRES: the symmetry takes the position to the canonical image;
// none if the line's move cannot be played.
std::optional<StrategyMove> move_of(const Board& board, RuleSet rules, const Position& position, Symmetry symmetry,
                                    const ProofLine& line);

// The part of the lines that games from the claim's position come to, position by position. Errors: those of
// read_lines(); verification (a line's move cannot be played).
Result<Certificate> expand(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                           const Parallel& parallel);

}  // namespace uisge
