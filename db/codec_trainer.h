// Makes the codec model of a file from a sample of its labels.
//
//   CodecTrainer trainer(codec, pieces, placement_count);
//   for every k: trainer.add(k, labels of placement trainer.sample()[k])      in parallel, in any order
//   std::unique_ptr<const CodecModel> model = trainer.finish();
//
// The constructor's arguments determine the sample, and all counts are integers, so the model does not depend on the
// number of threads. The sample has about 1024 placements, or all placements if the board has fewer. The trainer keeps
// at most 32 MiB of the sampled labels, or 2 MiB if the codec stores no distances. finish() takes about 0.1 s on one
// thread.
#pragma once

#include <span>

#include "db/codec_model.h"
#include "db/parallel.h"

namespace uisge {

class CodecTrainer {
 public:
  // The sample consists of runs of `run` placements with consecutive numbers, for callers that find the labels of
  // several such placements together.
  CodecTrainer(CodecId codec, int pieces, std::size_t placements, std::size_t run = 1);

  // The numbers of the sampled placements, ascending.
  const std::vector<std::size_t>& sample() const { return sample_; }
  // Takes in the labels of sample()[k], the sample's placement number k. A label that the codec does not store may be
  // replaced by kDrawCode. Thread-safe for different k. REQUIRES: codes.size() == positions_per_placement.
  void add(std::size_t k, std::span<const LabelCode> codes);
  // REQUIRES: add() has been called for all k below sample().size().
  std::unique_ptr<const CodecModel> finish(const Parallel& parallel = {}) const;

 private:
  using Counts = std::vector<std::uint64_t>;
  Counts count_codes(const Parallel& parallel) const;
  // How often each symbol occurs in each context, in the sample.
  std::vector<std::uint32_t> count_symbols(const LabelAlphabet& alphabet, const Parallel& parallel) const;
  std::size_t kept_positions() const { return kept_blocks_ * positions_per_block(pieces_); }
  // Different placements have different words, since several threads write them.
  std::size_t words_per_placement() const { return (kept_positions() + 63) / 64; }
  std::uint64_t fewest_for_a_table() const;

  CodecId codec_;
  int pieces_;
  std::size_t placements_;
  std::vector<std::size_t> sample_;
  std::size_t kept_blocks_;  // the number of blocks kept per sampled placement
  // The sampled labels, as coded_label() returns them. If the codec stores no distances, there are two different
  // labels, and a bit that is set stands for a loss.
  std::vector<LabelCode> codes_;
  std::vector<std::uint64_t> lost_;
};

}  // namespace uisge
