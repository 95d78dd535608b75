// Answers the questions of `uisge serve` about a position: from files for the position's game, otherwise by search.
//
// Thread-safe. Each file answers one question at a time, and so does the search. But a ranking of draws that looks more
// than one ply ahead delays only other such rankings. Meanwhile its probe takes as much memory as the file's cache.
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
  int plies = 0;       // the limit of plies; 0: no search
  double seconds = 2;  // per position
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;
  std::size_t threads = 1;
};

class ServedAnswers {
 public:
  // By default, a file with more positions than this is too large to be read whole.
  static constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 32;

  // The search time for the review of a whole game is at most this multiple of the time for one position.
  static constexpr double kPositionsPerGame = 15;

  // `files` must outlive this object. `most_counted` is the limit of is_small_enough().
  ServedAnswers(const ServedFiles& files, const ServedSearch& search, std::uint64_t most_counted = kMostCounted)
      : files_(files), search_options_(search), most_counted_(most_counted) {}

  const ServedFiles& files() const { return files_; }
  const ServedSearch& search() const { return search_options_; }

  bool has_file_for_game(const Position& position, RuleSet rules) const { return !files_for(position, rules).empty(); }
  // Whether the answer may need the search. True if the server has no file for the position's game, even if the server
  // does not search. Also true if the server searches and all its files for the game are proofs or lists of noted
  // positions, which may leave the position open.
  bool may_search(const Position& position, RuleSet rules) const;
  // Whether the best file for the position's game, apart from proofs and lists of noted positions, is of an unfinished
  // solve.
  bool is_unfinished(const Position& position, RuleSet rules) const;
  // Whether any file is of an unfinished solve.
  bool has_unfinished() const;

  // Once `given_up`, or the flag `cancel` of `parts`, is set, the functions below soon end with the error kInterrupted.

  // REQUIRES: one of the files has the position's board, number of pieces and `rules`, or the server may search.
  // Errors: those of answer_position.
  Result<PositionAnswer> answer(const Position& position, RuleSet rules, AnswerParts parts);
  // Asks the files that have the position's board, number of pieces and `rules`, the best file first. Returns the first
  // answer that decides the position; if no answer does, the first answer. Does not search. REQUIRES: there is such a
  // file.
  Result<PositionAnswer> answer_of_file(const Position& position, RuleSet rules, AnswerParts parts);
  // Judges the moves of a game by answers about its positions.
  Result<ReviewedGame> review(const GameRecord& record, const std::atomic<bool>& given_up);
  // Whether the database is small enough for by_crowns() and longest_wins(), which REQUIRE this. by_crowns() and
  // longest_wins() read the whole file, which takes some seconds per billion positions.
  bool is_small_enough(const Database& database) const { return database.summary().raw.live() <= most_counted_; }
  // The numbers of positions by value, distance and each side's number of crowns. The first call for a file reads the
  // whole file and keeps the counts. longest_wins() keeps its result too.
  Result<std::vector<CrownCount>> by_crowns(ServedFile& file, const std::atomic<bool>& given_up);
  // The wins with the longest distances, longest first: one position per class under the board's symmetries, at most
  // ten. The list is empty for a file without distances.
  Result<std::vector<FoundPosition>> longest_wins(ServedFile& file, const std::atomic<bool>& given_up);
  // At most `size` puzzles of a level (db/puzzles.h). If is_small_enough() refuses the file, the search for puzzles
  // ends after a fixed number of random positions. REQUIRES: the file is a database with distances.
  Result<std::vector<FoundPosition>> puzzles(ServedFile& file, const PuzzleLevel& level, std::size_t size,
                                             std::uint64_t seed, const std::atomic<bool>& given_up);

 private:
  std::vector<ServedFile*> files_for(const Position& position, RuleSet rules) const {
    return files_.of_game(DatabaseIdentity{position.size(), position.pieces(), rules});
  }
  Result<PositionAnswer> answer_of(ServedFile& served, const Position& position, RuleSet rules, AnswerParts parts);
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
