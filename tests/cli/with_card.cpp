#include "tests/cli/with_card.h"

namespace uisge::test {

RunOptions with_card(const std::string& more) {
  return {.environment = {"LD_LIBRARY_PATH=" UISGE_FAKE_DRIVER_FOLDER, more}};
}

bool lacks_kernels() {
  const std::string line =
      check_refused({"solve", "--values", "--summary-only", "--board", "4x3", "--pieces", "2", "--device", "gpu"}, 4);
  if (!contains(line, "built without kernels")) return false;
  WARN("this test is skipped: the program was built without clang");
  return true;
}

}  // namespace uisge::test
