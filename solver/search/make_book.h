// Making an opening book (opening_book.h), a line at a time, so that what was found is never lost.
//
// The file is its own checkpoint. Positions of the last ply are searched in the order of the file, over one table; the
// line of each is appended when its verdict is known, and its proof lies beside the file before that. Then the lines of
// the earlier plies follow without any search. A run that finds a beginning of the same book goes on behind its last
// whole line, and the bytes are the same however often it was stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "solver/search/book_file.h"
#include "solver/search/prove.h"

namespace uisge {

struct BookProgress {
  std::size_t done = 0;  // positions of the last ply, those of earlier runs among them
  std::size_t total = 0;
  std::size_t searched = 0;  // by this run
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

struct BookRequest {
  BookIdentity identity;
  std::string path;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of the table
  std::size_t threads = 1;
  const std::atomic<bool>* cancel = nullptr;            // polled; may be null
  std::function<void(const BookProgress&)> observer{};  // called now and then, from one thread at a time
};

struct BookResult {
  std::vector<BookEntry> entries;
  std::vector<Verdict> verdicts;
  std::size_t searched = 0;  // by this run
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

// Returns the whole book, which is then in the file. Errors: interrupted (what was found is in the file); usage if the
// file is another book; kBadFile if it is damaged or something else; resource; those of ProofSession::make and certify.
Result<BookResult> make_book(const BookRequest& request);

// Whether the position has a proof beside the book: decided ones of the last ply in which the game is not over have.
bool has_book_proof(const BookIdentity& identity, const BookEntry& entry, Verdict verdict);

}  // namespace uisge
