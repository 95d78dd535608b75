#include "db/codec_trainer.h"

#include <algorithm>

#include "db/context_clusters.h"

namespace uisge {

namespace {

constexpr std::size_t kMaxSample = 1024;
// The greatest number of positions whose labels are kept in memory. Twice as many positions would make a file 0.3 %
// smaller.
constexpr std::size_t kMaxKeptPositions = std::size_t{1} << 24;

// A frequency table is made only if at least kFewestInFile positions of the file would use it. Then it saves more than
// the 25 bytes that it takes.
constexpr std::uint64_t kFewestInFile = 400;
// A table is made only if at least kFewestInSample positions of the sample would use it, since frequencies that are
// counted in fewer positions are unreliable.
constexpr std::uint64_t kFewestInSample = 24;

// In the frequency tables of a file that stores only lost positions, most symbols are rare. A symbol rarer than one in
// 2^14 is coded as an escape, which costs about 26 bits. If a rare symbol had a frequency (at least 1 of 1024), the
// codes of all other symbols would become longer. That would cost more than the escapes.
constexpr std::uint32_t kRarestLost = std::uint32_t{1} << 14;

template <class Counts>
Counts sum_of(std::vector<Counts>& parts) {
  Counts& sum = parts.front();
  for (std::size_t part = 1; part < parts.size(); ++part) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += parts[part][i];
  }
  return std::move(sum);
}

}  // namespace

CodecTrainer::CodecTrainer(CodecId codec, int pieces, std::size_t placements, std::size_t run)
    : codec_(codec), pieces_(pieces), placements_(placements) {
  const std::size_t runs = (placements + run - 1) / run;
  const std::size_t taken = std::min(runs, std::max<std::size_t>(kMaxSample / run, 1));
  for (std::size_t k = 0; k < taken; ++k) {
    const std::size_t first = k * runs / taken * run;
    const std::size_t end = std::min(first + run, placements);
    for (std::size_t i = first; i < end; ++i) sample_.push_back(i);
  }
  const std::size_t all_blocks = sample_.size() * colouring_count(pieces);
  const std::size_t blocks = kMaxKeptPositions / positions_per_block(pieces);
  kept_blocks_ = sample_.empty() ? 0 : std::max<std::size_t>(std::min(all_blocks, blocks) / sample_.size(), 1);
  if (stores_distances(codec)) {
    codes_.resize(sample_.size() * kept_positions());
  } else {
    lost_.resize(sample_.size() * words_per_placement());
  }
}

void CodecTrainer::add(std::size_t k, std::span<const LabelCode> codes) {
  assert(codes.size() == positions_per_placement(pieces_));
  const std::size_t positions = positions_per_block(pieces_);
  const std::size_t blocks = colouring_count(pieces_);
  const bool has_distances = stores_distances(codec_);
  const std::size_t first = k * kept_positions();
  const std::size_t first_word = k * words_per_placement();
  for (std::size_t i = 0; i < kept_blocks_; ++i) {
    // The blocks that are kept are evenly spaced among the placement's blocks. In placement number k of the sample, the
    // places of the kept blocks are shifted by k, so that different placements keep different blocks.
    const std::size_t block = (i * blocks / kept_blocks_ + k) % blocks;
    const LabelCode* const labels = codes.data() + block * positions;
    for (std::size_t j = 0, at = i * positions; j < positions; ++j, ++at) {
      const LabelCode code = coded_label(codec_, labels[j]);
      if (has_distances) {
        codes_[first + at] = code;
      } else {
        lost_[first_word + at / 64] |= std::uint64_t{code == kCodedLoss} << at % 64;
      }
    }
  }
}

std::uint64_t CodecTrainer::fewest_for_a_table() const {
  const std::uint64_t all = std::uint64_t{placements_} * positions_per_placement(pieces_);
  return std::max(kFewestInSample, all == 0 ? 0 : kFewestInFile * sample_.size() * kept_positions() / all);
}

CodecTrainer::Counts CodecTrainer::count_codes(const Parallel& parallel) const {
  const std::size_t positions = positions_per_block(pieces_);
  const std::size_t row = crown_states(pieces_);
  std::vector<Counts> of_workers(parallel.workers, Counts(std::size_t{1} << 16));
  parallel.for_each(sample_.size(), [&](std::size_t worker, std::size_t k) {
    Counts& counts = of_workers[worker];
    const std::size_t end = (k + 1) * kept_positions();
    for (std::size_t first = k * kept_positions(); first < end; first += row) {
      // Two kinds of cells are not counted: the last cell of each row, where the mover has only crowns, and the last
      // row of each block, where the opponent has only crowns.
      if (first % positions + row == positions) continue;
      for (std::size_t i = 0; i + 1 < row; ++i) ++counts[codes_[first + i]];
    }
  });
  return sum_of(of_workers);
}

std::vector<std::uint32_t> CodecTrainer::count_symbols(const LabelAlphabet& alphabet, const Parallel& parallel) const {
  const std::size_t positions = positions_per_block(pieces_);
  const std::vector<SpelledCode> spelled = alphabet.spelled_codes();
  const CrownContexts contexts(codec_, pieces_, alphabet.classes());
  const bool has_distances = stores_distances(codec_);
  struct Worker {
    explicit Worker(int pieces) : classes(pieces) {}
    CellRows classes;
    std::vector<ContextId> contexts;  // the contexts of one cell
  };
  std::vector<Worker> all(parallel.workers, Worker(pieces_));
  std::vector<std::vector<std::uint32_t>> of_workers(parallel.workers,
                                                     std::vector<std::uint32_t>(contexts.count() * alphabet.size()));
  parallel.for_each(sample_.size(), [&](std::size_t number, std::size_t k) {
    Worker& worker = all[number];
    std::uint32_t* const counts = of_workers[number].data();
    const std::size_t first = k * kept_positions();
    const std::size_t first_word = k * words_per_placement();
    worker.classes.reset(kept_blocks_);
    worker.contexts.resize(worker.classes.stride());
    for (const auto& cell : contexts.cells()) {
      contexts.find(worker.classes, cell, worker.contexts.data());
      std::uint8_t* const cell_classes = worker.classes.row(cell.index);
      for (std::size_t block = 0; block < kept_blocks_; ++block) {
        const std::size_t at = block * positions + cell.index;
        const bool is_lost = !has_distances && (lost_[first_word + at / 64] >> at % 64 & 1) != 0;
        const LabelCode code = has_distances ? codes_[first + at] : is_lost ? kCodedLoss : kDrawCode;
        const Symbol symbol = spelled[code].symbol;
        cell_classes[block] = alphabet.class_of(symbol);
        ++counts[worker.contexts[block] * alphabet.size() + symbol];
      }
    }
  });
  return sum_of(of_workers);
}

std::unique_ptr<const CodecModel> CodecTrainer::finish(const Parallel& parallel) const {
  LabelAlphabet alphabet =
      stores_distances(codec_) ? LabelAlphabet::of_counts(codec_, count_codes(parallel)) : LabelAlphabet::lost_values();
  const std::vector<std::uint32_t> counts = count_symbols(alphabet, parallel);
  const std::uint32_t rarest = codec_ == CodecId::kLostPositions ? kRarestLost : 0;
  auto clusters =
      cluster_contexts(counts, alphabet.size(), {fewest_for_a_table(), CodecModel::kMaxTables, rarest}, parallel);
  return std::make_unique<const CodecModel>(codec_, pieces_, std::move(alphabet), std::move(clusters.tables),
                                            std::move(clusters.table_of_context));
}

}  // namespace uisge
