#include "tests/card/card_solve_fixture.h"

#include "solver/card/card_split.h"

namespace uisge::test::card_solve {

namespace {

// The memory of a card that has room for about this share of the tiles. The other tiles are staged.
std::uint64_t card_memory_for(const DatabaseIdentity& identity, double share) {
  const auto table = PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps);
  const TileLayout layout(table.size(), identity.pieces, kTileBytes);
  std::uint64_t too_little = 0;
  std::uint64_t enough = std::uint64_t{1} << 30;
  while (enough - too_little > 1) {
    const std::uint64_t middle = too_little + (enough - too_little) / 2;
    const auto split = split_plane(table, layout, {middle, UINT64_MAX});
    const bool is_enough =
        split && static_cast<double>(split->resident_tiles) >= share * static_cast<double>(layout.tiles());
    (is_enough ? enough : too_little) = middle;
  }
  return enough;
}

}  // namespace

Card open_card(const FakeCardProperties& properties) {
  reset_fake_card(properties);
  auto card = Card::open(UISGE_FAKE_DRIVER);
  if (!card) FAIL(card.error().message);
  return std::move(*card);
}

bool lacks_kernels() {
  return is_skipped(card_kernels_ptx().empty(), "the program was built without clang");
}

Result<ValuesResult> solve(const ValuesRequest& request, Told* told, std::uint32_t stop_in_sweep) {
  std::atomic<bool> cancel{false};
  ValuesObserver observer;
  observer.progress = [&](const ValuesProgress& progress) {
    if (progress.sweep >= stop_in_sweep) cancel = true;
    if (told == nullptr) return;
    told->bytes_in = progress.bytes_read;
    told->bytes_out = progress.bytes_written;
  };
  if (told != nullptr) {
    observer.start = [&](Outcome outcome) { told->starts.push_back(outcome); };
    observer.note = [&](const std::string& note) { told->notes.push_back(note); };
  }
  return solve_values(request, observer, cancel);
}

ValuesRequest by_processors(const DatabaseIdentity& identity, const Files& files) {
  return {
      .identity = identity, .output = files.output(), .plane = files.plane(), .threads = 2, .tile_bytes = kTileBytes};
}

ValuesRequest by_card(const DatabaseIdentity& identity, const Files& files, double share) {
  ValuesRequest request = by_processors(identity, files);
  request.card = CardChoice::kAlways;
  request.card_memory_bytes = card_memory_for(identity, share);
  request.card_driver = UISGE_FAKE_DRIVER;
  return request;
}

ValuesRequest counting_by_card(const DatabaseIdentity& identity) {
  return {
      .identity = identity, .card = CardChoice::kAlways, .card_driver = UISGE_FAKE_DRIVER, .tile_bytes = kTileBytes};
}

Expected::Expected(const DatabaseIdentity& identity) : files{directory, "expected"} {
  const auto solved = solve(by_processors(identity, files));
  REQUIRE(solved);
  result = *solved;
  database = read_bytes(files.output());
  plane = read_bytes(files.plane());
}

void check_end(const Expected& expected, const Files& files, const ValuesResult& result) {
  CHECK(result.summary == expected.result.summary);
  CHECK(result.start == expected.result.start);
  CHECK((read_bytes(files.output()) == expected.database));  // in brackets, so that no bytes are printed
  CHECK((read_bytes(files.plane()) == expected.plane));
}

bool is_one_line(const std::string& message) {
  return !message.empty() && !contains(message, "\n");
}

std::string refusal(const ValuesRequest& request) {
  const auto refused = solve(request);
  check_error(refused, ErrorKind::kResource);
  CHECK(is_one_line(refused.error().message));
  CHECK(fake_card_live() == FakeCardLive{});
  return refused.error().message;
}

}  // namespace uisge::test::card_solve
