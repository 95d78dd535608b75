// Makes the codec model of a file from a sample of its labels.
//
//   CodecTrainer trainer(codec, pieces, placement_count);
//   for every k: trainer.add(k, labels of placement trainer.sample()[k])      in parallel, in any order
//   std::unique_ptr<const CodecModel> model = trainer.finish();
//
// The sample is a pure function of the placement count, and all counts are integers, so the model depends on the labels
// alone and not on the threads. The sample has at most 1024 placements. Up to 32 MiB of the labels of these placements
// are kept. finish() takes about 0.1 s on one thread, and half as long on two.
#pragma once

#include <span>

#include "db/codec_model.h"
#include "db/parallel.h"

namespace uisge {

class CodecTrainer {
 public:
  // The sample consists of runs of `run` neighbouring placements, for callers that find the labels of neighbours
  // together.
  CodecTrainer(CodecId codec, int pieces, std::size_t placements, std::size_t run = 1);

  // The numbers of the sampled placements, ascending.
  const std::vector<std::size_t>& sample() const { return sample_; }
  // Adds the labels of placement sample()[k]. `codes` has all labels, or only the labels that the codec stores.
  // Thread-safe for different k. REQUIRES: codes.size() == positions_per_placement.
  void add(std::size_t k, std::span<const LabelCode> codes);
  // REQUIRES: add() has been called for all k below sample().size().
  std::unique_ptr<const CodecModel> finish(const Parallel& parallel = {}) const;

 private:
  using Counts = std::vector<std::uint64_t>;
  Counts count_codes(const Parallel& parallel) const;
  // How often each symbol occurs in each context.
  std::vector<std::uint32_t> count_symbols(const LabelAlphabet& alphabet, const Parallel& parallel) const;
  std::size_t kept_positions() const { return kept_blocks_ * positions_per_block(pieces_); }
  std::uint64_t fewest_for_a_table() const;

  CodecId codec_;
  int pieces_;
  std::size_t placements_;
  std::vector<std::size_t> sample_;
  std::size_t kept_blocks_;       // the number of blocks that are kept of a sampled placement
  std::vector<LabelCode> codes_;  // as coded_label gives them
};

}  // namespace uisge
