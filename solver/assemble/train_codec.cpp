#include "solver/assemble/train_codec.h"

#include "db/codec_trainer.h"
#include "db/placement_loop.h"
#include "solver/assemble/encode_pipeline.h"
#include "solver/openmp_parallel.h"

namespace uisge {

Result<std::unique_ptr<const CodecModel>> train_codec(const LabelChunks& chunks, const PlyLogHeader& header,
                                                      CodecId codec, std::size_t threads,
                                                      const std::atomic<bool>& cancel) {
  CodecTrainer trainer(codec, header.identity.pieces, header.placements, header.chunk_size);
  const auto& sample = trainer.sample();
  std::vector<std::size_t> firsts;  // where chunks begin in the sample
  for (std::size_t k = 0; k < sample.size(); ++k) {
    if (sample[k] % header.chunk_size == 0) firsts.push_back(k);
  }
  const Parallel parallel = openmp_parallel(threads);
  const auto add_chunk = [&](std::size_t, std::size_t i) -> Result<bool> {
    LabelChunks::Scratch scratch;
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) { trainer.add(firsts[i] + n, codes); };
    UISGE_TRY(chunks.read(sample[firsts[i]] / header.chunk_size, scratch, add));
    return true;
  };
  const bool is_whole = UISGE_TRY(PlacementLoop(firsts.size(), parallel, {}, &cancel).run(add_chunk));
  if (!is_whole) return stopped_while_writing();
  return trainer.finish(parallel);
}

}  // namespace uisge
