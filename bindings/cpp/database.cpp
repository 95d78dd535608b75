#include "uisge/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "bindings/cpp/convert.h"
#include "bindings/cpp/one_user.h"
#include "db/database.h"
#include "db/find_positions.h"
#include "db/placement_key_reader.h"
#include "db/position_cell.h"
#include "db/position_classes.h"

namespace uisge::v1 {

static_assert(kUncountedWin == kUncountedWinCode && kUncountedLoss == kUncountedLossCode);

namespace {

// The number of positions that the engine's probe looks up together (db/probe.h).
constexpr std::size_t kAskedTogether = 128;

}  // namespace

class Database::Impl {
 public:
  explicit Impl(uisge::Database opened) : database(std::move(opened)) {}
  int pieces() const { return database.identity().pieces; }
  std::size_t positions() const { return uisge::positions_per_placement(pieces()); }
  void require_placement(std::size_t number) const {
    if (number < database.placements().size()) return;
    throw Error(ErrorKind::kUsage, fmt::format("placement: {} is out of range, {} holds {}", number, database.path(),
                                               database.placements().size()));
  }
  const uisge::Database database;
};

Database::Database(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const Database::Impl& Database::impl() const {
  return alive(impl_, "database");
}

Database Database::open(const std::string& path) {
  return Database(std::make_shared<const Impl>(take(uisge::Database::open(checked_path(path)))));
}

const std::string& Database::path() const {
  return impl().database.path();
}

Identity Database::identity() const {
  return to_public(impl().database.identity());
}

bool Database::has_distances() const {
  return stores_distances(impl().database.header().codec);
}

Counts Database::counts() const {
  return to_public(impl().database.summary().raw);
}

Counts Database::canonical_counts() const {
  return to_public(impl().database.summary().canonical);
}

std::vector<DistanceCounts> Database::by_distance() const {
  return to_public(impl().database.summary().by_distance);
}

std::optional<Position> Database::longest_example() const {
  const auto& example = impl().database.summary().longest_distance_cell;
  if (!example) return std::nullopt;
  return to_public(impl().database.position(*example));
}

std::size_t Database::placement_count() const {
  return impl().database.placements().size();
}

std::size_t Database::positions_per_placement() const {
  return impl().positions();
}

std::uint64_t Database::placement(std::size_t number) const {
  impl().require_placement(number);
  return impl().database.placements()[number].bits();
}

bool Database::is_live(std::size_t index) const {
  return index < impl().positions() && is_live_index(impl().pieces(), static_cast<std::uint32_t>(index));
}

Position Database::position(std::size_t placement, std::size_t index) const {
  impl().require_placement(placement);
  const std::size_t all_crowns = uisge::positions_per_block(impl().pieces()) - 1;
  if (index >= impl().positions() || (index & all_crowns) == all_crowns) {
    throw Error(ErrorKind::kUsage,
                fmt::format("index: {} is no position, {} holds {} a placement", index, path(), impl().positions()));
  }
  return to_public(impl().database.position(cell_at(placement, index)));
}

void Database::find(const Properties& wanted, const ClassVisitor& visit,
                    const std::function<void(double)>& progress) const {
  const uisge::Database& engine = impl().database;
  PositionProperties properties;
  if (wanted.value) {
    if (*wanted.value > Value::kUndecided) {
      throw Error(ErrorKind::kUsage, fmt::format("value: {} is not from 0 to {}", static_cast<unsigned>(*wanted.value),
                                                 static_cast<unsigned>(Value::kUndecided)));
    }
    properties.outcomes.fill(false);
    if (*wanted.value != Value::kUndecided) properties.outcomes[static_cast<std::size_t>(*wanted.value)] = true;
  }
  const auto range = [](const std::optional<CountRange>& given) -> std::optional<uisge::CountRange> {
    if (!given) return std::nullopt;
    return uisge::CountRange{given->least, given->most};
  };
  properties.distance = range(wanted.distance);
  properties.mover.crowns = range(wanted.mover_crowns);
  properties.opponent.crowns = range(wanted.opponent_crowns);
  properties.mover.moves = range(wanted.mover_moves);
  properties.opponent.moves = range(wanted.opponent_moves);
  properties.moves.winning = range(wanted.winning_moves);
  properties.moves.drawing = range(wanted.drawing_moves);
  properties.moves.losing = range(wanted.losing_moves);
  properties.moves.keeping = range(wanted.keeping_moves);
  properties.moves.best = range(wanted.best_moves);
  FindOptions options;
  options.progress = [&](const FindProgress& now) {
    if (progress) progress(static_cast<double>(now.done) / static_cast<double>(now.total));
  };
  take(visit_positions(engine, properties, options, Parallel{}, [&](const FoundPosition& found) {
    return visit({to_public(engine.position(found.cell)), to_public(uisge::Verdict::of(found.label)), found.positions});
  }));
}

class Probe::Impl {
 public:
  Impl(Database shared, std::size_t cache_bytes)
      : database(std::move(shared)), probe(database.impl().database, cache_bytes) {}
  const Database database;
  uisge::Probe probe;
  std::atomic<bool> is_used{false};
};

Probe::Probe(Database database, std::size_t cache_bytes)
    : impl_(std::make_unique<Impl>(std::move(database), cache_bytes)) {}
Probe::Probe(Probe&& other) noexcept = default;
Probe& Probe::operator=(Probe&& other) noexcept = default;
Probe::~Probe() = default;

const Database& Probe::database() const {
  return alive(impl_, "probe").database;
}

Verdict Probe::verdict(const Position& position) {
  const InUse impl(impl_, "probe");
  const uisge::Position asked = to_engine(position);
  uisge::Label label = take(impl->probe.label(asked));
  // A values database says who has won a finished game, but not that the game is over.
  if (label.outcome != Outcome::kDraw && !label.has_distance() &&
      game_end(impl->probe.board(), impl->probe.identity().rules, asked) != uisge::GameEnd::kNotOver) {
    label.distance = 0;
  }
  return to_public(uisge::Verdict::of(label));
}

Analysis Probe::analyse(const Position& position) {
  const InUse impl(impl_, "probe");
  return to_public(take(impl->probe.analyse(to_engine(position))));
}

std::vector<Analysis> Probe::analyse_many(std::span<const Position> positions) {
  const InUse impl(impl_, "probe");
  std::vector<uisge::Position> asked;
  asked.reserve(positions.size());
  for (const Position& position : positions) asked.push_back(to_engine(position));
  std::vector<Analysis> answers;
  answers.reserve(asked.size());
  for (std::size_t first = 0; first < asked.size(); first += kAskedTogether) {
    const auto batch = std::span(asked).subspan(first, std::min(kAskedTogether, asked.size() - first));
    take(impl->probe.prepare(batch));
    for (const uisge::Position& position : batch) answers.push_back(to_public(take(impl->probe.analyse(position))));
  }
  return answers;
}

std::vector<Move> Probe::line(const Position& position) {
  const InUse impl(impl_, "probe");
  return to_public(take(impl->probe.main_line(to_engine(position))));
}

// Reads a whole placement at a time, from files of every codec.
class LabelReader::Impl {
 public:
  explicit Impl(Database shared)
      : database(std::move(shared)), keys_(engine(), Probe::kStandardCacheBytes, false), reader_(engine(), keys_) {}

  const uisge::Database& engine() const { return database.impl().database; }

  void read(std::size_t placement, std::span<Label> labels) {
    database.impl().require_placement(placement);
    if (labels.size() != database.impl().positions()) {
      throw Error(ErrorKind::kUsage, fmt::format("labels: room for {} is given, a placement of {} has {}",
                                                 labels.size(), database.path(), database.impl().positions()));
    }
    take(reader_.codes(placement, labels));
    for (std::uint32_t index = 0; index < labels.size(); ++index) {
      if (!is_live_index(database.impl().pieces(), index)) labels[index] = kDrawCode;
    }
  }

  const Database database;
  std::atomic<bool> is_used{false};

 private:
  SharedKeys keys_;
  PlacementKeyReader reader_;
};

LabelReader::LabelReader(Database database) : impl_(std::make_unique<Impl>(std::move(database))) {}
LabelReader::LabelReader(LabelReader&& other) noexcept = default;
LabelReader& LabelReader::operator=(LabelReader&& other) noexcept = default;
LabelReader::~LabelReader() = default;

void LabelReader::read(std::size_t placement, std::span<Label> labels) {
  const InUse impl(impl_, "label reader");
  impl->read(placement, labels);
}

std::vector<PositionClass> LabelReader::classes(std::size_t placement) {
  const InUse impl(impl_, "label reader");
  std::vector<Label> labels(impl->database.positions_per_placement());
  impl->read(placement, labels);
  const uisge::Database& engine = impl->engine();
  const int pieces = engine.identity().pieces;
  PositionClasses classes(engine.board(), pieces);
  classes.enter(engine.placements()[placement]);
  // If the position with index i represents its class, weights[i] is the number of positions in the class; otherwise 0.
  std::vector<std::uint64_t> weights(labels.size());
  for (std::uint32_t index = 0; index < labels.size(); ++index) {
    if (!is_live_index(pieces, index)) continue;
    weights[classes.has_symmetry() ? classes.representative(index) : index] += classes.weight();
  }
  std::vector<PositionClass> found;
  for (std::uint32_t index = 0; index < labels.size(); ++index) {
    if (weights[index] == 0) continue;
    found.push_back(
        {to_public(engine.position(cell_at(placement, index))), decode_label(labels[index]), weights[index]});
  }
  return found;
}

void LabelReader::for_each(const Visitor& visit) {
  const InUse impl(impl_, "label reader");
  const uisge::Database& engine = impl->engine();
  std::vector<Label> labels(impl->database.positions_per_placement());
  for (std::size_t placement = 0; placement < engine.placements().size(); ++placement) {
    impl->read(placement, labels);
    for (std::uint32_t index = 0; index < labels.size(); ++index) {
      if (!is_live_index(engine.identity().pieces, index)) continue;
      if (!visit(to_public(engine.position(cell_at(placement, index))), decode_label(labels[index]))) return;
    }
  }
}

}  // namespace uisge::v1
