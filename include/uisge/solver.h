/// \file
/// Making databases, and proving results without a database. The functions of this header are in a separate library
/// (component `solver`), which needs OpenMP and TBB.
///
/// Each function uses several threads and returns when all work is done. Several threads may call the functions at the
/// same time, for different work. In a child process that was forked after a call of these functions, they work with
/// one thread, because a fork copies no threads. Callbacks may come from any thread, but one at a time. If a callback
/// throws an exception, the work stops and the function throws that exception.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "uisge/database.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// The progress of a solve.
  struct SolveProgress {
    /// The parts of a solve. A solve for values alone has kSweeps in place of kPlies.
    enum class Phase : std::uint8_t {
      kEnumerate,  ///< Lists the placements.
      kResume,     ///< Reads an earlier solve's checkpoint.
      kPlies,      ///< Decides positions ply by ply.
      kWrite,      ///< Writes the database.
      kSweeps      ///< Decides values, by sweeps over all positions.
    };
    Phase phase = Phase::kEnumerate;  ///< The current part.
    int ply = 0;                      ///< The number of the current ply or sweep; earlier plies are complete.
    double share = 0;                 ///< The share of the ply, sweep or part that is done, 0 to 1.
    /// The number of positions found won in finished plies, or in sweeps so far, counted as in Database::counts().
    std::uint64_t won = 0;
    std::uint64_t lost = 0;  ///< The number of positions found lost in finished plies; 0 in a solve by sweeps.
  };

  /// What to solve, and how.
  struct SolveOptions {
    Identity identity = {{}, 6, {}};  ///< Board, pieces and rules.
    std::string output = {};          ///< The database file; empty: nothing is written, only counts are kept.
    int threads = 0;                  ///< The most threads to use; 0: as many as this process has processors.
    std::optional<std::uint64_t> memory_bytes = {};  ///< The most memory to use; none: what the machine can spare.
    bool resume = false;                             ///< Go on from the checkpoint of an earlier solve, if any.
    /// Solve again, even if the board is solved or an interrupted solve could go on.
    bool restart = false;
    bool values_only = false;  ///< Whether to find values without distances, in a fraction of the memory.
    std::function<void(const SolveProgress&)> progress = {};  ///< Called now and then; may be empty.
    /// Polled many times a second while positions are decided, read back and written; true stops the work. May be null.
    const std::atomic<bool>* cancel = nullptr;
  };

  /// The result.
  struct SolveReport {
    Counts counts;                            ///< As Database::counts().
    Counts canonical;                         ///< As Database::canonical_counts().
    std::vector<DistanceCounts> by_distance;  ///< As Database::by_distance().
    std::uint64_t file_bytes = 0;             ///< The size of the database; 0 if none was written.
    double seconds = 0;                       ///< The time of the whole solve.
  };

  /// Solves a board completely. A board whose database exists is not solved again. The database appears complete or not
  /// at all. A stopped solve leaves a checkpoint, `output` with ".plies" appended, from which `resume` goes on; the
  /// finished database has the same bytes as without a stop. A stopped solve for values alone leaves its plane,
  /// `output` with ".plane" appended. The next such solve goes on from the plane, unless `restart` is set. A plane
  /// larger than the memory lies in this file; without `output` such a solve is refused (kResource). `uisge plan`
  /// tells beforehand how much memory, disk space and time a solve needs. Throws Error: kUsage (a bad option, the name
  /// `output` belongs to a file of another kind, or a checkpoint exists and neither `resume` nor `restart` is set),
  /// kResource (too little memory or disk, refused before the work starts), kBadFile (a checkpoint of another solve),
  /// kInterrupted (cancelled).
  UISGE_EXPORT SolveReport solve(const SolveOptions& options);

  /// The progress of a search.
  struct SearchProgress {
    int plies = 0;            ///< The number of plies that the search now looks ahead.
    std::uint64_t nodes = 0;  ///< Positions looked at.
    double seconds = 0;       ///< Since the call began.
  };

  /// How far to search, and with which memory, time and threads.
  struct SearchOptions {
    int max_plies = 24;                                        ///< 0 to 500.
    std::uint64_t memory_bytes = std::uint64_t{256} << 20;     ///< The memory for proved statements (the table).
    std::optional<double> seconds = {};                        ///< The time limit; none: no limit.
    int threads = 0;                                           ///< The most threads to use; 0: one for each processor.
    std::function<void(const SearchProgress&)> progress = {};  ///< Called now and then; may be empty.
    const std::atomic<bool>* cancel = nullptr;  ///< Polled ten times a second; true stops the work. May be null.
  };

  /// What has been proved. The report is valid even if the search was stopped early.
  struct SearchReport {
    /// A win or loss with its exact distance, or kUndecided; a draw only if the game is over and drawn. If kUndecided,
    /// neither side can force a win within `no_forced_win_within` plies.
    Verdict verdict;
    std::vector<Move> line;   ///< Best play in a win or loss; perhaps only its beginning if `stopped`.
    std::uint64_t nodes = 0;  ///< Positions looked at.
    double seconds = 0;       ///< How long it took.
    bool stopped = false;     ///< Whether the search ended early, because its time was up or it was cancelled.
  };

  /// Proves a win, a loss, or that neither can be forced within `options.max_plies` plies. Throws Error: kUsage (limits
  /// out of range), kResource (no memory for the table).
  UISGE_EXPORT SearchReport search(const Position& position, Rules rules, const SearchOptions& options = {});

  /// Searches every move of the position, and ranks the moves. Once a move wins, the other moves are searched only four
  /// plies further. Undecided moves come after wins and before losses, ordered by an estimate of how good they are.
  /// Errors as for search().
  UISGE_EXPORT Analysis search_moves(const Position& position, Rules rules, const SearchOptions& options = {});

}  // namespace v1
}  // namespace uisge
