#include "tests/cli/with_card.h"

namespace uisge::test {

RunOptions with_card(const std::string& more) {
  return {.environment = {"LD_LIBRARY_PATH=" UISGE_FAKE_DRIVER_FOLDER, more}};
}

bool lacks_card() {
  if (is_skipped(UISGE_IS_EMULATED, "the emulator would have to find the tests' driver")) return true;
  const std::string line =
      check_refused({"solve", "--values", "--summary-only", "--board", "4x3", "--pieces", "2", "--device", "gpu"}, 4,
                    "", with_card("UISGE_FAKE_CARD_DEVICES=0"));
  return is_skipped(contains(line, "built without kernels"), "the program was built without clang");
}

}  // namespace uisge::test
