#include "solver/search/kept_entries.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("a state keeps as many entries as it may, and none with less work than one that it leaves out", "[search]") {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::vector<std::size_t> works(random() % 40);
    std::vector<std::size_t> counts(4);
    for (std::size_t& work : works) ++counts[work = random() % counts.size()];
    const std::size_t most = random() % 40;
    KeptEntries entries(counts, most);
    std::vector<std::size_t> kept;
    std::vector<std::size_t> left_out;
    for (const std::size_t work : works) (entries.keep(work) ? kept : left_out).push_back(work);
    CAPTURE(works, most);
    CHECK(kept.size() == std::min(most, works.size()));
    if (kept.empty() || left_out.empty()) continue;
    CHECK(*std::min_element(kept.begin(), kept.end()) >= *std::max_element(left_out.begin(), left_out.end()));
  }
}
