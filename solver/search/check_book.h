// Checks an opening book without trusting its author, and without searching again.
//
// The list of positions is made again from the rules. Every proof of a win or loss is replayed by the plain rules
// (certificate_check.h). The verdicts of all plies before the last ply, and the marks of the moves (docs/book.md), are
// derived again. Two claims cannot be checked without a search: that neither side can force a win within the book's
// depth from an undecided position, and that no position is won or lost in fewer plies than the book says.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "solver/search/book_file.h"

namespace uisge {

struct BookCheck {
  BookInFile book;
  std::optional<std::string> flaw;    // the first flaw; std::nullopt if no flaw was found
  std::uint64_t proofs = 0;           // the number of replayed proofs
  std::uint64_t proof_positions = 0;  // the number of positions visited by these replays
};

// `observer` gets the number of replayed proofs and the number of all proofs. Errors: those of read_book and
// read_certificate; kBadFile if the book is not complete; interrupted.
Result<BookCheck> check_book(const std::string& path, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const std::function<void(std::uint64_t done, std::uint64_t total)>& observer);

}  // namespace uisge
