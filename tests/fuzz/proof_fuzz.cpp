// Any bytes as a proof: refused, or checked without a crash, a hang or a read out of bounds. If the check accepts a
// proof, the check of the contrary must fail: a proved quick win refutes that there is none.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"

using namespace uisge;

namespace {

// Claims of nothing are checked by looking at every game of so many plies.
constexpr int kFewPlies = 3;
constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;

void require(bool holds) {
  if (!holds) std::abort();
}

bool holds(const Certificate& certificate) {
  const auto verdict = check_certificate(certificate, kMemory, nullptr);
  require(verdict.has_value());
  return !verdict->flaw;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("proof", 0);
  require(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
  const auto certificate = read_certificate("/proc/self/fd/" + std::to_string(file), kMemory);
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
