// Perft with a position in every lane of a vector register, for processors with wide registers.
//
// Positions and boards are plain 64-bit words, since each function below is in a file that is compiled for one
// instruction set. Such a file must not include inline functions that other files share.
#pragma once

#include <cstdint>

namespace uisge {

// The parts of a position on which its moves depend (core/movegen.h, Pieces).
struct LanePosition {
  std::uint64_t mover;
  std::uint64_t opponent;
  std::uint64_t crowns;
};

struct LaneGame {
  std::uint64_t files;
  std::uint64_t squares;
  std::uint64_t first_file;
  std::uint64_t last_file;
  bool diagonal_jumps;
  // Decides whether a side without a move passes, so that the game goes on. Null: no side passes.
  bool (*can_pass)(const void* context, const LanePosition& position);
  const void* context;
};

// The number of sequences of `plies` plies; the moves of the last ply are counted and not played. REQUIRES: plies >= 1;
// the pieces are connected; neither side has only crowns; the processor has the instruction set.
std::uint64_t lane_perft_avx2(const LaneGame& game, const LanePosition& position, int plies);
std::uint64_t lane_perft_avx512(const LaneGame& game, const LanePosition& position, int plies);
std::uint64_t lane_perft_neon(const LaneGame& game, const LanePosition& position, int plies);

}  // namespace uisge
