#include "solver/search/check_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "solver/search/make_book.h"

namespace uisge {

namespace {

// Returns the flaw in the proof of an entry; nothing if the proof holds. Adds the proof and its positions to the counts
// in `check`.
Result<std::optional<std::string>> flaw_of_proof(const std::string& path, std::size_t index, std::uint64_t memory_bytes,
                                                 const std::atomic<bool>* cancel, BookCheck& check) {
  const BookIdentity& identity = check.book.identity;
  const Verdict verdict = check.book.verdicts[index];
  const std::string proof_path = book_proof_path(path, index);
  if (std::error_code unknown; !std::filesystem::exists(proof_path, unknown)) {
    return resource_error(proof_path + ": is missing; the command that made the book makes its missing proofs");
  }
  const auto certificate = UISGE_TRY(read_certificate(proof_path, memory_bytes));
  const ClaimKind kind = verdict.is_win() ? ClaimKind::kWin : ClaimKind::kLoss;
  if (certificate.rules != identity.rules || certificate.position != check.book.entries[index].position ||
      certificate.kind != kind || certificate.plies != verdict.plies) {
    return fmt::format("{}: proves something else than line {} says", proof_path, line_of_entry(index));
  }
  const auto checked = UISGE_TRY(check_certificate(certificate, memory_bytes, cancel));
  ++check.proofs;
  check.proof_positions += checked.positions;
  if (!checked.flaw) return std::nullopt;
  return fmt::format("{}: not a proof, {}", proof_path, *checked.flaw);
}

}  // namespace

Result<BookCheck> check_book(const std::string& path, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const std::function<void(std::uint64_t done, std::uint64_t total)>& observer) {
  // A complete book has a line for each position, so a short file cannot make this function list many positions.
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  const std::uint64_t most_lines = unknown ? 0 : bytes / kLeastBookLineBytes;
  const std::uint64_t most = memory_bytes / kBytesPerBookEntry;
  auto book = UISGE_TRY(read_book(path, std::min(most_lines, most)));
  if (!book && !begins_as(path, kBookFile)) return bad_file(fmt::format("{}: is not a book", path));
  if (!book && most_lines > most) {
    return resource_error(fmt::format("{}: its positions do not fit in the memory that is allowed", path),
                          {{Remedy::kMoreMemory}});
  }
  if (!book || !book->is_complete) {
    return bad_file(fmt::format("{}: the book is not complete, the command that began it goes on with it", path));
  }
  BookCheck check{std::move(*book), {}, 0, 0};
  check.flaw = false_line_of(check.book);
  if (check.flaw) return check;
  std::vector<std::size_t> proved;
  for (std::size_t i = 0; i < check.book.entries.size(); ++i) {
    if (has_book_proof(check.book.identity, check.book.entries[i], check.book.verdicts[i])) proved.push_back(i);
  }
  for (const std::size_t index : proved) {
    check.flaw = UISGE_TRY(flaw_of_proof(path, index, memory_bytes, cancel, check));
    if (check.flaw) return check;
    if (observer) observer(check.proofs, proved.size());
  }
  return check;
}

}  // namespace uisge
