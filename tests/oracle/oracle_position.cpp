#include "tests/oracle/oracle_position.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>
#include <vector>

namespace oracle {
namespace {

bool is_side(char cell, char side) {
  return std::tolower(cell) == side;
}

// A table is faster than branches, since the contents of a square are unpredictable.
constexpr std::array<char, 256> kOtherColour = [] {
  std::array<char, 256> other{};
  for (std::size_t i = 0; i < other.size(); ++i) other[i] = static_cast<char>(i);
  other['w'] = 'b';
  other['W'] = 'B';
  other['b'] = 'w';
  other['B'] = 'W';
  return other;
}();

}  // namespace

std::string to_string(Stuck stuck) {
  switch (stuck) {
    case Stuck::kLoses: return "loses";
    case Stuck::kWins: return "wins";
    case Stuck::kDraws: return "draws";
    case Stuck::kPasses: break;
  }
  return "passes";
}

Position Position::empty(int files, int ranks) {
  Position position;
  position.files = files;
  position.ranks = ranks;
  position.cells.fill('.');
  return position;
}

Position parse(const std::string& text) {
  const auto space = text.find(' ');
  if (space == std::string::npos) throw std::invalid_argument("no side to move: " + text);
  std::vector<std::string> rows(1);  // the top rank first
  for (const char c : text.substr(0, space)) {
    if (c == '/') {
      rows.emplace_back();
    } else if (c >= '1' && c <= '9') {
      rows.back().append(static_cast<std::size_t>(c - '0'), '.');
    } else if (std::string("wWbB").find(c) != std::string::npos) {
      rows.back() += c;
    } else {
      throw std::invalid_argument("unknown letter: " + text);
    }
  }
  const std::size_t files = rows.front().size();
  if (files * rows.size() > kMaxCells) throw std::invalid_argument("too many squares: " + text);
  Position position = Position::empty(static_cast<int>(files), static_cast<int>(rows.size()));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].size() != files) throw std::invalid_argument("ranks of different lengths: " + text);
    for (std::size_t file = 0; file < files; ++file) {
      position.at(static_cast<int>(file), position.ranks - 1 - static_cast<int>(row)) = rows[row][file];
    }
  }
  const std::string side = text.substr(space + 1);
  if (side != "w" && side != "b") throw std::invalid_argument("no side to move: " + text);
  position.side = side.front();
  if (print(position) != text) throw std::invalid_argument("not the way a position is written: " + text);
  return position;
}

std::string print(const Position& position) {
  std::string text;
  for (int rank = position.ranks - 1; rank >= 0; --rank) {
    int gap = 0;
    for (int file = 0; file < position.files; ++file) {
      if (position.at(file, rank) == '.') {
        ++gap;
        continue;
      }
      if (gap > 0) text += std::to_string(gap);
      gap = 0;
      text += position.at(file, rank);
    }
    if (gap > 0) text += std::to_string(gap);
    text += rank > 0 ? '/' : ' ';
  }
  return text + position.side;
}

Position colours_exchanged(const Position& position) {
  Position exchanged = position;
  for (char& cell : exchanged.cells) cell = kOtherColour[static_cast<unsigned char>(cell)];
  exchanged.side = position.side == 'w' ? 'b' : 'w';
  return exchanged;
}

Position image(const Position& position, BoardMap map) {
  if (map.transpose && position.files != position.ranks) throw std::invalid_argument("only squares are transposed");
  Position result = Position::empty(position.files, position.ranks);
  result.side = position.side;
  for (int rank = 0; rank < position.ranks; ++rank) {
    for (int file = 0; file < position.files; ++file) {
      int to_file = map.transpose ? rank : file;
      int to_rank = map.transpose ? file : rank;
      if (map.mirror_files) to_file = position.files - 1 - to_file;
      if (map.mirror_ranks) to_rank = position.ranks - 1 - to_rank;
      result.at(to_file, to_rank) = position.at(file, rank);
    }
  }
  return result;
}

int count_pieces(const Position& position, char side) {
  int count = 0;
  for (const char cell : position.cells) count += is_side(cell, side);
  return count;
}

bool all_crowns(const Position& position, char side) {
  for (const char cell : position.cells) {
    if (cell == side) return false;
  }
  return true;
}

std::vector<Position> images(const Position& position) {
  std::vector<Position> found;
  for (int map = 0; map < (position.files == position.ranks ? 8 : 4); ++map) {
    found.push_back(image(position, {(map & 4) != 0, (map & 1) != 0, (map & 2) != 0}));
  }
  return found;
}

std::set<std::string> image_texts(const Position& position) {
  std::set<std::string> texts;
  for (const Position& other : images(position)) texts.insert(print(other));
  return texts;
}

std::string least_image(const Position& position) {
  std::string least = print(position);
  for (const Position& other : images(position)) least = std::min(least, print(other));
  return least;
}

bool connected(const Position& position) {
  std::array<std::pair<int, int>, kMaxCells> todo;
  std::array<bool, kMaxCells> seen{};
  std::size_t todo_count = 0;
  std::size_t seen_count = 0;
  std::size_t pieces = 0;
  const auto visit = [&](int file, int rank) {
    if (!position.on_board(file, rank) || position.at(file, rank) == '.') return;
    bool& mark = seen[static_cast<std::size_t>(rank * position.files + file)];
    if (mark) return;
    mark = true;
    ++seen_count;
    todo[todo_count++] = {file, rank};
  };
  for (int rank = 0; rank < position.ranks; ++rank) {
    for (int file = 0; file < position.files; ++file) {
      if (position.at(file, rank) == '.') continue;
      if (pieces == 0) visit(file, rank);
      ++pieces;
    }
  }
  while (todo_count > 0) {
    const auto [file, rank] = todo[--todo_count];
    visit(file - 1, rank);
    visit(file + 1, rank);
    visit(file, rank - 1);
    visit(file, rank + 1);
  }
  return seen_count == pieces;
}

}  // namespace oracle
