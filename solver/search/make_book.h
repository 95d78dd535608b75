// Makes an opening book (opening_book.h) line by line, so that no finished work is lost.
//
// The book's file is also the checkpoint. The positions of the last ply are searched in the order in which the file has
// them. If a position is won or lost, its proof is written to a file beside the book before the position's line is
// appended to the book. The lines of the earlier plies come last and need no search. If the file already holds the
// first lines of the wanted book, a run first makes the proofs that are missing for these lines, and then continues
// after the last whole line. The file's bytes do not depend on how often the work was stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "solver/search/book_file.h"
#include "solver/search/prove.h"

namespace uisge {

struct BookProgress {
  std::size_t done = 0;      // finished positions of the book's last ply, earlier runs included
  std::size_t total = 0;     // all positions of the book's last ply
  std::size_t searched = 0;  // positions searched by this run
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

struct BookRequest {
  BookIdentity identity;
  std::string path;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  // of the search's table
  std::size_t threads = 1;
  const std::atomic<bool>* cancel = nullptr;            // polled; may be null
  std::function<void(const BookProgress&)> observer{};  // called now and then, from one thread at a time
};

struct BookResult {
  std::vector<BookEntry> entries;
  std::vector<Verdict> verdicts;
  std::size_t searched = 0;  // positions searched by this run
  std::uint64_t nodes = 0;
  std::chrono::duration<double> elapsed{};
};

// Writes the whole book and returns it. Errors: interrupted (the file keeps what is finished); usage (the file has
// another book); kBadFile (the file is damaged or is not a book, or a search for a missing proof contradicts the file);
// resource; those of ProofSession::make and certify.
Result<BookResult> make_book(const BookRequest& request);

// Whether a proof of the position is kept beside the book. It is kept if the position first arises in the book's last
// ply, is won or lost, and does not end the game.
bool has_book_proof(const BookIdentity& identity, const BookEntry& entry, Verdict verdict);

}  // namespace uisge
