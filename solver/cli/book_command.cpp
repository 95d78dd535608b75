// `uisge book`: makes and checks opening books, by the forward search.
#include <filesystem>
#include <memory>

#include "core/notation.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/wording.h"
#include "solver/cli/commands.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/ratio.h"
#include "solver/resources.h"
#include "solver/search/check_book.h"
#include "solver/search/make_book.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct BookOptions {
  PositionArgument position;
  RuleSet rules;
  int plies = 4;
  int depth = 12;
  std::string out;
  std::string check;
  std::optional<std::uint64_t> memory;
  std::size_t threads = 1;
};

struct PlyOfBook {
  std::size_t positions = 0;
  std::size_t won = 0;
  std::size_t lost = 0;
  std::size_t drawn = 0;
  std::size_t undecided = 0;
  std::size_t moves = 0;
  std::size_t winning_moves = 0;
  std::size_t losing_moves = 0;

  void add(Verdict verdict) {
    ++positions;
    ++(verdict.is_win() ? won : verdict.is_loss() ? lost : verdict.is_draw() ? drawn : undecided);
  }
  void add_move(Verdict verdict) {
    ++moves;
    if (verdict.is_win()) ++winning_moves;
    if (verdict.is_loss()) ++losing_moves;
  }
};

// A move that loses in a position that is not lost. BookSummary takes the earliest ply in which there are such moves,
// and of these moves the one that loses soonest.
struct LosingMove {
  std::size_t entry = 0;
  BookMove move{};
  int plies = 0;
};

struct BookSummary {
  std::vector<PlyOfBook> plies;
  std::optional<LosingMove> first_losing_move;
};

BookSummary summarise(const BookIdentity& identity, const std::vector<BookEntry>& entries,
                      const std::vector<Verdict>& verdicts) {
  BookSummary summary;
  summary.plies.resize(static_cast<std::size_t>(identity.plies) + 1);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    PlyOfBook& ply = summary.plies[static_cast<std::size_t>(entries[i].ply)];
    ply.add(verdicts[i]);
    for (const BookMove& move : entries[i].moves) {
      const Verdict verdict = verdict_of_move(identity, verdicts[move.after]);
      ply.add_move(verdict);
      if (!verdict.is_loss()) continue;
      // In a lost position every move loses, so its moves are left out. The book's entries are in descending order of
      // `ply`, so a losing move in an earlier ply replaces `first`.
      auto& first = summary.first_losing_move;
      if (verdicts[i].is_loss()) continue;
      if (first && entries[first->entry].ply == entries[i].ply && first->plies <= verdict.plies) continue;
      first = LosingMove{i, move, verdict.plies};
    }
  }
  return summary;
}

// A losing move, and the moves that lead from the book's first position to it.
struct PlacedMove {
  std::vector<std::string> way;
  std::string move;
};

PlacedMove placed(const BookIdentity& identity, const std::vector<BookEntry>& entries, const LosingMove& losing) {
  const Board board(identity.start.size());
  PlacedMove placed;
  Position here = identity.start;
  for (const Move move : way_to(identity, entries, losing.entry)) {
    placed.way.push_back(to_text(board, move));
    here = play(board, here, move);
  }
  for (const Move move : playable_moves(board, identity.rules, here)) {
    if (canonical(board, play(board, here, move)) != entries[losing.move.after].position) continue;
    placed.move = to_text(board, move);
    break;
  }
  return placed;
}

Json json_of(const PlyOfBook& ply, std::size_t number) {
  return {{"ply", number},
          {"positions", json_integer(ply.positions)},
          {"won", json_integer(ply.won)},
          {"lost", json_integer(ply.lost)},
          {"drawn", json_integer(ply.drawn)},
          {"undecided", json_integer(ply.undecided)},
          {"moves", json_integer(ply.moves)},
          {"winning_moves", json_integer(ply.winning_moves)},
          {"losing_moves", json_integer(ply.losing_moves)}};
}

Json json_of(const std::string& path, const BookIdentity& identity, const std::vector<BookEntry>& entries,
             const BookSummary& summary) {
  Json json{{"file", path}, {"position", to_text(Board(identity.start.size()), identity.start)}};
  json.update(identity_json({identity.start.size(), identity.start.pieces(), identity.rules}));
  json["plies"] = identity.plies;
  json["depth"] = identity.depth;
  json["positions"] = json_integer(entries.size());
  json["by_ply"] = Json::array();
  for (std::size_t ply = 0; ply < summary.plies.size(); ++ply) {
    json["by_ply"].push_back(json_of(summary.plies[ply], ply));
  }
  json["first_losing_move"] = nullptr;
  if (summary.first_losing_move) {
    const PlacedMove move = placed(identity, entries, *summary.first_losing_move);
    json["first_losing_move"] = {
        {"moves", move.way}, {"move", move.move}, {"distance", summary.first_losing_move->plies}};
  }
  return json;
}

void print(const BookIdentity& identity, const std::vector<BookEntry>& entries, const BookSummary& summary,
           Output& output) {
  output.print_wrapped(fmt::format("{}: {} with {} a side, {}, searched {} ahead",
                                   to_text(Board(identity.start.size()), identity.start),
                                   to_string(identity.start.size()), identity.start.pieces(), to_string(identity.rules),
                                   plies_in_words(identity.depth)));
  constexpr const char* kRow = "{:>3} {:>10} {:>8} {:>8} {:>6} {:>9} {:>10} {:>8} {:>8}\n";
  output.print(fmt::runtime(kRow), "ply", "positions", "won", "lost", "drawn", "undecided", "moves", "win", "lose");
  for (std::size_t i = 0; i < summary.plies.size(); ++i) {
    const PlyOfBook& ply = summary.plies[i];
    output.print(fmt::runtime(kRow), i, format_count(ply.positions), format_count(ply.won), format_count(ply.lost),
                 format_count(ply.drawn), format_count(ply.undecided), format_count(ply.moves),
                 format_count(ply.winning_moves), format_count(ply.losing_moves));
  }
  if (!summary.first_losing_move) {
    output.print("No move that is worse than another is proved to lose.\n");
    return;
  }
  const PlacedMove move = placed(identity, entries, *summary.first_losing_move);
  const std::string after = move.way.empty() ? "" : fmt::format(" after {}", fmt::join(move.way, " "));
  output.print_wrapped(fmt::format("The first mistake that is proved: {}{} loses in {}.", move.move, after,
                                   plies_in_words(summary.first_losing_move->plies)));
}

std::string progress_text(const BookProgress& progress) {
  const double share = ratio(progress.searched, progress.total - progress.done + progress.searched);
  const std::string left =
      progress.searched == 0 ? "" : fmt::format("{} left, ", format_duration(progress.elapsed * (1 / share - 1)));
  return fmt::format("{} of {} positions, {}{}, {:.1f} million/s", format_count(progress.done),
                     format_count(progress.total), left, format_duration(progress.elapsed),
                     per_second(progress.nodes, progress.elapsed.count()) / 1e6);
}

Result<void> make(const BookOptions& options, Output& output) {
  const auto start = UISGE_TRY(read_position(options.position, options.rules));
  BookRequest request{{options.rules, start, options.plies, options.depth}, options.out};
  if (request.path.empty()) {
    const std::filesystem::path name = default_file_name({start.size(), start.pieces(), options.rules});
    request.path = name.stem().string() + ".book";
  }
  request.memory_bytes = options.memory.value_or(usual_memory(request.memory_bytes));
  request.threads = options.threads;
  const StopSignals stop;
  request.cancel = &stop.requested();
  ProgressLine progress;
  request.observer = [&](const BookProgress& now) { progress.update([&] { return progress_text(now); }); };
  const auto made = UISGE_TRY(make_book(request));
  progress.clear();
  const BookSummary summary = summarise(request.identity, made.entries, made.verdicts);
  if (output.json()) {
    Json json = json_of(request.path, request.identity, made.entries, summary);
    json["searched"] = json_integer(made.searched);
    json["nodes"] = json_integer(made.nodes);
    json["seconds"] = made.elapsed.count();
    json["threads"] = options.threads;
    output.print_json(json);
    return {};
  }
  print(request.identity, made.entries, summary, output);
  output.print("{} searched in {} on {}\n", format_number_of(made.searched, "position"), format_duration(made.elapsed),
               format_number_of(options.threads, "thread"));
  output.print_wrapped("Book: " + check_in_words("book --check", request.path));
  return {};
}

Result<void> check(const BookOptions& options, Output& output) {
  const std::uint64_t memory_bytes = options.memory.value_or(available_memory() / 2);
  const Stopwatch watch;
  const StopSignals stop;
  ProgressLine progress;
  const auto checked = UISGE_TRY(
      check_book(options.check, memory_bytes, &stop.requested(), [&](std::uint64_t done, std::uint64_t total) {
        progress.update(
            [&] { return fmt::format("{} of {} proofs replayed", format_count(done), format_count(total)); });
      }));
  progress.clear();
  const auto elapsed = watch.elapsed();
  const BookInFile& book = checked.book;
  const BookSummary summary = summarise(book.identity, book.entries, book.verdicts);
  if (output.json()) {
    Json json = json_of(options.check, book.identity, book.entries, summary);
    json["holds"] = !checked.flaw.has_value();
    json["flaw"] = checked.flaw ? Json(*checked.flaw) : Json(nullptr);
    json["proofs"] = json_integer(checked.proofs);
    json["proof_positions"] = json_integer(checked.proof_positions);
    json["seconds"] = elapsed.count();
    output.print_json(json);
  } else if (!checked.flaw) {
    print(book.identity, book.entries, summary, output);
    output.print_wrapped(fmt::format("{}: it holds. {}, none missing; {} replayed in {}", printable(options.check),
                                     format_number_of(book.entries.size(), "position"),
                                     format_number_of(checked.proofs, "proof"), format_duration(elapsed)));
  }
  if (!checked.flaw) return {};
  return verification_error(fmt::format("{}: {}", options.check, *checked.flaw));
}

}  // namespace

void add_book(Program& program) {
  auto options = std::make_shared<BookOptions>();
  CLI::App& command = program.add_command(
      "book", "searches every position of the first plies, and keeps in a file what it proves",
      "uisge book --plies 4 --depth 14 --out start.book",
      [options](Output& output) { return options->check.empty() ? make(*options, output) : check(*options, output); });
  add_position_argument(command, options->position);
  add_number_option(command, "--plies", options->plies, 0, kMaxBookPlies,
                    "how many plies from POSITION the book covers")
      ->default_str(std::to_string(options->plies));
  add_number_option(command, "--depth", options->depth, 1, kMaxSearchPlies,
                    "how many plies ahead each position is searched")
      ->default_str(std::to_string(options->depth));
  CLI::Option* out = add_file_option(command, "--out", options->out,
                                     "the book [named as 7x6-6-loses.book]; a book that is not complete is continued");
  add_memory_option(command, options->memory);
  add_threads_option(command, options->threads);
  add_rule_options(command, options->rules);
  CLI::Option* check = add_file_option(command, "--check", options->check,
                                       "check this book (positions, values and proofs) instead of making one");
  for (const char* name : {"POSITION", "--moves", "--board", "--pieces", "--plies", "--depth", "--stuck",
                           "--diagonal-jumps", "--threads"}) {
    check->excludes(command.get_option(name));
  }
  check->excludes(out);
}

}  // namespace uisge::cli
