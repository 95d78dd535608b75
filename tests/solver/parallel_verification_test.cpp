// Verification and comparison give the same results on several threads as on one. The tests also run under the thread
// sanitizer.
#include "db/value_changes.h"
#include "db/verification.h"
#include "solver/openmp_parallel.h"
#include "tests/db/naive_labels.h"

using namespace uisge;
using namespace uisge::test;

namespace {

const DatabaseIdentity kLoses{{4, 4}, 2, {StuckRule::kLoses, false}};
const DatabaseIdentity kPasses{{4, 4}, 2, {StuckRule::kPasses, true}};

// The cache has room for so few placements that threads evict each other's placements.
VerificationOptions crowded() {
  return {.cache_bytes = 4096};
}

}  // namespace

TEST_CASE("threads verify what one thread verifies", "[verify][parallel]") {
  for (const DatabaseIdentity& identity : {kLoses, kPasses}) {
    const WrittenDatabase database(identity);
    const VerificationReport one = verify_database(*database, {}, {}).value();
    CHECK(!one.broken);
    for (const std::size_t threads : {2U, 4U}) {
      const VerificationReport report = verify_database(*database, crowded(), openmp_parallel(threads)).value();
      CHECK(!report.broken);
      CHECK(report.positions == one.positions);
      CHECK(report.moves == one.moves);
      const VerificationReport sample = verify_sample(*database, 500, 7, crowded(), openmp_parallel(threads)).value();
      CHECK(!sample.broken);
      CHECK(sample.moves == verify_sample(*database, 500, 7, {}, {}).value().moves);
    }
  }
}

TEST_CASE("threads name the broken law that one thread names", "[verify][parallel]") {
  NaiveLabels wrong = naive_labels(kLoses);
  // One label in every third placement is wrong, so threads find different wrong labels first.
  for (std::size_t p = 0; p < wrong.labels.size(); p += 3) wrong.labels[p][0] = encode_label({Outcome::kWin, 999});
  const WrittenDatabase database(wrong);
  const VerificationReport one = verify_database(*database, {}, {}).value();
  REQUIRE(one.broken);
  for (const std::size_t threads : {2U, 4U}) {
    const VerificationReport report = verify_database(*database, crowded(), openmp_parallel(threads)).value();
    REQUIRE(report.broken);
    CHECK(report.broken->position == one.broken->position);
    CHECK(report.broken->what == one.broken->what);
  }
}

TEST_CASE("threads find the changes that one thread finds", "[diff][parallel]") {
  const WrittenDatabase first(kLoses);
  const WrittenDatabase second(kPasses);
  const ValueChanges one = compare_values(*first, *second, {}).value();
  for (const std::size_t threads : {2U, 4U}) {
    CHECK(compare_values(*first, *second, openmp_parallel(threads)).value() == one);
  }
}
