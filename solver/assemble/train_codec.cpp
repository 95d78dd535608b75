#include "solver/assemble/train_codec.h"

#include "db/codec_trainer.h"
#include "solver/assemble/encode_pipeline.h"

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
  const auto add_chunk = [&](std::size_t, std::size_t i) {
    LabelChunks::Scratch scratch;
    const auto add = [&](std::size_t n, std::span<const LabelCode> codes) { trainer.add(firsts[i] + n, codes); };
    return chunks.read(sample[firsts[i]] / header.chunk_size, scratch, add);
  };
  UISGE_TRY(for_each_on_threads(firsts.size(), threads, add_chunk, cancel));
  const std::atomic<bool> goes_on = false;
  const Parallel parallel{threads, [&](std::size_t count, const Parallel::Body& body) {
                            const auto one = [&](std::size_t worker, std::size_t i) -> Result<void> {
                              body(worker, i);
                              return {};
                            };
                            static_cast<void>(for_each_on_threads(count, threads, one, goes_on));
                          }};
  return trainer.finish(parallel);
}

}  // namespace uisge
