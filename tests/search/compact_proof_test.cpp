// Compact proofs agree with their certificates, and false compact proofs are refused.
#include "solver/search/compact_proof.h"
#include "core/notation.h"
#include "solver/openmp_parallel.h"
#include "solver/resources.h"
#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "solver/search/check_compact_proof.h"
#include "solver/search/proof_conversion.h"
#include "tests/search/forged_proof.h"
#include "tests/search/proven_positions.h"
#include "tests/search/temporary_file.h"

using namespace uisge;
using namespace uisge::test;

namespace {

void write(const TemporaryFile& file, const ProofClaim& claim, std::vector<ProofLine> lines) {
  REQUIRE(write_compact_proof(OutputPlace::claim(file.path(), kProofFile).value(), claim, std::move(lines)));
}

Result<CertificateVerdict> checked(const TemporaryFile& file, std::optional<RuleSet> rules = std::nullopt,
                                   std::size_t threads = 1, std::uint64_t memory_bytes = 1 << 20) {
  const auto proof = CompactProof::open(file.path());
  if (!proof) return tl::unexpected(proof.error());
  if (auto intact = (*proof)->check_hash(); !intact) return tl::unexpected(intact.error());
  return check_compact_proof(**proof, rules.value_or((*proof)->claim().rules), memory_bytes, nullptr,
                             {openmp_parallel(threads), {}});
}

// A certificate with at least `positions` positions, for a board with three a side.
Certificate certificate_of(std::size_t positions, RuleSet rules = {}) {
  const Board board({4, 3});
  for (const Proven& proven : proven_positions(board, rules, 11, 200, 9)) {
    const Certificate& certificate = proven.certificate;
    if (certificate.kind != ClaimKind::kNone && certificate.strategy.size() >= positions) return certificate;
  }
  FAIL("there is no such certificate");
  std::abort();
}

}  // namespace

TEST_CASE("certificates become compact proofs and certificates again, and stay proofs", "[search]") {
  const Board board({4, 3});
  const TemporaryFile file;
  int lost_under_others = 0;
  for (const RuleSet rules : kAllRuleSets) {
    for (const Proven& proven : proven_positions(board, rules, 9, 12, 5)) {
      const Certificate& certificate = proven.certificate;
      INFO(to_text(board, proven.position) << " " << to_string(rules));
      write(file, certificate, lines_of(certificate).value());
      const auto proof = CompactProof::open(file.path()).value();
      CHECK(proof->claim().rules == rules);
      CHECK(proof->claim().position == proven.position);
      CHECK(proof->claim().kind == certificate.kind);
      CHECK(proof->claim().plies == certificate.plies);
      CHECK(proof->lines() <= certificate.strategy.size());
      const CertificateVerdict verdict = checked(file).value();
      CHECK(verdict.flaw == std::nullopt);
      const Certificate back = expand(*proof, UINT64_MAX, nullptr, {}).value();
      CHECK(flaw_of(back) == std::nullopt);

      // Under every stuck rule, the check of the compact form and the check of the text form agree.
      for (const StuckRule stuck : kAllStuckRules) {
        Certificate other = back;
        other.rules.stuck = stuck;
        const auto expected = flaw_of(other);
        const CertificateVerdict found = checked(file, other.rules).value();
        CHECK(found.flaw.has_value() == expected.has_value());
        if (certificate.kind != ClaimKind::kNone && !verdict.has_stuck_position) CHECK_FALSE(found.flaw.has_value());
        if (found.flaw) ++lost_under_others;
      }
    }
  }
  CHECK(lost_under_others > 5);
}

// Under `draws` a side can win only by completing, since the game is a draw when a player is stuck.
TEST_CASE("a win under draws meets no stuck player", "[search]") {
  const Board board({4, 3});
  int wins = 0;
  for (const Proven& proven : proven_positions(board, {StuckRule::kDraws, false}, 11, 60, 4)) {
    if (proven.certificate.kind == ClaimKind::kNone) continue;
    ++wins;
    CHECK_FALSE(check_certificate(proven.certificate, UINT64_MAX, nullptr).value().has_stuck_position);
  }
  CHECK(wins > 5);
}

TEST_CASE("checks of a compact proof say the same with any number of threads", "[search][parallel]") {
  const TemporaryFile file;
  const Certificate certificate = certificate_of(30);
  auto lines = lines_of(certificate).value();
  write(file, certificate, lines);
  const CertificateVerdict one = checked(file, {}, 1).value();
  const CertificateVerdict two = checked(file, {}, 2).value();
  CHECK(one.flaw == std::nullopt);
  CHECK(two.flaw == std::nullopt);
  CHECK(one.positions == two.positions);
  CHECK(one.moves == two.moves);
  lines.pop_back();
  write(file, certificate, lines);
  const auto flaw = checked(file, {}, 1).value().flaw;
  CHECK(flaw.has_value());
  CHECK(checked(file, {}, 2).value().flaw == flaw);
}

TEST_CASE("a compact proof of many blocks is read block by block, and a circle in it is refused",
          "[search][parallel]") {
  const Board board({4, 4});
  const RuleSet rules{StuckRule::kDraws, false};
  const Position start = parse_position("4/1bb1/1bw1/1ww1 w").value();
  const Certificate circle{{rules, start, ClaimKind::kWin, 100}, circular_strategy(board, rules, start, 10'000)};
  auto lines = lines_of(circle).value();
  const TemporaryFile file;
  write(file, circle, lines);
  CHECK(checked(file, {}, 2).value().flaw.has_value());

  std::sort(lines.begin(), lines.end(), [](const ProofLine& a, const ProofLine& b) {
    return std::tie(a.number, a.move_number) < std::tie(b.number, b.move_number);
  });
  lines.erase(std::unique(lines.begin(), lines.end(),
                          [](const ProofLine& a, const ProofLine& b) { return a.number == b.number; }),
              lines.end());
  const auto proof = CompactProof::open(file.path()).value();
  REQUIRE(proof->lines() == lines.size());
  REQUIRE(proof->blocks() > 3);
  auto expected = lines.begin();
  for (std::size_t block = 0; block < proof->blocks(); ++block) {
    const std::vector<ProofLine> in_block = proof->block(block).value();
    for (const ProofLine& line : in_block) {
      REQUIRE(expected != lines.end());
      CHECK(line.number == expected->number);
      CHECK(line.move_number == expected->move_number);
      CHECK(proof->block_of(line.number) == block);
      ++expected;
    }
  }
  CHECK(proof->block_of(lines.front().number - 1) == std::nullopt);
  check_error(checked(file, {}, 1, 1000), ErrorKind::kResource);
}

TEST_CASE("a compact proof that is cut or changed anywhere is damaged", "[search]") {
  const TemporaryFile file;
  const Certificate certificate = certificate_of(8);
  write(file, certificate, lines_of(certificate).value());
  const std::string good = file.text();
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    file.write(good.substr(0, cut));
    check_error(checked(file), ErrorKind::kBadFile);
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned flip : {0x01U, 0x20U, 0x80U}) {
      file.write(flipped(good, at, flip));
      check_error(checked(file), ErrorKind::kBadFile);
    }
  }
  file.write(good + '\0');
  CHECK_FALSE(checked(file).has_value());
}

TEST_CASE("the header of a compact proof is checked before memory is taken", "[search]") {
  const TemporaryFile file;
  const Certificate certificate = certificate_of(8);
  write(file, certificate, lines_of(certificate).value());
  const std::string good = file.text();
  const auto refused = [&](std::size_t offset, std::uint64_t value) {
    std::string bad = good;
    put_at(bad, offset, value);
    forge_checksums(bad);
    file.write(bad);
    const auto read = checked(file);
    CAPTURE(offset, value);
    check_error(read, ErrorKind::kBadFile);
  };
  const auto lines = number_at<std::uint64_t>(good, 48);
  for (const std::uint64_t other :
       {std::uint64_t{0}, lines - 1, lines + 1, std::uint64_t{10'000'000'000}, UINT64_MAX}) {
    refused(48, other);
  }
  const auto identity = number_at<std::uint64_t>(good, 16);
  for (const std::uint64_t flip : {0x08u, 0x0200u, 0x010000u, 0x80000000u}) refused(16, identity ^ flip);
  for (std::size_t squares = 24; squares < 48; squares += 8) {
    refused(squares, number_at<std::uint64_t>(good, squares) ^ std::uint64_t{1} << 63);
  }
  // A sparse file of 8 GiB whose header claims as many lines as it could have; their index would take 200 MB.
  const std::uint64_t bytes = std::uint64_t{8} << 30;
  std::string header = good;
  put_at(header, 48, 2 * bytes - 4096);
  forge_checksums(header);
  file.write(header.substr(0, kHeader));
  std::filesystem::resize_file(file.path(), bytes);
  const std::uint64_t peak = peak_memory();
  check_error(checked(file), ErrorKind::kBadFile, "the checksum of its index differs");
  CHECK(peak_memory() < peak + (std::uint64_t{64} << 20));
}

TEST_CASE("a block of a compact proof that is larger than its lines can be is refused", "[search]") {
  const TemporaryFile file;
  const Certificate certificate = certificate_of(8);
  write(file, certificate, lines_of(certificate).value());
  // The end of the file is an index of one entry, the index's checksum and the hash. The entry ends with the size of
  // the block.
  std::string bad = file.text();
  const std::size_t index = bad.size() - 16 - 8 - 12;
  bad.insert(index, 1 << 16, '\0');
  const auto size = static_cast<std::uint32_t>(index + (1 << 16) - kHeader);
  for (std::size_t i = 0; i < 4; ++i) bad[bad.size() - 16 - 8 - 4 + i] = static_cast<char>(size >> (8 * i));
  forge_checksums(bad);
  file.write(bad);
  check_error(checked(file), ErrorKind::kBadFile, "its index does not fit the size of the file");
}

// If the check accepts a file, the check of the text form must accept it too; that check uses neither numbers nor
// symmetries.
TEST_CASE("10,000 forged compact proofs are refused or are true proofs", "[search]") {
  std::mt19937 random(11);
  const TemporaryFile file;
  int damaged = 0;
  int flawed = 0;
  int still_proofs = 0;
  for (const RuleSet rules : {RuleSet{StuckRule::kLoses, false}, {StuckRule::kPasses, true}}) {
    const Certificate certificate = certificate_of(20, rules);
    write(file, certificate, lines_of(certificate).value());
    const std::string good = file.text();
    for (int change = 0; change < 5'000; ++change) {
      std::string bad = good;
      const std::size_t end = good.size() - 16;
      // Most changes are in the lines; every eighth may also be in the header or the index.
      const std::size_t at = change % 8 == 0 ? random() % end : kHeader + random() % (end - kHeader - 8);
      bad[at] = static_cast<char>(change % 2 == 0 ? bad[at] ^ 1 << random() % 8 : static_cast<int>(random() % 256));
      if (bad == good) continue;
      forge_checksums(bad);
      if (bad == good) continue;  // the changed byte was in a checksum, which forge_checksums() has corrected
      file.write(bad);
      const auto verdict = checked(file);
      if (!verdict) {
        ++damaged;
        CHECK(verdict.error().kind == ErrorKind::kBadFile);
        continue;
      }
      if (verdict->flaw) {
        ++flawed;
        continue;
      }
      ++still_proofs;
      const auto proof = CompactProof::open(file.path()).value();
      REQUIRE(proof->claim().kind != ClaimKind::kNone);  // no lines can prove that
      CHECK(flaw_of(expand(*proof, UINT64_MAX, nullptr, {}).value()) == std::nullopt);
    }
  }
  CAPTURE(damaged, flawed, still_proofs);
  CHECK(damaged > 500);
  CHECK(flawed > 500);
  CHECK(still_proofs > 0);
}
