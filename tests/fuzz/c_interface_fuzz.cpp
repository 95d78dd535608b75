// Passes arbitrary bytes to the C interface as arguments: positions, rules, moves, handles, texts. Every call must
// return a status, and results must be consistent.
#include <uisge.h>

#include <cstring>
#include "tests/fuzz/fuzz_target.h"

using namespace uisge::fuzz;

namespace {

struct Given {
  uisge_position position;
  uisge_move move;
  uisge_rules rules;
  std::uint64_t handle;
  std::int32_t number;
};

bool is_fine(uisge_status status) {
  require(status == UISGE_OK || uisge_last_error()[0] != '\0');
  require(status != UISGE_ERROR_INTERNAL);
  return status == UISGE_OK;
}

// The library accepts a position that it has returned.
void require_valid(const uisge_position& position) {
  std::array<char, 100> text{};
  require(is_fine(uisge_position_text(&position, text.data(), text.size(), nullptr)));
  uisge_position again{};
  require(is_fine(uisge_position_parse(text.data(), &again)));
  require(std::memcmp(&again, &position, sizeof again) == 0);
}

void use_position(const Given& given) {
  int end = -1;
  if (!is_fine(uisge_position_end(&given.position, given.rules, &end))) return;
  require_valid(given.position);
  uisge_position canonical{};
  require(is_fine(uisge_position_canonical(&given.position, &canonical)));
  require_valid(canonical);
  uisge_known_start known{};
  require(is_fine(uisge_known(&given.position, given.rules, &known, sizeof known)));
  uisge_position after{};
  if (is_fine(uisge_play(&given.position, given.rules, given.move, &after))) require_valid(after);

  std::array<uisge_move, UISGE_MAX_MOVES> moves{};
  std::size_t count = 0;
  require(is_fine(uisge_legal_moves(&given.position, given.rules, moves.data(), moves.size(), &count)));
  require((count == 0) == (end != UISGE_NOT_OVER));
  std::size_t told = 0;
  require(count == 0 ||
          uisge_legal_moves(&given.position, given.rules, moves.data(), count - 1, &told) == UISGE_ERROR_BUFFER);
  for (std::size_t i = 0; i < count; ++i) {
    require(is_fine(uisge_play(&given.position, given.rules, moves[i], &after)));
    require_valid(after);
  }
  std::uint64_t sequences = 0;
  require(is_fine(uisge_perft(&given.position, given.rules, 1, &sequences)) && sequences == count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Given given{};
  std::memcpy(&given, data, std::min(size, sizeof given));
  use_position(given);

  uisge_position start{};
  if (is_fine(uisge_position_start(given.position.files, given.number, given.position.ranks, &start))) {
    require_valid(start);
  }
  const std::string text(data, data + size);
  uisge_position parsed{};
  if (is_fine(uisge_position_parse(text.c_str(), &parsed))) require_valid(parsed);
  uisge_move move{};
  is_fine(uisge_move_parse(&given.position, given.rules, text.c_str(), &move));
  std::array<char, 4> small{};
  is_fine(uisge_move_text(&given.position, given.move, small.data(), small.size(), nullptr));

  // No handle is open, so every handle is invalid.
  auto* const probe = reinterpret_cast<uisge_probe*>(given.handle);        // NOLINT: what a mistaken program passes
  auto* const database = reinterpret_cast<uisge_database*>(given.handle);  // NOLINT
  uisge_verdict verdict{};
  uisge_identity identity{};
  require(!is_fine(uisge_probe_verdict(probe, &start, &verdict)));
  require(!is_fine(uisge_database_identity(database, &identity, sizeof identity)));
  require(uisge_probe_close(probe) == (given.handle == 0 ? UISGE_OK : UISGE_ERROR_USAGE));
  require(uisge_database_close(database) == (given.handle == 0 ? UISGE_OK : UISGE_ERROR_USAGE));
  return 0;
}
