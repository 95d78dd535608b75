// Writes and reads the text of an opening book, which docs/book.md specifies.
//
// Writing is deterministic: equal books give equal bytes. Reading accepts only the form that writing gives, and every
// error names the line. A file that ends early is an unfinished book; then text after its last newline is ignored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/file_descriptor.h"
#include "solver/search/opening_book.h"

namespace uisge {

inline constexpr std::string_view kBookMagic = "uisge-book 1";
inline constexpr std::string_view kBookEnd = "end\n";

// The name of a book file in errors, and the first bytes of a book file of any version.
inline constexpr FileKind kBookFile{"a book", "uisge-book "};

std::string book_header(const BookIdentity& identity, const std::vector<BookEntry>& entries);
// Returns the line of an entry in the book's file, with its newline. REQUIRES: the verdicts of the entry and of the
// positions after its moves are known.
std::string book_line(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                      const std::vector<Verdict>& verdicts, std::size_t index);
// Returns the number, counted from 1, of the line that holds the entry at `index` in the book's file.
std::uint64_t line_of_entry(std::size_t index);

std::string book_proof_folder(const std::string& path);
std::string book_proof_path(const std::string& path, std::size_t index);

// A lower bound on the bytes of an entry's line.
inline constexpr std::uint64_t kLeastBookLineBytes = 10;

struct BookInFile {
  BookIdentity identity;
  std::vector<BookEntry> entries;
  std::vector<Verdict> verdicts;   // one per line of `lines`
  std::vector<std::string> lines;  // the lines of entries that the file has, with newlines
  std::uint64_t bytes = 0;         // the length of the file up to its last newline
  bool is_complete = false;
};

// Reads a finished or unfinished book. Returns nothing if the file ends within its header, or if the book that the
// header describes has more than `most` positions. Errors: kBadFile (the file is not a book, is damaged, or has a newer
// version), resource (the file cannot be read).
Result<std::optional<BookInFile>> read_book(const std::string& path, std::uint64_t most = UINT64_MAX);
// Reads what a book's header says of it. Returns nothing if the file ends within its header. Errors: as read_book().
Result<std::optional<BookIdentity>> read_book_identity(const std::string& path);

// Derives the book's text lines for all plies before the last ply from the verdicts of the last ply. If a line of the
// book differs from the derived line, returns a message about the first such line, with the correct line. Otherwise
// returns nothing. REQUIRES: all entries of the last ply have verdicts.
std::optional<std::string> false_line_of(const BookInFile& book);

}  // namespace uisge
