#include "solver/solve_values/swept_plane.h"

#include <fmt/format.h>

#include <algorithm>

#include "solver/resources.h"
#include "solver/units.h"
#include "solver/values/paged_plane.h"
#include "solver/values/unsupported_wins.h"

namespace uisge {

namespace {

// With fewer positions than kCellsThatPay, processors finish before a card has compiled its kernels.
constexpr std::uint64_t kCellsThatPay = 1'000'000'000;

}  // namespace

Result<void> SweptPlane::make(std::optional<PositionCell> start, std::uint64_t left_free_bytes,
                              const ShareReport& report) {
  const TileLayout layout(table_.size(), request_.identity.pieces, request_.tile_bytes);
  MemoryLimit memory{available_memory(), request_.memory_bytes};
  if (looks_for_card(request_.card, table_.size() * positions_per_placement(table_.pieces()))) {
    plan_ = undivided_plan(request_.identity, table_, layout, request_.threads);
    const std::uint64_t taken = std::min(memory.bytes(), plan_.table_bytes + left_free_bytes);
    auto card = fitting_card(layout, memory.bytes() - taken, report);
    if (!card && request_.card == CardChoice::kAlways) return tl::unexpected(card.error());
    if (card) {
      card_.emplace(std::move(*card));
      auto file = UISGE_TRY(open_file_for_card(layout));
      auto done = make_card_engine(layout, std::move(file), start);
      if (done || request_.card == CardChoice::kAlways) return done;
      note_(fmt::format("{}; it is solved without the card", done.error().message));
      card_.reset();
      card_use_.reset();
    }
  }
  memory.available -= std::min(memory.available, left_free_bytes);
  if (memory.allowed) *memory.allowed -= std::min(*memory.allowed, left_free_bytes);
  plan_ = UISGE_TRY(plan_values(request_.identity, table_, layout, request_.threads, memory, report));
  UISGE_TRY(make_plane(layout));
  options_ = engine_options(plan_, request_.instructions);
  options_.start = start;
  engine_ = ValuesEngine::create(table_, *plane_, options_);
  return {};
}

// Opens the card. Returns an error if there is no card or if the card lacks room for the plane.
Result<Card> SweptPlane::fitting_card(const TileLayout& layout, std::uint64_t memory_bytes, const ShareReport& report) {
  auto card = UISGE_TRY(open_card(request_.card_driver));
  const CardRoom room{std::min(card.info().free_bytes, request_.card_memory_bytes.value_or(UINT64_MAX)), memory_bytes};
  const auto split = UISGE_TRY(split_plane(table_, layout, room, report));
  card_use_ = CardUse{card.info(), split};
  return card;
}

// Opens the plane file that the user named. If the user named none, opens the plane file beside the output, if a solve
// without a card has left one there.
Result<std::optional<PlaneFile>> SweptPlane::open_file_for_card(const TileLayout& layout) {
  const std::string path = wanted_path();
  if (path.empty() || (request_.plane.empty() && !PlaneFile::is_plane(path))) return std::optional<PlaneFile>();
  auto file = UISGE_TRY(open_file(path, layout));
  return std::optional(std::move(file));
}

Result<PlaneFile> SweptPlane::open_file(const std::string& path, const TileLayout& layout) {
  // If a card fails after the file was opened for it, the file is opened again. By then a new file looks old.
  const bool is_first = path_.empty();
  path_ = path;
  auto file = PlaneFile::open(path, request_.identity, layout, request_.restart);
  if (file && file->has_new_header()) note_(fmt::format("{}: its header was damaged and is written anew", path));
  if (!is_first) return file;
  goes_on_ = file && !file->is_new();
  if (goes_on_) note_(fmt::format("{}: going on with what it holds", path));
  return file;
}

Result<void> SweptPlane::make_card_engine(const TileLayout& layout, std::optional<PlaneFile> file,
                                          std::optional<PositionCell> start) {
  const CardOptions options{
      .stuck = request_.identity.rules.stuck, .split = card_use_->split, .threads = request_.threads, .start = start};
  const bool is_stored = file.has_value();
  auto engine = UISGE_TRY(CardEngine::make(*card_, table_, layout, options, std::move(file), note_));
  card_engine_ = engine.get();
  if (is_stored) store_ = card_engine_;
  engine_ = std::move(engine);
  return {};
}

// Makes the plane in memory. If there is a file, it is the checkpoint, and holds the tiles that do not fit in memory.
Result<void> SweptPlane::make_plane(const TileLayout& layout) {
  std::string path = wanted_path();
  if (path.empty() && !plan_.is_in_memory()) {
    if (!request_.may_spill) {
      return resource_error(
          fmt::format("memory: {} of the plane's {} fit; a file beside the output would hold the rest, "
                      "so name an output, or allow more memory",
                      format_size(plan_.held_bytes), format_size(plan_.plane_bytes)));
    }
    path = spill_;
  }
  if (path.empty()) {
    plane_ = std::make_unique<MemoryPlane>(layout, request_.identity.pieces);
    return {};
  }
  auto file = UISGE_TRY(open_file(path, layout));
  if (!plan_.is_in_memory()) {
    note_(fmt::format("{} of the plane's {} are held in memory, the rest is in {}", format_size(plan_.held_bytes),
                      format_size(plan_.plane_bytes), path));
  }
  auto plane = std::make_unique<PagedPlane>(std::move(file), layout, request_.identity.pieces, plan_.tiles_held, note_);
  store_ = plane.get();
  plane_ = std::move(plane);
  return {};
}

Result<std::uint64_t> SweptPlane::unsupported_wins(const SweepCallbacks& callbacks) {
  if (!goes_on_ || !plane_) return 0;
  // The plan has memory for the lost blocks of one group: those of the engine, or those of the check.
  engine_.reset();
  const auto count = UISGE_TRY(uisge::unsupported_wins(table_, *plane_, options_, callbacks));
  engine_ = ValuesEngine::create(table_, *plane_, options_);
  // True wins count as unsupported if the losses from which they follow are missing.
  if (plane_->take_lost_bits()) return bad_file("solve: a tile of the plane was damaged after the last sweep");
  return count;
}

bool looks_for_card(CardChoice choice, std::uint64_t cells) {
  return choice == CardChoice::kAlways || (choice == CardChoice::kIfItPays && cells >= kCellsThatPay);
}

std::string plane_file_path(const std::string& output) {
  return output + ".plane";
}

}  // namespace uisge
