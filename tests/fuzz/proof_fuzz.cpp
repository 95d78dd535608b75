// Any bytes that are read as a proof are refused, or checked without a crash, a hang or a read out of bounds. If the
// check accepts a proof of a quick win, it must reject the same proof with the contrary claim.

#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "tests/fuzz/fuzz_target.h"

using namespace uisge;
using namespace uisge::fuzz;

namespace {

// A claim that nobody wins is checked by looking at every game, so only claims of few plies are checked.
constexpr int kFewPlies = 3;
constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;

bool holds(const Certificate& certificate) {
  const auto verdict = check_certificate(certificate, kMemory, nullptr);
  require(verdict.has_value());
  return !verdict->flaw;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MemoryFile file;
  file.set(data, size);
  const auto certificate = read_certificate(file.path(), kMemory);
  if (!certificate) {
    require(certificate.error().kind == ErrorKind::kBadFile);
    return 0;
  }
  if (certificate->kind == ClaimKind::kNone && certificate->plies > kFewPlies) return 0;
  const bool is_proved = holds(*certificate);
  if (certificate->plies > kFewPlies || certificate->kind == ClaimKind::kNone || !is_proved) return 0;
  const Certificate contrary{{certificate->rules, certificate->position, ClaimKind::kNone, certificate->plies}, {}};
  require(!holds(contrary));
  return 0;
}
