// Checking an opening book without trusting whoever made it, as far as that can be done without searching again.
//
// The list of positions is made anew from the rules, every proof of a win or loss is replayed by the plain rules
// (certificate_check.h), and all verdicts and marks before the last ply are derived anew. What is left to the search's
// word: that nothing is decided within the depth where the book says so, and that nothing is decided any sooner.
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
  std::optional<std::string> flaw;  // the first that was found; none: the book holds
  std::uint64_t proofs = 0;         // replayed
  std::uint64_t proof_positions = 0;
};

// `observer` is told how many of how many proofs are replayed. Errors: those of read_book and of read_certificate,
// kBadFile if the book is not complete, interrupted.
Result<BookCheck> check_book(const std::string& path, std::uint64_t memory_bytes, const std::atomic<bool>* cancel,
                             const std::function<void(std::uint64_t done, std::uint64_t total)>& observer);

}  // namespace uisge
