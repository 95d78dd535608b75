#include "solver/search/book_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "db/line_reader.h"
#include "solver/search/file_fields.h"

namespace uisge {

namespace {

constexpr std::uint64_t kHeaderLines = 6;

std::string_view verdict_name(Verdict verdict) {
  return verdict.is_decided() ? to_string(*verdict.outcome) : "none";
}

std::string mark_of(Verdict verdict) {
  if (!verdict.is_win_or_loss()) return "=";
  return fmt::format("{}{}", verdict.is_win() ? '+' : '-', verdict.plies);
}

std::string positions_field(const BookIdentity& identity, const std::vector<BookEntry>& entries) {
  return fmt::format("{}", fmt::join(entries_by_ply(identity.plies, entries), " "));
}

// Removes the next word from the front of the text and returns it. Words are separated by one space.
std::string_view next_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return word;
}

struct NumberUpTo {
  int largest;
  Result<int> operator()(std::string_view text) const { return parse_number_field(text, largest); }
};

class BookReader {
 public:
  BookReader(const std::string& path, int descriptor) : lines_(descriptor, path) {}

  Result<std::optional<BookInFile>> read(std::uint64_t most) {
    auto identity = UISGE_TRY(read_header());
    if (!identity) return std::nullopt;
    auto entries = book_entries(*identity, most);
    if (!entries) return std::nullopt;
    BookInFile book{*identity, *std::move(entries), {}, {}, 0, false};
    auto positions = UISGE_TRY(field("positions"));
    if (!positions) return std::nullopt;
    const std::string expected = positions_field(book.identity, book.entries);
    if (*positions != expected) return lines_.bad(fmt::format("expected 'positions {}'", expected));
    for (std::size_t i = 0; i < book.entries.size(); ++i) {
      auto text = UISGE_TRY(line());
      if (!text) return finish(std::move(book));
      auto verdict = UISGE_TRY(parse_line(book, i, *text));
      book.verdicts.push_back(verdict);
      book.lines.push_back(fmt::format("{}\n", *text));
    }
    return read_end(std::move(book));
  }

  Result<std::optional<BookIdentity>> read_header() {
    const auto magic = UISGE_TRY(line());
    if (!magic) return std::nullopt;
    if (*magic != kBookMagic) {
      return lines_.bad_first_line(*magic, magic->starts_with(kBookFile.magic)
                                               ? "a version that this program does not read"
                                               : "not a book of this program");
    }
    const auto rules = UISGE_TRY(field("rules", parse_rules_field));
    const auto start = UISGE_TRY(rules ? field("position", parse_position) : std::nullopt);
    const auto plies = UISGE_TRY(start ? field("plies", NumberUpTo{kMaxBookPlies}) : std::nullopt);
    const auto depth = UISGE_TRY(plies ? field("depth", NumberUpTo{kMaxSearchPlies}) : std::nullopt);
    if (!depth) return std::nullopt;
    if (*depth == 0) return lines_.bad("a book looks at least one ply ahead");
    return BookIdentity{*rules, *start, *plies, *depth};
  }

 private:
  Result<std::optional<std::string_view>> line() {
    const auto text = UISGE_TRY(lines_.next());
    if (!text || !lines_.is_whole()) return std::nullopt;
    bytes_ += text->size() + 1;
    return text;
  }

  // Reads the next line, and returns what follows `name` and a space.
  Result<std::optional<std::string_view>> field(std::string_view name) {
    const auto text = UISGE_TRY(line());
    if (!text) return std::nullopt;
    return lines_.value_of(name, *text);
  }
  // Parses the value of the field `name` with `parse`. An error of `parse` is returned with the number of the line.
  template <class Parse>
  auto field(std::string_view name, const Parse& parse)
      -> Result<std::optional<typename decltype(parse(name))::value_type>> {
    const auto text = UISGE_TRY(field(name));
    if (!text) return std::nullopt;
    return UISGE_TRY(lines_.located(parse(*text)));
  }

  // Parses a line of the form "PLY POSITION SIDE VERDICT PLIES MOVE...".
  Result<Verdict> parse_line(const BookInFile& book, std::size_t index, std::string_view text) const {
    const BookEntry& entry = book.entries[index];
    const Board board(entry.position.size());
    const std::string expected = fmt::format("{} {} ", entry.ply, to_text(board, entry.position));
    if (!text.starts_with(expected)) return lines_.bad(fmt::format("expected '{}...'", expected));
    text.remove_prefix(expected.size());
    const std::string_view name = next_word(text);
    auto verdict = UISGE_TRY(parse_verdict(book.identity, entry.position, name, next_word(text)));
    for (const BookMove& move : entry.moves) {
      std::string_view word = next_word(text);
      const std::string move_text = to_text(board, move.move);
      if (!word.starts_with(move_text)) return lines_.bad(fmt::format("expected the move {} with its mark", move_text));
      word.remove_prefix(move_text.size());
      if (!is_mark(book.identity, word))
        return lines_.bad(fmt::format("'{}' is no mark of the move {}", word, move_text));
    }
    if (!text.empty()) return lines_.bad(fmt::format("'{}' at the end of the line", text));
    return verdict;
  }

  Result<Verdict> parse_verdict(const BookIdentity& identity, const Position& position, std::string_view name,
                                std::string_view plies_text) const {
    const auto plies = UISGE_TRY(lines_.located(parse_number_field(plies_text, identity.depth)));
    const auto over = verdict_by_rules(identity, position);
    const Verdict draw{Outcome::kDraw, static_cast<Plies>(plies)};  // refused unless the game is over and drawn
    for (const Verdict read : {Verdict::win(plies), Verdict::loss(plies), draw, Verdict::undecided_within(plies)}) {
      if (name != verdict_name(read)) continue;
      const bool is_possible = over                ? read == *over
                               : read.is_decided() ? read.is_win_or_loss() && plies > 0
                                                   : plies == identity.depth;
      if (!is_possible) return lines_.bad(fmt::format("'{} {}' is no verdict of this position", name, plies));
      return read;
    }
    return lines_.bad("expected 'win', 'loss', 'draw' or 'none'");
  }

  static bool is_mark(const BookIdentity& identity, std::string_view mark) {
    if (mark == "=") return true;
    if (!mark.starts_with('+') && !mark.starts_with('-')) return false;
    const auto plies = parse_number_field(mark.substr(1), identity.depth);
    return plies && *plies > 0;
  }

  Result<std::optional<BookInFile>> read_end(BookInFile book) {
    const auto last = UISGE_TRY(line());
    if (!last) return finish(std::move(book));
    book.is_complete = fmt::format("{}\n", *last) == kBookEnd;
    const auto more = UISGE_TRY(lines_.next());
    if (!book.is_complete || more) return lines_.bad("expected 'end' and nothing after it");
    return finish(std::move(book));
  }

  std::optional<BookInFile> finish(BookInFile book) const {
    book.bytes = bytes_;
    return book;
  }

  LineReader lines_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

std::string book_header(const BookIdentity& identity, const std::vector<BookEntry>& entries) {
  return fmt::format("{}\nrules {}\nposition {}\nplies {}\ndepth {}\npositions {}\n", kBookMagic,
                     rules_field(identity.rules), to_text(Board(identity.start.size()), identity.start), identity.plies,
                     identity.depth, positions_field(identity, entries));
}

std::string book_line(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                      const std::vector<Verdict>& verdicts, std::size_t index) {
  const BookEntry& entry = entries[index];
  const Board board(entry.position.size());
  std::string line = fmt::format("{} {} {} {}", entry.ply, to_text(board, entry.position),
                                 verdict_name(verdicts[index]), verdicts[index].plies);
  for (const BookMove& move : entry.moves) {
    line += fmt::format(" {}{}", to_text(board, move.move), mark_of(verdict_of_move(identity, verdicts[move.after])));
  }
  return line + "\n";
}

std::uint64_t line_of_entry(std::size_t index) {
  return kHeaderLines + 1 + index;
}

std::string book_proof_folder(const std::string& path) {
  return path + ".proofs";
}

std::string book_proof_path(const std::string& path, std::size_t index) {
  return fmt::format("{}/{}.proof", book_proof_folder(path), line_of_entry(index));
}

Result<std::optional<BookInFile>> read_book(const std::string& path, std::uint64_t most) {
  const auto file = UISGE_TRY(open_to_read(path));
  return BookReader(path, file.number()).read(most);
}

Result<std::optional<BookIdentity>> read_book_identity(const std::string& path) {
  const auto file = UISGE_TRY(open_to_read(path));
  return BookReader(path, file.number()).read_header();
}

std::optional<std::string> false_line_of(const BookInFile& book) {
  std::vector<Verdict> verdicts = book.verdicts;
  verdicts.resize(book.entries.size());
  derive_verdicts(book.identity, book.entries, verdicts);
  for (std::size_t i = 0; i < book.lines.size(); ++i) {
    std::string line = book_line(book.identity, book.entries, verdicts, i);
    if (line == book.lines[i]) continue;
    line.pop_back();
    return fmt::format("line {}: from the verdicts of the last ply follows '{}'", line_of_entry(i), line);
  }
  return std::nullopt;
}

}  // namespace uisge
