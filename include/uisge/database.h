/// \file
/// Databases: opening a file, asking about positions, reading all labels.
///
/// A Database may be shared by any number of threads. A Probe and a LabelReader belong to one thread at a time; if two
/// threads use the same object at once, the second thread gets an Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "uisge/verdict.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// The board, pieces and rules of a database.
  struct Identity {
    BoardSize board;          ///< The board.
    int pieces_per_side = 0;  ///< 1 to 6.
    Rules rules;              ///< The rule set.
    /// Compares by board, pieces and rules.
    constexpr auto operator<=>(const Identity& other) const = default;
  };

  /// How many live positions have each value. A position is live while each side has at least one blank.
  struct Counts {
    std::uint64_t won = 0;    ///< The side to move wins.
    std::uint64_t lost = 0;   ///< The side to move loses.
    std::uint64_t drawn = 0;  ///< Neither.
    /// All live positions.
    constexpr std::uint64_t live() const { return won + lost + drawn; }
    /// Whether each member equals the same member of `other`.
    bool operator==(const Counts& other) const = default;
  };

  /// How many positions are won and lost in one given number of plies.
  struct DistanceCounts {
    std::uint64_t won = 0;   ///< Positions won in the given number of plies.
    std::uint64_t lost = 0;  ///< Positions lost in the given number of plies.
    /// Whether each member equals the same member of `other`.
    bool operator==(const DistanceCounts& other) const = default;
  };

  /// A value and distance in 16 bits: 0 is a draw, or a position in which a side has only crowns; `1 + 2 d` is a win in
  /// d plies, and `2 + 2 d` a loss in d plies. In a database without distances 65,533 is won and 65,534 is lost.
  using Label = std::uint16_t;
  /// The label of a win whose distance is not known.
  inline constexpr Label kUncountedWin = 65'533;
  /// The label of a loss whose distance is not known.
  inline constexpr Label kUncountedLoss = 65'534;

  /// The verdict of a label. Any 16 bits decode to some verdict.
  constexpr Verdict decode_label(Label label) {
    if (label == 0) return {};
    const Value value = (label & 1) != 0 ? Value::kWin : Value::kLoss;
    if (label >= kUncountedWin) return {value, {}, 0};
    return {value, (label - 1) >> 1, 0};
  }

  /// A class of positions that are equal up to the board's symmetries.
  struct PositionClass {
    Position position;         ///< One position of the class, White to move. Position::images() has the whole class.
    Verdict verdict;           ///< The verdict of each position of the class.
    std::uint64_t weight = 0;  ///< The number of positions in the class. Database::counts() counts each of them.
  };

  /// A range of numbers, both ends included.
  struct CountRange {
    std::uint32_t least = 0;           ///< The least number.
    std::uint32_t most = 0xffff'ffff;  ///< The greatest number.
  };

  /// What Database::find() looks for: positions that have all of the given properties.
  struct Properties {
    std::optional<Value> value = {};                 ///< The value for the side to move.
    std::optional<CountRange> distance = {};         ///< The plies to the end; a draw has none.
    std::optional<CountRange> mover_crowns = {};     ///< The number of crowns of the side to move.
    std::optional<CountRange> opponent_crowns = {};  ///< The number of crowns of the other side.
    std::optional<CountRange> mover_moves = {};      ///< The number of legal moves; 0 if the side to move is stuck.
    std::optional<CountRange> opponent_moves = {};   ///< The number of legal moves if it were the other side's turn.
    std::optional<CountRange> winning_moves = {};    ///< The number of moves that win.
    std::optional<CountRange> drawing_moves = {};    ///< The number of moves that draw.
    std::optional<CountRange> losing_moves = {};     ///< The number of moves that lose.
    std::optional<CountRange> keeping_moves = {};    ///< The number of moves that keep the position's value.
    std::optional<CountRange> best_moves = {};       ///< The number of moves that keep value and distance.
  };

  /// An open database file; copies of the object share it. open() makes the object. A moved-from object answers every
  /// call with Error (kUsage). Any number of threads may call all functions at the same time.
  ///
  /// Positions are numbered by placement and index. A placement is a set of occupied squares; the file holds one
  /// placement of each class under the board's symmetries. The index tells which pieces are the mover's and which are
  /// crowns (docs/formats/database.md).
  class UISGE_EXPORT Database {
   public:
    /// Opens and checks a file. In a file of more than 1 MiB, labels are checked when they are read. open() checks
    /// everything else. Opening takes about a millisecond. The index takes 4 bytes of memory per unit (a part of the
    /// file that is compressed alone) and 16 per placement. Throws Error: kResource if the file cannot be read,
    /// kBadFile if the file is not an intact database.
    static Database open(const std::string& path);

    /// The path that was passed to open().
    const std::string& path() const;
    /// Board, pieces and rules.
    Identity identity() const;
    /// Whether the database has distances. A values database has no distances.
    bool has_distances() const;
    /// The numbers of won, lost and drawn live positions. Mirrored and rotated copies of a position count separately.
    Counts counts() const;
    /// The numbers of won, lost and drawn live positions, where mirrored and rotated copies of a position count once.
    Counts canonical_counts() const;
    /// Element d has the numbers of live positions won and lost in d plies, counted as in counts(). The last element is
    /// for the longest distance. Empty if all positions are drawn, or if the file has no distances.
    std::vector<DistanceCounts> by_distance() const;
    /// A position with the longest distance; none if all positions are drawn, or if the file has no distances.
    std::optional<Position> longest_example() const;

    /// How many placements the file holds.
    std::size_t placement_count() const;
    /// The number of positions of a placement, each of which has an index. Some indices belong to positions that are
    /// not live.
    std::size_t positions_per_placement() const;
    /// The squares of a placement, one bit per square. Throws Error (kUsage) if `number` is not less than
    /// placement_count().
    std::uint64_t placement(std::size_t number) const;
    /// Whether the position at an index is live, that is, whether each side has a blank. The answer is the same for all
    /// placements. Returns false for a number beyond the last index. Pure.
    bool is_live(std::size_t index) const;
    /// The position at an index of a placement, White to move. Throws Error (kUsage) if there is no such placement or
    /// index, or if neither side would have a blank.
    Position position(std::size_t placement, std::size_t index) const;

    /// Gets a class of positions. If the visitor returns false, the search ends.
    using ClassVisitor = std::function<bool(const PositionClass& found)>;
    /// Visits all classes of live positions that have the `wanted` properties, in the order of the file, on the calling
    /// thread. Reads the whole file. If a property of moves is wanted, the call takes about as long as a verification
    /// of the file. `progress`, which may be empty, is called now and then with the share of the work that is done. An
    /// exception of the visitor or of `progress` ends the search and is thrown to the caller. Throws Error: kUsage (a
    /// distance or best moves are asked for and the file has no distances; the value is not a Value), kBadFile,
    /// kResource.
    void find(const Properties& wanted, const ClassVisitor& visit,
              const std::function<void(double)>& progress = {}) const;

   private:
    friend class Probe;
    friend class LabelReader;
    class Impl;
    explicit Database(std::shared_ptr<const Impl> impl);
    const Impl& impl() const;
    std::shared_ptr<const Impl> impl_;
  };

  /// Answers questions about positions. A probe keeps the database open, and keeps decoded labels up to a limit.
  /// Analysing a position takes some milliseconds from a cold file of any size, and some microseconds if the needed
  /// parts of the file are decoded already. Only one thread at a time may use a probe.
  ///
  /// Every function throws Error: kUsage if the position is of another board or piece count than the file, if another
  /// thread is using the probe, or if the probe was moved from; kBadFile if the file is damaged; kResource if reading
  /// fails.
  class UISGE_EXPORT Probe {
   public:
    /// The most bytes of decoded labels that a probe keeps by default.
    static constexpr std::size_t kStandardCacheBytes = std::size_t{512} << 20;

    /// A probe of `database` that keeps at most cache_bytes of decoded labels.
    explicit Probe(Database database, std::size_t cache_bytes = kStandardCacheBytes);
    /// Takes over the other probe, which is not usable afterwards.
    Probe(Probe&& other) noexcept;
    /// Takes over the other probe, which is not usable afterwards.
    Probe& operator=(Probe&& other) noexcept;
    ~Probe();

    /// The probe's database.
    const Database& database() const;
    /// The value and the distance.
    Verdict verdict(const Position& position);
    /// The value, the distance, and all moves, best first.
    Analysis analyse(const Position& position);
    /// Analyses many positions; the results are in the order of the positions. One call for many positions is faster
    /// than one call per position, since each unit of labels is decoded once. If one position is refused, the call
    /// fails for all.
    std::vector<Analysis> analyse_many(std::span<const Position> positions);
    /// Returns the moves of both sides' best play to the end of the game. Among equally good moves, the line has the
    /// move whose text comes first in the alphabet. A draw's line ends when a position repeats, or after 40 plies. The
    /// line is empty if a win or loss has no known distance.
    std::vector<Move> line(const Position& position);

   private:
    class Impl;
    std::unique_ptr<Impl> impl_;
  };

  /// Reads the labels of whole placements. solve() writes files that store only lost positions. A file of lost
  /// positions takes longer to read than a file of all labels, since the labels of all other positions must be derived
  /// from moves. Only one thread at a time may use a reader.
  class UISGE_EXPORT LabelReader {
   public:
    /// A reader of `database`.
    explicit LabelReader(Database database);
    /// Takes over the other reader, which is not usable afterwards.
    LabelReader(LabelReader&& other) noexcept;
    /// Takes over the other reader, which is not usable afterwards.
    LabelReader& operator=(LabelReader&& other) noexcept;
    ~LabelReader();

    /// Writes the labels of a placement in the order of the indices; the labels of positions that are not live are 0.
    /// Throws Error: kUsage if labels.size() is not positions_per_placement(), if the placement does not exist, or if
    /// another thread is using the reader; kBadFile and kResource as for Probe.
    void read(std::size_t placement, std::span<Label> labels);

    /// The live positions of a placement up to symmetry, in the order of the file. Over all placements, the numbers of
    /// classes add up to Database::canonical_counts(), and the weights of the classes to Database::counts(). Errors as
    /// for read().
    std::vector<PositionClass> classes(std::size_t placement);

    /// A visitor gets a live position, White to move, and its verdict. If the visitor returns false, the visit ends.
    using Visitor = std::function<bool(const Position& position, const Verdict& verdict)>;
    /// Visits every live position of the file's placements, in the order of the file. To count all positions of the
    /// board, use classes() instead, which gives each position the number of its images. An exception of the visitor is
    /// thrown to the caller. Errors as for read().
    void for_each(const Visitor& visit);

   private:
    class Impl;
    std::unique_ptr<Impl> impl_;
  };

}  // namespace v1
}  // namespace uisge
