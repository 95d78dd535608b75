#include "solver/solve/train_codec.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <mutex>
#include <optional>

#include "db/codec_trainer.h"

namespace uisge {

Result<std::unique_ptr<const CodecModel>> train_codec(const LabelChunks& chunks, const PlyLogHeader& header,
                                                      int threads, const std::atomic<bool>& cancel) {
  CodecTrainer trainer(header.identity.pieces, header.placements, header.chunk_size);
  const auto& sample = trainer.sample();
  std::vector<std::size_t> firsts;  // places in the sample where a chunk begins
  for (std::size_t k = 0; k < sample.size(); ++k) {
    if (sample[k] % header.chunk_size == 0) firsts.push_back(k);
  }
  std::mutex mutex;
  std::optional<Error> failure;
  const auto add_chunk = [&](std::size_t first) {
    if (cancel.load(std::memory_order_relaxed)) return;
    LabelChunks::Scratch scratch;
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) { trainer.add(first + n, codes); };
    if (auto done = chunks.read(sample[first] / header.chunk_size, scratch, add); !done) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = done.error();
    }
  };
  tbb::task_arena arena(threads);
  arena.execute(
      [&] { tbb::parallel_for(std::size_t{0}, firsts.size(), [&](std::size_t i) { add_chunk(firsts[i]); }); });
  if (failure) return tl::unexpected(*failure);
  if (cancel.load(std::memory_order_relaxed)) {
    return tl::unexpected(Error{ErrorKind::kInterrupted, "solve: stopped before the database was written"});
  }
  return trainer.finish();
}

}  // namespace uisge
