// The text of an opening book, as docs/book.md specifies it.
//
// What is written is a function of the book, so two runs write the same bytes; reading accepts that form and nothing
// else, and every error names the line. A file that ends early is a book under way: whatever comes after its last
// newline counts as not written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/file_descriptor.h"
#include "solver/search/opening_book.h"

namespace uisge {

inline constexpr std::string_view kBookMagic = "uisge-book 1";
inline constexpr std::string_view kBookEnd = "end\n";

// A file of any version begins like this.
inline constexpr FileKind kBookFile{"a book", "uisge-book "};

std::string book_header(const BookIdentity& identity, const std::vector<BookEntry>& entries);
// With its newline. REQUIRES: the verdicts of the entry and of the positions after its moves are known.
std::string book_line(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                      const std::vector<Verdict>& verdicts, std::size_t index);
// Lines are counted from 1.
std::uint64_t line_of_entry(std::size_t index);

// Where the proof of an entry's verdict lies.
std::string book_proof_folder(const std::string& path);
std::string book_proof_path(const std::string& path, std::size_t index);

struct BookInFile {
  BookIdentity identity;
  std::vector<BookEntry> entries;
  std::vector<Verdict> verdicts;   // as they stand in the file, for as many entries as it has lines
  std::vector<std::string> lines;  // with their newlines
  std::uint64_t bytes = 0;         // up to the last newline
  bool is_complete = false;
};

// None if the file ends within its header: nothing is in it yet. Errors: kBadFile (no book, of a newer version,
// damaged), resource (it cannot be read).
Result<std::optional<BookInFile>> read_book(const std::string& path);

// The first line whose verdicts do not follow from those of the last ply, and what should be there; nothing if all do.
// REQUIRES: all entries of the last ply have their verdicts.
std::optional<std::string> false_line_of(const BookInFile& book);

}  // namespace uisge
