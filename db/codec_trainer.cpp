#include "db/codec_trainer.h"

#include <algorithm>

#include "db/context_clusters.h"

namespace uisge {

namespace {

constexpr std::uint32_t kMaxSample = 1024;
// Of the sample, kept in memory as 16-bit codes. Twice as many save 0.3 % of a file.
constexpr std::size_t kMaxKeptPositions = std::size_t{1} << 24;

// A table takes some 25 bytes and pays only if enough positions of the file use it...
constexpr std::uint64_t kFewestInFile = 400;
// ...and its numbers mean something only if enough of the sample do.
constexpr std::uint64_t kFewestInSample = 24;

}  // namespace

CodecTrainer::CodecTrainer(CodecId codec, int pieces, std::uint32_t placements, std::uint32_t run)
    : codec_(codec), pieces_(pieces), placements_(placements) {
  const std::uint64_t runs = (std::uint64_t{placements} + run - 1) / run;
  const std::uint64_t taken = std::min<std::uint64_t>(runs, std::max(kMaxSample / run, 1U));
  for (std::uint64_t k = 0; k < taken; ++k) {
    const std::uint64_t first = k * runs / taken * run;
    const std::uint64_t end = std::min<std::uint64_t>(first + run, placements);
    for (std::uint64_t i = first; i < end; ++i) sample_.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t all_blocks = sample_.size() * static_cast<std::size_t>(colouring_count(pieces));
  const std::size_t blocks = kMaxKeptPositions / static_cast<std::size_t>(positions_per_block(pieces));
  kept_blocks_ = sample_.empty() ? 0 : std::max<std::size_t>(std::min(all_blocks, blocks) / sample_.size(), 1);
  codes_.resize(sample_.size() * kept_positions());
}

void CodecTrainer::add(std::size_t k, std::span<const LabelCode> codes) {
  assert(codes.size() == static_cast<std::size_t>(positions_per_placement(pieces_)));
  const auto positions = static_cast<std::size_t>(positions_per_block(pieces_));
  const auto blocks = static_cast<std::size_t>(colouring_count(pieces_));
  LabelCode* kept = codes_.data() + k * kept_positions();
  for (std::size_t i = 0; i < kept_blocks_; ++i) {
    // Evenly spaced; which ones, changes with k.
    const std::size_t block = (i * blocks / kept_blocks_ + k) % blocks;
    const LabelCode* const labels = codes.data() + block * positions;
    kept =
        std::transform(labels, labels + positions, kept, [&](LabelCode label) { return coded_label(codec_, label); });
  }
}

std::uint64_t CodecTrainer::fewest_for_a_table() const {
  const std::uint64_t all = std::uint64_t{placements_} * static_cast<std::uint64_t>(positions_per_placement(pieces_));
  return std::max(kFewestInSample, all == 0 ? 0 : kFewestInFile * codes_.size() / all);
}

std::unique_ptr<const CodecModel> CodecTrainer::finish() const {
  const std::size_t positions = static_cast<std::size_t>(positions_per_block(pieces_));
  const std::size_t row = static_cast<std::size_t>(crown_states(pieces_));
  std::vector<std::uint64_t> count_of_code(std::size_t{1} << 16);
  for (std::size_t first = 0; first < codes_.size(); first += row) {
    // The last cell of a row and the last row of a block are not live.
    if (first % positions + row == positions) continue;
    for (std::size_t i = 0; i + 1 < row; ++i) ++count_of_code[codes_[first + i]];
  }
  LabelAlphabet alphabet =
      stores_distances(codec_) ? LabelAlphabet::of_counts(count_of_code) : LabelAlphabet::lost_values();

  const std::vector<SpelledCode> spelled = alphabet.spelled_codes();
  const CrownContexts contexts(codec_, pieces_, alphabet.classes());
  std::vector<std::uint32_t> counts(contexts.count() * alphabet.size());
  CellRows classes(pieces_);
  classes.reset(kept_blocks_);
  std::vector<ContextId> cell_contexts(classes.stride());
  for (std::size_t first = 0; first < codes_.size(); first += kept_positions()) {
    for (const auto& cell : contexts.cells()) {
      contexts.find(classes, cell, cell_contexts.data());
      std::uint8_t* const cell_classes = classes.row(cell.index);
      for (std::size_t block = 0; block < kept_blocks_; ++block) {
        const Symbol symbol = spelled[codes_[first + block * positions + cell.index]].symbol;
        cell_classes[block] = alphabet.class_of(symbol);
        ++counts[cell_contexts[block] * alphabet.size() + symbol];
      }
    }
  }

  auto clusters = cluster_contexts(counts, alphabet.size(), fewest_for_a_table(), CodecModel::kMaxTables);
  return std::make_unique<const CodecModel>(codec_, pieces_, std::move(alphabet), std::move(clusters.tables),
                                            std::move(clusters.table_of_context));
}

}  // namespace uisge
