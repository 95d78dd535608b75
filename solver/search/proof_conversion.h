// Reads the lines of a proof file of version 2 into memory, and converts strategies to lines and back.
#pragma once

#include <atomic>

#include "db/parallel.h"
#include "solver/search/compact_proof.h"
#include "solver/search/line_table.h"

namespace uisge {

// Errors: kBadFile, resource (the lines need more than `memory_bytes`, or the file cannot be read), interrupted.
Result<LineTable> read_lines(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const Parallel& parallel);

// Converts a position's move in a strategy to the proof file's line for the position and its images. Errors
// (verification): the move cannot be played, or its number of plies is out of range.
Result<ProofLine> line_of(const Board& board, RuleSet rules, const PositionNumbers& numbers, const Position& position,
                          StrategyMove strategy_move);

// The lines of a certificate, in any order; lines may repeat. Errors: those of line_of().
Result<std::vector<ProofLine>> lines_of(const Certificate& certificate);

// Writes the certificate as a proof file of version 2 (docs/formats/proof.md). Errors: those of lines_of() and of
// writing.
Result<void> write_compact_proof(const OutputPlace& place, const Certificate& certificate);

// The move of a line, converted for `position`, which belongs to the line's class. Returns nothing if the converted
// move cannot be played. REQUIRES: the symmetry maps the position to the canonical image.
std::optional<StrategyMove> move_of(const Board& board, RuleSet rules, const Position& position, Symmetry symmetry,
                                    const ProofLine& line);

// The certificate with the lines that occur in games from the claim's position. The certificate has one entry per
// position, not per class. Errors: those of read_lines(); verification (a line's move cannot be played).
Result<Certificate> expand(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                           const Parallel& parallel);

}  // namespace uisge
