// The oracle's position: a plain array of characters.
//
// Tests compare the program with the oracle. The oracle is written from docs/rules.md alone, shares no code with core/
// and prefers the obvious to the fast: no bitboards, no symmetries, no tables of moves.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

namespace oracle {

inline constexpr int kMaxCells = 64;

enum class Stuck { kLoses, kWins, kDraws, kPasses };
inline constexpr std::array<Stuck, 4> kAllStuckRules{Stuck::kLoses, Stuck::kWins, Stuck::kDraws, Stuck::kPasses};
std::string to_string(Stuck stuck);  // "loses"

// A board, a piece count and a rule set.
struct Game {
  int files = 7;
  int ranks = 6;
  int pieces = 6;  // per side
  Stuck stuck = Stuck::kLoses;
  bool diagonal_jumps = false;

  int cells() const { return files * ranks; }
  bool operator==(const Game&) const = default;
};

// cells[rank * files + file] is the square's contents: '.', 'w', 'W', 'b' or 'B'. The rest of the array is unused and
// filled with '.'.
struct Position {
  int files = 0;
  int ranks = 0;
  std::array<char, kMaxCells> cells{};
  char side = 'w';

  static Position empty(int files, int ranks);

  char& at(int file, int rank) { return cells[static_cast<std::size_t>(rank * files + file)]; }
  char at(int file, int rank) const { return cells[static_cast<std::size_t>(rank * files + file)]; }
  bool on_board(int file, int rank) const { return file >= 0 && file < files && rank >= 0 && rank < ranks; }
  bool operator==(const Position&) const = default;
};

// The notation of docs/rules.md. `parse` throws std::invalid_argument for every text that `print` does not write.
// `parse` reads only test vectors, so its messages are short.
Position parse(const std::string& text);
std::string print(const Position& position);

// The same position with colours and side to move exchanged.
Position colours_exchanged(const Position& position);

// A map of a board onto itself: eight for a square board, four for others. The map first transposes, then mirrors.
struct BoardMap {
  bool transpose = false;  // square boards only
  bool mirror_files = false;
  bool mirror_ranks = false;
};
Position image(const Position& position, BoardMap map);
// The images by all maps of the board onto itself, the identity first.
std::vector<Position> images(const Position& position);
// The texts of the distinct images of a position, and the least of these texts, which is the same for all images.
std::set<std::string> image_texts(const Position& position);
std::string least_image(const Position& position);

// The number of a player's pieces, and whether all of them are crowns. `side` is 'w' or 'b'.
int count_pieces(const Position& position, char side);
bool all_crowns(const Position& position, char side);

// Whether the pieces form one group through orthogonal adjacency.
bool connected(const Position& position);

}  // namespace oracle
