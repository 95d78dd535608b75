#include "solver/solve/assemble_database.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <memory>
#include <mutex>
#include <optional>

#include "db/writer.h"
#include "solver/solve/label_chunks.h"
#include "solver/solve/train_codec.h"

namespace uisge {

namespace {

struct Worker {
  Worker(const WritePlan& plan, const LabelStatistics& empty) : encoder(plan), statistics(empty) {}
  PlacementEncoder encoder;
  LabelStatistics statistics;
  LabelChunks::Scratch scratch;
};

using EncodedChunk = std::shared_ptr<std::vector<EncodedPlacement>>;

class Assembly {
 public:
  Assembly(const PlacementTable& table, const LabelChunks& chunks, DatabaseWriter& writer,
           const std::atomic<bool>& cancel)
      : table_(table),
        chunks_(chunks),
        writer_(writer),
        cancel_(cancel),
        empty_(table.board(), table.pieces(), start_cell(table.board(), table.pieces(), table.all_occupied_bb())),
        workers_([this] { return Worker(writer_.plan(), empty_); }) {}

  Result<void> run(int threads, const std::function<void(double)>& report) {
    std::size_t next = 0;
    std::size_t written = 0;
    const auto take = [&](tbb::flow_control& control) -> std::size_t {
      if (next == chunks_.chunk_count() || failed() || cancel_.load(std::memory_order_relaxed)) control.stop();
      return next++;
    };
    const auto encode = [&](std::size_t chunk) { return encoded(chunk); };
    const auto write = [&](const EncodedChunk& chunk) {
      if (failed() || !chunk) return;
      for (const EncodedPlacement& placement : *chunk) {
        if (auto done = writer_.append(placement); !done) return fail(done.error());
      }
      report(static_cast<double>(++written) / static_cast<double>(chunks_.chunk_count()));
    };
    tbb::task_arena arena(threads);
    arena.execute([&] {
      tbb::parallel_pipeline(static_cast<std::size_t>(threads) * 2,
                             tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, take) &
                                 tbb::make_filter<std::size_t, EncodedChunk>(tbb::filter_mode::parallel, encode) &
                                 tbb::make_filter<EncodedChunk, void>(tbb::filter_mode::serial_in_order, write));
    });
    if (failure_) return tl::unexpected(*failure_);
    if (written != chunks_.chunk_count()) {
      return tl::unexpected(Error{ErrorKind::kInterrupted, "solve: stopped while the database was written"});
    }
    return {};
  }

  LabelSummary summary() {
    LabelStatistics total = empty_;
    for (const Worker& worker : workers_) total.merge(worker.statistics);
    return total.summary();
  }

 private:
  EncodedChunk encoded(std::size_t chunk) {
    if (failed()) return nullptr;
    Worker& worker = workers_.local();
    auto result = std::make_shared<std::vector<EncodedPlacement>>();
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) {
      const std::uint32_t placement = chunks_.first_placement(chunk) + static_cast<std::uint32_t>(n);
      worker.statistics.add(placement, table_.occupied_bb(static_cast<PlacementId>(placement)), codes);
      result->push_back(worker.encoder.encode(placement, codes));
    };
    if (auto done = chunks_.read(chunk, worker.scratch, add); !done) {
      fail(done.error());
      return nullptr;
    }
    return result;
  }

  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = error;
    failed_ = true;
  }

  const PlacementTable& table_;
  const LabelChunks& chunks_;
  DatabaseWriter& writer_;
  const std::atomic<bool>& cancel_;
  LabelStatistics empty_;
  tbb::enumerable_thread_specific<Worker> workers_;
  std::mutex mutex_;
  std::optional<Error> failure_;
  std::atomic<bool> failed_{false};
};

}  // namespace

Result<AssembledDatabase> assemble_database(const PlacementTable& table, const PlyLogReader& log,
                                            const std::string& path, int threads,
                                            const std::function<void(double)>& report,
                                            const std::atomic<bool>& cancel) {
  // More threads than processors are allowed; without this TBB says otherwise, on standard error.
  const tbb::global_control parallelism(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(threads));
  const LabelChunks chunks(log);
  auto model = train_codec(chunks, log.header(), threads, cancel);
  if (!model) return tl::unexpected(model.error());
  auto writer = DatabaseWriter::create(path, log.header().identity, table.all_occupied_bb(), std::move(*model));
  if (!writer) return tl::unexpected(writer.error());
  Assembly assembly(table, chunks, *writer, cancel);
  if (auto done = assembly.run(threads, report); !done) return tl::unexpected(done.error());
  AssembledDatabase result;
  result.summary = assembly.summary();
  auto bytes = writer->finish(result.summary);
  if (!bytes) return tl::unexpected(bytes.error());
  result.bytes = *bytes;
  return result;
}

}  // namespace uisge
