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

// Makes the line of a proof file for `position`; the line also stands for the position's mirrored and rotated copies.
// `strategy_move` is the winner's move in `position`, with the number of plies within which it wins. Errors
// (verification): the move cannot be played, or the number of plies is out of range.
Result<ProofLine> line_of(const Board& board, RuleSet rules, const PositionNumbers& numbers, const Position& position,
                          StrategyMove strategy_move);

// Returns the lines of a certificate, in no particular order. A class of positions may have several lines. Errors:
// those of line_of(), and kVerification (a position has another number of pieces than the claim).
Result<std::vector<ProofLine>> lines_of(const Certificate& certificate);

// Writes the certificate as a proof file of version 2 (docs/formats/proof.md). Errors: those of lines_of(), and
// kResource.
Result<void> write_compact_proof(const OutputPlace& place, const Certificate& certificate);

// Translates the move of a proof line, which belongs to the canonical image, into the move from `position`. Returns
// nothing if the move cannot be played from `position`. REQUIRES: `position` belongs to the line's class, and the
// symmetry maps it to the canonical image.
std::optional<StrategyMove> move_of(const Board& board, RuleSet rules, const Position& position, Symmetry symmetry,
                                    const ProofLine& line);

// Expands the proof to a certificate for all positions that arise in games from the claim's position. The certificate
// has one entry per position, not per class. Errors: those of read_lines(); verification (a line's move cannot be
// played).
Result<Certificate> expand(const CompactProof& proof, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                           const Parallel& parallel);

}  // namespace uisge
