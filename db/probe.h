// Answers questions about a position from a database: its value and distance, its ranked moves, and its main line.
//
// If a side has only crowns, the answer comes from the rules, otherwise from the file. In a database without distances
// (a values database), wins and losses have the distance kUncountedPlies. Without distances there is no main line for
// them, but draws have one.
//
// To look up a position and the positions after its moves, a probe decodes about a dozen units. A unit is a part of the
// file that is compressed alone (unit_layout.h). A look-up takes some milliseconds if the units must be read from a
// disk, however large the file is, and some microseconds if the units are in the cache.
//
// A probe can also read a list of noted positions (note_file.h). A position that is not on the list is undecided, and a
// main line ends before it.
//
// A probe can also read the checkpoint of an unfinished solve. If d plies are solved, an undecided position has no
// forced result within d + 1 plies, since the positions after its moves are looked up too.
//
// Not thread-safe: use one probe per thread; all probes may share one Database.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/answerer.h"
#include "db/database.h"
#include "db/label_source.h"
#include "db/parallel.h"

namespace uisge {

class Probe final : public Answerer {
 public:
  // A cache of this size holds all units of a database of 7x6 with four a side.
  static constexpr std::size_t kStandardCacheBytes = std::size_t{512} << 20;

  // Units are decoded on the threads of `parallel`. The database must outlive the probe.
  explicit Probe(const Database& database, std::size_t cache_bytes = kStandardCacheBytes, Parallel parallel = {});
  explicit Probe(std::unique_ptr<LabelSource> labels) : labels_(std::move(labels)) {}

  const Board& board() const { return labels_->board(); }
  const DatabaseIdentity& identity() const { return labels_->identity(); }

  // Errors: kUsage, with the file's name, if the position has another board or piece count.
  Result<Analysis> analyse(const Position& position) override;
  // Looks up all positions together, so that each unit of the database is decoded only once. Positions of another board
  // or piece count are ignored. Pass about a hundred positions per call.
  Result<void> prepare(std::span<const Position> positions) override;
  // The label of the verdict that analyse() gives, at the cost of one look-up. One label differs: with a values
  // database a stuck position has no distance here, but the distance 0 in analyse(). REQUIRES: the probe reads a
  // database, not a list of noted positions.
  Result<Label> label(const Position& position);

  // Among equally good moves, the line has the move whose text comes first in the alphabet. The line of a draw ends
  // when a position repeats, or after kMaxDrawnLine plies. The line is empty for undecided positions, and for wins and
  // losses of unknown distance.
  static constexpr std::size_t kMaxDrawnLine = 40;
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override;
  // As above, with the verdict that the probe finds for `position`.
  Result<std::vector<Move>> main_line(const Position& position);

 private:
  Result<void> check_identity(const Position& position) const;
  static std::optional<Label> label_by_rules(const Position& position);
  // Errors: kBadFile if the file lacks the position's placement.
  Result<PositionCell> cell_of(const Position& position) const;
  Verdict verdict_of(const Position& position, LabelCode code) const;
  Result<Verdict> look_up(const Position& position);
  // Appends the cells of a position and of the positions after its moves, except those in which a side has only crowns.
  Result<void> add_cells(const Position& position, const MoveList& moves, std::vector<PositionCell>& cells) const;
  // Returns the move that gives the mover `label`; of several such moves, the move whose text comes first. REQUIRES:
  // the game is not over.
  Result<Move> first_move_with(const Position& position, Label label);

  std::unique_ptr<LabelSource> labels_;
};

}  // namespace uisge
