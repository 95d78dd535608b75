// Any bytes that are read as a proof, of either version, are refused, or checked without a crash, a hang or a read out
// of bounds. If the check accepts a proof of a quick win, it must reject the same proof with the contrary claim. If the
// check of version 2 accepts a proof, the check of version 1 must accept it too.

#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "solver/search/check_compact_proof.h"
#include "solver/search/proof_conversion.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/search/forged_proof.h"

using namespace uisge;
using namespace uisge::fuzz;

namespace {

// A claim that nobody wins is checked by looking at every game, so only claims of few plies are checked.
constexpr int kFewPlies = 3;
constexpr std::uint64_t kMemory = std::uint64_t{64} << 20;

bool takes_long(const ProofClaim& claim) {
  return claim.kind == ClaimKind::kNone && claim.plies > kFewPlies;
}

bool holds(const Certificate& certificate) {
  const auto verdict = check_certificate(certificate, kMemory, nullptr);
  require(verdict.has_value());
  return !verdict->flaw;
}

void ask_text(const std::string& path) {
  const auto certificate = read_certificate(path, kMemory);
  if (!certificate) return require(certificate.error().kind == ErrorKind::kBadFile);
  if (takes_long(*certificate)) return;
  const bool is_proved = holds(*certificate);
  if (certificate->plies > kFewPlies || certificate->kind == ClaimKind::kNone || !is_proved) return;
  const Certificate contrary{{certificate->rules, certificate->position, ClaimKind::kNone, certificate->plies}, {}};
  require(!holds(contrary));
}

void ask_compact(const std::string& path) {
  const auto proof = CompactProof::open(path);
  if (!proof) return require(proof.error().kind == ErrorKind::kBadFile);
  const ProofClaim& claim = (*proof)->claim();
  if (takes_long(claim)) return;
  const auto verdict = check_compact_proof(**proof, claim.rules, kMemory, nullptr, {});
  if (!verdict) return require(verdict.error().kind == ErrorKind::kBadFile);
  if (verdict->flaw) return;
  const auto expanded = expand(**proof, kMemory, nullptr, {});
  require(expanded.has_value());
  require(holds(*expanded));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MemoryFile file;
  file.set(data, size);
  ask_text(file.path());
  std::string compact(text_of(data, size));
  if (!compact.starts_with(kCompactProofMagic)) return 0;
  ask_compact(file.path());
  test::forge_checksums(compact);
  file.set(compact.data(), compact.size());
  ask_compact(file.path());
  return 0;
}
