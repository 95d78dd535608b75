#include "solver/assemble/write_values_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>

#include "core/piece_count.h"
#include "db/codec_trainer.h"
#include "db/placement_loop.h"
#include "db/writer.h"
#include "solver/assemble/encode_pipeline.h"
#include "solver/blocks/plane_counts.h"
#include "solver/kernel/block_shape.h"
#include "solver/openmp_parallel.h"

namespace uisge {

namespace {

// The number of placements that are read and coded together: at most 64, and if possible at most a megabyte of labels.
std::size_t group_size(int pieces) {
  return std::clamp<std::size_t>((1 << 19) / positions_per_placement(pieces), 1, 64);
}

template <int N>
void codes_of_bits(std::span<const std::uint64_t> lost, std::vector<LabelCode>& codes) {
  codes.resize(positions_per_placement(N));
  for (std::uint32_t at = 0; at < codes.size(); ++at) {
    codes[at] = is_bit_set(lost.data(), bit_of_position<N>(at)) ? kUncountedLossCode : kDrawCode;
  }
}

void codes_of_bits(int pieces, std::span<const std::uint64_t> lost, std::vector<LabelCode>& codes) {
  assert(lost.size() == colouring_count(pieces) * block_words(pieces));
  for_piece_count(pieces, [&]<int N>() { codes_of_bits<N>(lost, codes); });
}

// No later check would notice that the planes have changed since they were counted.
Result<void> compare_with_sweep(const LabelSummary& written, const LabelSummary& counted, const std::string& path) {
  if (written.raw == counted.raw && written.canonical == counted.canonical) return {};
  return bad_file(
      fmt::format("{}: the last sweep counted {} won and {} lost positions, the database would have {} and {}", path,
                  counted.raw.won, counted.raw.lost, written.raw.won, written.raw.lost),
      {{Remedy::kRestart}});
}

struct ValuesWorker {
  ValuesWorker(const WritePlan& plan, const PlacementTable& table) : encoder(plan), counts(table) {}
  PlacementEncoder encoder;
  PlaneCounts counts;
  std::vector<LabelCode> codes;
};

class ValuesAssembly {
 public:
  ValuesAssembly(const PlacementTable& table, ValueSource& source, std::size_t threads, const std::atomic<bool>& cancel)
      : table_(table), source_(source), threads_(threads), cancel_(cancel) {}

  Result<std::unique_ptr<const CodecModel>> train(const std::function<void(double)>& report) {
    CodecTrainer trainer(CodecId::kLostValues, table_.pieces(), table_.size(), group_size(table_.pieces()));
    const auto& sample = trainer.sample();
    std::vector<std::vector<LabelCode>> codes(threads_);
    const auto add = [&](std::size_t worker, std::size_t k) -> Result<bool> {
      if (worker == 0) report(0);
      const auto bits = UISGE_TRY(source_.read(worker, sample[k]));
      auto& mine = codes[worker];
      codes_of_bits(table_.pieces(), bits.lost, mine);
      trainer.add(k, mine);
      return true;
    };
    const Parallel parallel = openmp_parallel(threads_);
    const bool is_whole = UISGE_TRY(PlacementLoop(sample.size(), parallel, {}, &cancel_).run(add));
    if (!is_whole) return stopped_while_writing();
    return trainer.finish(parallel);
  }

  Result<LabelSummary> write(DatabaseWriter& writer, const std::function<void(double)>& report) {
    const auto start = start_cell(table_.board(), table_.pieces(), table_.all_occupied_bb());
    LabelCode start_code = kDrawCode;
    std::vector<std::unique_ptr<ValuesWorker>> workers(threads_);
    const std::size_t size = group_size(table_.pieces());
    const auto encode = [&](std::size_t number, std::size_t group) -> Result<EncodedGroup> {
      auto& worker = workers[number];
      if (!worker) worker = std::make_unique<ValuesWorker>(writer.plan(), table_);
      EncodedGroup encoded;
      const std::size_t end = std::min((group + 1) * size, table_.size());
      for (std::size_t placement = group * size; placement < end; ++placement) {
        const auto bits = UISGE_TRY(source_.read(number, placement));
        worker->counts.add(placement_id(placement), bits.won.data(), bits.lost.data());
        // Only one placement holds the start, so only one thread writes start_code.
        if (start && start->placement == placement) start_code = code_at(bits, start->index);
        codes_of_bits(table_.pieces(), bits.lost, worker->codes);
        encoded.push_back(worker->encoder.encode(placement, worker->codes));
      }
      return encoded;
    };
    const std::size_t groups = (table_.size() + size - 1) / size;
    UISGE_TRY(encode_and_append(groups, threads_, encode, writer, report, cancel_));
    PlaneCounts counts(table_);
    for (const auto& worker : workers) {
      if (worker) counts.merge(worker->counts);
    }
    LabelSummary summary = counts.summary();
    summary.start = start;
    summary.start_code = start_code;
    return summary;
  }

 private:
  LabelCode code_at(const ValueBits& bits, std::uint32_t index) const {
    const std::uint32_t bit = bit_of_position(table_.pieces(), index);
    if (is_bit_set(bits.won.data(), bit)) return kUncountedWinCode;
    return is_bit_set(bits.lost.data(), bit) ? kUncountedLossCode : kDrawCode;
  }

  const PlacementTable& table_;
  ValueSource& source_;
  std::size_t threads_;
  const std::atomic<bool>& cancel_;
};

}  // namespace

Result<AssembledDatabase> write_values_database(const PlacementTable& table, RuleSet rules, ValueSource& source,
                                                const LabelSummary& counted, const OutputPlace& place,
                                                std::size_t threads, const std::function<void(double)>& report,
                                                const std::atomic<bool>& cancel) {
  assert(rules.diagonal_jumps == table.diagonal_jumps());
  ValuesAssembly assembly(table, source, threads, cancel);
  auto model = UISGE_TRY(assembly.train(report));
  const DatabaseIdentity identity{table.board().size(), table.pieces(), rules};
  auto writer = UISGE_TRY(DatabaseWriter::create(place, identity, table.all_occupied_bb(), std::move(model)));
  auto summary = UISGE_TRY(assembly.write(writer, report));
  UISGE_TRY(compare_with_sweep(summary, counted, place.path()));
  AssembledDatabase result{std::move(summary), 0};
  result.bytes = UISGE_TRY(writer.finish(result.summary));
  return result;
}

}  // namespace uisge
