#include "tests/cli/golden_solve.h"

#include "tests/cli/run_program.h"

namespace uisge::test::faults {

std::vector<std::string> solve_arguments(const std::string& out) {
  return {"solve", "--board", "4x4", "--pieces", "3", "--threads", "1", "--out", out};
}

Golden::Golden() {
  run_well(solve_arguments(directory_.file("golden.uisge")));
  bytes_ = read_bytes(directory_.file("golden.uisge"));
}

bool Golden::is_there() const {
  return std::filesystem::exists(out());
}

void Golden::resume() const {
  run_well(joined(solve_arguments(out()), {"--resume"}));
  CHECK(is_golden());
  std::filesystem::remove(out());
  const auto left = std::distance(std::filesystem::directory_iterator(directory_.path()), {});
  CHECK(left == 1);  // only the golden file
}

}  // namespace uisge::test::faults
