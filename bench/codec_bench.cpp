// Measures how fast units are encoded and decoded, how fast a model is made, and how many bits a label takes.
//
// The benchmark needs real labels: UISGE_BENCH_DATABASE names a file that stores all labels, and UISGE_BENCH_CODEC is
// the number of the codec (1 if it is not set). Rates are in positions per second on one thread.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <stdexcept>

#include "db/codec_trainer.h"
#include "db/database.h"
#include "solver/ratio.h"

using namespace uisge;

namespace {

// The labels of some placements of a database, and the model that a writer would make for the database.
class RealLabels {
 public:
  static const RealLabels& instance() {
    static const RealLabels labels;
    return labels;
  }

  const CodecModel& model() const { return *model_; }
  const CodecTrainer& trainer() const { return *trainer_; }
  const std::vector<std::vector<LabelCode>>& placements() const { return placements_; }

 private:
  static constexpr std::size_t kPlacements = 64;  // the number of placements to encode

  RealLabels() {
    const char* path = std::getenv("UISGE_BENCH_DATABASE");
    if (path == nullptr) throw std::runtime_error("UISGE_BENCH_DATABASE does not name a database");
    const auto database = Database::open(path);
    if (!database) throw std::runtime_error(database.error().message);
    const int pieces = database->identity().pieces;
    const std::size_t count = database->placements().size();
    UnitReader reader(*database);
    std::vector<LabelCode> codes(positions_per_placement(pieces));
    const auto read = [&](std::size_t placement) {
      if (auto done = reader.read_placement(placement, codes); !done) throw std::runtime_error(done.error().message);
    };
    const char* const codec = std::getenv("UISGE_BENCH_CODEC");
    const auto id = known_codec(codec == nullptr ? 1 : static_cast<std::uint8_t>(std::atoi(codec)));
    if (!id) throw std::runtime_error("UISGE_BENCH_CODEC names no codec");
    trainer_ = std::make_unique<CodecTrainer>(*id, pieces, count);
    for (std::size_t k = 0; k < trainer_->sample().size(); ++k) {
      read(trainer_->sample()[k]);
      trainer_->add(k, codes);
    }
    model_ = trainer_->finish();
    for (std::size_t i = 0; i < kPlacements; ++i) {
      read((2 * i + 1) * count / (2 * kPlacements));
      placements_.push_back(codes);
    }
  }

  std::unique_ptr<CodecTrainer> trainer_;
  std::unique_ptr<const CodecModel> model_;
  std::vector<std::vector<LabelCode>> placements_;
};

std::size_t unit_positions(const CodecModel& model, benchmark::State& state) {
  const auto blocks = static_cast<std::size_t>(state.range(0));
  return std::min(blocks, colouring_count(model.pieces())) * positions_per_block(model.pieces());
}

// Calls visit(labels) for each unit of a placement. A unit has `positions` labels; the last unit may be smaller.
template <class Visit>
void for_each_unit(std::span<const LabelCode> codes, std::size_t positions, Visit visit) {
  for (; !codes.empty(); codes = codes.subspan(std::min(positions, codes.size()))) {
    visit(codes.first(std::min(positions, codes.size())));
  }
}

void encode(benchmark::State& state) {
  const RealLabels& labels = RealLabels::instance();
  const std::size_t positions = unit_positions(labels.model(), state);
  UnitEncoder encoder(labels.model());
  Bytes bytes;
  std::size_t done = 0;
  std::size_t written = 0;
  for (auto _ : state) {
    for (const auto& placement : labels.placements()) {
      bytes.clear();
      for_each_unit(placement, positions, [&](auto unit) { encoder.encode(unit, bytes); });
      done += placement.size();
      written += bytes.size();
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(done));
  state.counters["bits_per_position"] = 8 * ratio(written, done);
}
BENCHMARK(encode)->Arg(8)->Arg(16)->Arg(32)->Arg(1024)->Unit(benchmark::kMillisecond);

void decode(benchmark::State& state) {
  const RealLabels& labels = RealLabels::instance();
  const std::size_t positions = unit_positions(labels.model(), state);
  UnitEncoder encoder(labels.model());
  struct Unit {
    Bytes bytes;
    std::size_t positions;
  };
  std::vector<Unit> units;
  for (const auto& placement : labels.placements()) {
    for_each_unit(placement, positions, [&](auto unit) {
      units.push_back({{}, unit.size()});
      encoder.encode(unit, units.back().bytes);
    });
  }
  UnitDecoder decoder(labels.model());
  std::vector<LabelCode> codes(positions);
  std::size_t done = 0;
  for (auto _ : state) {
    for (const Unit& unit : units) {
      if (!decoder.decode(unit.bytes, std::span(codes).first(unit.positions))) state.SkipWithError("damaged");
      done += unit.positions;
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(done));
}
BENCHMARK(decode)->Arg(8)->Arg(16)->Arg(32)->Arg(1024)->Unit(benchmark::kMillisecond);

void train(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(RealLabels::instance().trainer().finish());
}
BENCHMARK(train)->Unit(benchmark::kMillisecond);

void parse_model(benchmark::State& state) {
  const CodecModel& model = RealLabels::instance().model();
  for (auto _ : state) benchmark::DoNotOptimize(CodecModel::parse(model.codec(), model.pieces(), model.bytes()));
}
BENCHMARK(parse_model)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
