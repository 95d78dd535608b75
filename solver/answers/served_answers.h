// The answers of `uisge serve`: from the file that holds a position, or else by search.
//
// Thread-safe. Each file answers one question at a time, and so does the search.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "db/puzzles.h"
#include "solver/answers/position_answer.h"
#include "solver/answers/reviewed_game.h"
#include "solver/answers/served_files.h"
#include "solver/search/search_fallback.h"

namespace uisge {

struct ServedSearch {
  int plies = 0;  // 0: no search; a position that no file holds gets no answer
  double seconds = 2;
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;
  std::size_t threads = 1;
};

class ServedAnswers {
 public:
  // by_crowns() and longest_wins() refuse files of more positions, for which they would take too long.
  static constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 32;

  // The search time for the review of a whole game, as a multiple of the search time for one position.
  static constexpr double kPositionsPerGame = 15;

  // `files` must outlive this object. A file of more than `most_counted` live positions is not read whole to count
  // positions.
  ServedAnswers(const ServedFiles& files, const ServedSearch& search, std::uint64_t most_counted = kMostCounted)
      : files_(files), search_options_(search), most_counted_(most_counted) {}

  const ServedFiles& files() const { return files_; }
  const ServedSearch& search() const { return search_options_; }

  bool is_in_a_file(const Position& position, RuleSet rules) const { return !files_for(position, rules).empty(); }
  // Whether the answer may need the search. True if no file is for the position's game, or if all files for it are
  // proofs, which may not reach the position.
  bool may_search(const Position& position, RuleSet rules) const;
  // The functions below end with kInterrupted soon after `given_up`, or the flag in `parts`, is set.

  // REQUIRES: a file holds the position, or there is a search. Errors: those of answer_position.
  Result<PositionAnswer> answer(const Position& position, RuleSet rules, AnswerParts parts);
  // The answer of the first file that decides the position; if no file decides it, the answer of the first file. The
  // files for the position's game are asked in the order of docs/api.md. Does not search. REQUIRES: a file holds the
  // position.
  Result<PositionAnswer> answer_of_file(const Position& position, RuleSet rules, AnswerParts parts);
  // Answers about all positions of a game as answer() does, and judges the moves.
  Result<ReviewedGame> review(const GameRecord& record, const std::atomic<bool>& given_up);
  // Whether by_crowns and longest_wins accept the file.
  bool counts(const Database& database) const { return database.summary().raw.live() <= most_counted_; }
  // by_crowns() and longest_wins() read the whole file at their first call, some seconds per billion positions.
  // REQUIRES: a database.
  Result<std::vector<CrownCount>> by_crowns(ServedFile& file, const std::atomic<bool>& given_up);
  // Up to ten classes of won positions with the longest distances, longest first; none from a file without distances.
  Result<std::vector<FoundPosition>> longest_wins(ServedFile& file, const std::atomic<bool>& given_up);
  // At most `size` puzzles of a level (db/puzzles.h). If counts() refuses the file, some thousand placements at most
  // are looked at. REQUIRES: the file is a database with distances.
  Result<std::vector<FoundPosition>> puzzles(ServedFile& file, const PuzzleLevel& level, std::size_t size,
                                             std::uint64_t seed, const std::atomic<bool>& given_up);

 private:
  std::vector<ServedFile*> files_for(const Position& position, RuleSet rules) const {
    return files_.of_game(DatabaseIdentity{position.size(), position.pieces(), rules});
  }
  Result<PositionAnswer> answer_within(const Position& position, RuleSet rules, AnswerParts parts, double seconds);
  // REQUIRES: the search's mutex is held.
  SearchFallback& search_under(RuleSet rules);

  const ServedFiles& files_;
  const ServedSearch search_options_;
  const std::uint64_t most_counted_;
  std::mutex search_mutex_;  // guards the members below
  std::unique_ptr<SearchFallback> fallback_;
  RuleSet fallback_rules_;
};

}  // namespace uisge
