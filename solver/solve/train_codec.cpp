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
  const auto stride = static_cast<std::size_t>(positions_per_placement(header.identity.pieces));
  const auto add_chunk = [&](std::size_t first) {
    if (cancel.load(std::memory_order_relaxed)) return;
    std::vector<LabelCode> codes;
    std::vector<std::uint8_t> segment;
    const std::size_t chunk = sample[first] / header.chunk_size;
    if (auto done = chunks.read(chunk, codes, segment); !done) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = done.error();
      return;
    }
    for (std::size_t n = 0; n < chunks.placements(chunk); ++n) {
      trainer.add(first + n, std::span(codes).subspan(n * stride, stride));
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
