#include "solver/assemble/assemble_database.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/codec_trainer.h"
#include "db/placement_loop.h"
#include "solver/assemble/encode_pipeline.h"
#include "solver/checkpoint/label_chunks.h"
#include "solver/openmp_parallel.h"

namespace uisge {

namespace {

// Makes the codec's model from the labels of a sample. Whole chunks are sampled, because a chunk's labels come out of
// the ply log together. The size of a chunk depends only on the number of pieces, not on threads or memory. So the same
// labels always give the same model.
Result<std::unique_ptr<const CodecModel>> train_codec(const LabelChunks& chunks, const PlyLogHeader& header,
                                                      CodecId codec, std::size_t threads,
                                                      const std::function<void(double)>& report,
                                                      const std::atomic<bool>& cancel) {
  CodecTrainer trainer(codec, header.identity.pieces, header.placements, header.chunk_size);
  const auto& sample = trainer.sample();
  std::vector<std::size_t> firsts;  // where chunks begin in the sample
  for (std::size_t k = 0; k < sample.size(); ++k) {
    if (sample[k] % header.chunk_size == 0) firsts.push_back(k);
  }
  const Parallel parallel = openmp_parallel(threads);
  const auto add_chunk = [&](std::size_t worker, std::size_t i) -> Result<bool> {
    if (worker == 0) report(0);
    LabelChunks::Scratch scratch;
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) { trainer.add(firsts[i] + n, codes); };
    UISGE_TRY(chunks.read(sample[firsts[i]] / header.chunk_size, scratch, add));
    return true;
  };
  const bool is_whole = UISGE_TRY(PlacementLoop(firsts.size(), parallel, {}, &cancel).run(add_chunk));
  if (!is_whole) return stopped_while_writing();
  return trainer.finish(parallel);
}

struct AssemblyWorker {
  AssemblyWorker(const WritePlan& plan, const LabelStatistics& empty) : encoder(plan), statistics(empty) {}
  PlacementEncoder encoder;
  LabelStatistics statistics;
  LabelChunks::Scratch scratch;
};

// Compares the number of positions that have each label with the counts that the log has for each ply. No later check
// would notice a segment that is missing or repeated, or that contradicts another segment.
Result<void> compare_counts(const LabelSummary& summary, const PlyLogReader& log) {
  const std::size_t distances = std::max(summary.by_distance.size(), log.plies().size());
  for (std::size_t distance = 0; distance < distances; ++distance) {
    DistanceCounts labels;
    DistanceCounts counted;
    if (distance < summary.by_distance.size()) labels = summary.by_distance[distance];
    if (distance < log.plies().size()) {
      const PlyCounts& counts = log.plies()[distance].counts;
      counted = {counts.won, counts.lost};
    }
    if (labels != counted) {
      return bad_file(fmt::format("{}: ply {} decided {} won and {} lost positions, the labels have {} and {}",
                                  log.path(), distance, counted.won, counted.lost, labels.won, labels.lost),
                      {{Remedy::kRestart}});
    }
  }
  return {};
}

}  // namespace

Result<AssembledDatabase> assemble_database(const PlacementTable& table, const PlyLogReader& log,
                                            const OutputPlace& place, const AssemblyOptions& options,
                                            const std::function<void(double)>& report,
                                            const std::atomic<bool>& cancel) {
  const LabelChunks chunks(log, options.instructions);
  auto model = UISGE_TRY(train_codec(chunks, log.header(), options.codec, options.threads, report, cancel));
  const auto placements = table.all_occupied_bb();
  auto writer = UISGE_TRY(DatabaseWriter::create(place, log.header().identity, placements, std::move(model)));

  const LabelStatistics empty(table.board(), table.pieces(), start_cell(table.board(), table.pieces(), placements));
  std::vector<std::unique_ptr<AssemblyWorker>> workers(options.threads);
  const auto encode = [&](std::size_t number, std::size_t chunk) -> Result<EncodedGroup> {
    auto& worker = workers[number];
    if (!worker) worker = std::make_unique<AssemblyWorker>(writer.plan(), empty);
    EncodedGroup group;
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) {
      const std::size_t placement = chunks.first_placement(chunk) + n;
      worker->statistics.add(placement, placements[placement], codes);
      group.push_back(worker->encoder.encode(placement, codes));
    };
    UISGE_TRY(chunks.read(chunk, worker->scratch, add));
    return group;
  };
  UISGE_TRY(encode_and_append(chunks.chunk_count(), options.threads, encode, writer, report, cancel));
  LabelStatistics total = empty;
  for (const auto& worker : workers) {
    if (worker) total.merge(worker->statistics);
  }
  AssembledDatabase result;
  result.summary = total.summary();
  UISGE_TRY(compare_counts(result.summary, log));
  result.bytes = UISGE_TRY(writer.finish(result.summary));
  return result;
}

}  // namespace uisge
