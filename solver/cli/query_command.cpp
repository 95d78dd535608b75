// `uisge query`: value, distance, ranked moves and main line of positions.
#include <iostream>
#include <memory>
#include <vector>

#include "core/notation.h"
#include "db/probe.h"
#include "solver/cli/checkpoint_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/cli/wording.h"
#include "solver/search/search_fallback.h"
#include "solver/solve/checkpoint_labels.h"

namespace uisge::cli {

namespace {

struct QueryOptions {
  std::string file;
  std::vector<std::string> positions;
  bool no_line = false;
  std::optional<int> search_plies;  // none: what the file does not hold is refused
  std::optional<std::uint64_t> memory;
  int threads = 1;
};

constexpr std::uint64_t kSearchTableBytes = std::uint64_t{256} << 20;

// Who answers: the file, and the search for what it does not hold, if that is asked for.
struct Sources {
  Probe& file;
  std::optional<SearchFallback> search;

  bool file_holds(const Position& position) const {
    return position.size() == file.identity().board && position.pieces() == file.identity().pieces;
  }
};

struct Answer {
  Position position;
  Analysis analysis;
  std::vector<Move> line;
  std::optional<int> searched_plies;  // the answer is the search's
};

Result<Answer> answer(Sources& sources, std::string_view text, bool with_line) {
  const auto position = parse_position(text);
  if (!position) return tl::unexpected(position.error());
  const bool by_search = sources.search && !sources.file_holds(*position);
  auto analysis = by_search ? sources.search->analyse(*position) : sources.file.analyse(*position);
  if (!analysis) {
    Error error = analysis.error();
    if (!sources.file_holds(*position) && !by_search) error.message += "; --search PLIES looks ahead without it";
    return tl::unexpected(std::move(error));
  }
  Answer result{*position, std::move(*analysis), {}, {}};
  if (by_search) result.searched_plies = sources.search->plies();
  if (with_line) {
    auto line = by_search ? sources.search->main_line(*position, result.analysis) : sources.file.main_line(*position);
    if (!line) return tl::unexpected(line.error());
    result.line = std::move(*line);
  }
  return result;
}

Json answer_json(const Answer& answer, bool with_line) {
  const Board board(answer.position.size());
  const Analysis& analysis = answer.analysis;
  Json json{{"position", to_text(board, answer.position)}};
  json.update(value_json(analysis.label, analysis.is_open, analysis.open_plies));
  json["source"] = answer.searched_plies ? "search" : "file";
  if (answer.searched_plies) json["searched_plies"] = *answer.searched_plies;
  json["moves"] = Json::array();
  for (const RankedMove& move : analysis.moves) {
    Json move_json{{"move", to_text(board, move.move)}};
    move_json.update(value_json(move.label, move.is_open, analysis.open_plies));
    // In an open position nobody knows which of the moves that do not lose soon is the best.
    const bool is_best_open = analysis.is_open && move.label.outcome != Outcome::kLoss;
    move_json["best"] = is_best_open ? Json() : Json(move.best);
    json["moves"].push_back(std::move(move_json));
  }
  if (!with_line) return json;
  json["line"] = Json::array();
  for (const Move move : answer.line) json["line"].push_back(to_text(board, move));
  return json;
}

fmt::text_style style_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin: return fmt::fg(fmt::terminal_color::green);
    case Outcome::kLoss: return fmt::fg(fmt::terminal_color::red);
    case Outcome::kDraw: break;
  }
  return fmt::fg(fmt::terminal_color::yellow);
}

void print_answer(RuleSet rules, const Answer& answer, bool with_line, Output& output) {
  const Board board(answer.position.size());
  const Side mover = answer.position.side_to_move();
  const Analysis& analysis = answer.analysis;
  const Outcome outcome = analysis.label.outcome;
  output.print("{}\n{}\n", draw(board, answer.position), to_text(board, answer.position));
  if (const GameEnd end = game_end(board, rules, answer.position); end != GameEnd::kNotOver) {
    output.print("{}\n", output.paint(style_of(outcome), end_in_words(end, rules.stuck, mover)));
    return;
  }
  if (answer.searched_plies) {
    output.print("Not in the file: searched {} ahead, a stuck player {}\n", plies_in_words(*answer.searched_plies),
                 to_string(rules));
  }
  const std::string value =
      analysis.is_open ? open_in_words(mover, analysis.open_plies) : value_in_words(mover, analysis.label);
  output.print("{}\n\n", output.paint(style_of(outcome), value));
  for (const RankedMove& move : analysis.moves) {
    const std::string distance = move.label.outcome == Outcome::kDraw ? "" : fmt::format(" in {}", move.label.distance);
    output.print("  {} {:<5} {}{}\n", move.best ? '*' : ' ', to_text(board, move.move),
                 output.paint(style_of(move.label.outcome), move.is_open ? "open" : to_string(move.label.outcome)),
                 distance);
  }
  if (!with_line || analysis.is_open || answer.line.empty()) return;
  output.print("\nline:");
  for (const Move move : answer.line) output.print(" {}", to_text(board, move));
  output.print("{}\n", outcome == Outcome::kDraw && !answer.searched_plies ? " ..." : "");
}

void print_answer(const Sources& sources, const Answer& answer, bool with_line, Output& output) {
  if (output.json()) {
    output.print_json(answer_json(answer, with_line));
  } else {
    print_answer(sources.file.identity().rules, answer, with_line, output);
  }
}

// All positions are read before the first is answered: a wrong one means that nothing else happens.
Result<void> answer_arguments(Sources& sources, const QueryOptions& options, Output& output) {
  std::vector<Answer> answers;
  for (const std::string& text : options.positions) {
    auto result = answer(sources, text, !options.no_line);
    if (!result) return tl::unexpected(result.error());
    answers.push_back(std::move(*result));
  }
  for (const Answer& result : answers) {
    if (!output.json() && &result != &answers.front()) output.write("\n");
    print_answer(sources, result, !options.no_line, output);
  }
  return {};
}

// A position a line. A line that is none is reported where its answer would be, and the next one is read: a stream of
// millions must not end at its first slip.
Result<void> answer_stream(Sources& sources, const QueryOptions& options, Output& output) {
  std::string text;
  std::uint64_t line = 0;
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;
  while (std::getline(std::cin, text)) {
    ++line;
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (text.empty() || text.front() == '#') continue;
    ++asked;
    const auto result = answer(sources, text, !options.no_line);
    if (result) {
      if (!output.json() && asked > 1) output.write("\n");
      print_answer(sources, *result, !options.no_line, output);
    } else if (result.error().kind != ErrorKind::kUsage) {
      return tl::unexpected(result.error());
    } else {
      ++refused;
      if (output.json()) {
        output.print_json({{"line", line}, {"error", result.error().message}});
      } else {
        print_message(fmt::format("uisge: line {}: {}", line, result.error().message));
      }
    }
    output.flush();
  }
  if (std::cin.bad()) return resource_error("standard input: cannot be read");
  if (refused == 0) return {};
  return usage_error(
      fmt::format("standard input: {} of {} lines hold no position that can be answered", refused, asked));
}

Result<void> answer_all(Probe& probe, const QueryOptions& options, Output& output) {
  Sources sources{probe, {}};
  if (options.search_plies) {
    ProofLimits limits;
    limits.max_plies = *options.search_plies;
    limits.memory_bytes = options.memory.value_or(kSearchTableBytes);
    limits.threads = options.threads;
    sources.search.emplace(probe.identity().rules, std::move(limits));
  }
  if (options.positions.size() == 1 && options.positions.front() == "-") return answer_stream(sources, options, output);
  return answer_arguments(sources, options, output);
}

Result<void> query(const QueryOptions& options, Output& output) {
  const std::size_t cache_bytes = options.memory.value_or(Probe::kStandardCacheBytes);
  if (PlyLogReader::is_checkpoint(options.file)) {
    auto labels = CheckpointLabels::open(options.file, cache_bytes);
    if (!labels) return tl::unexpected(labels.error());
    Probe probe(std::move(*labels));
    return answer_all(probe, options, output);
  }
  const auto database = Database::open(options.file);
  if (!database) return tl::unexpected(with_checkpoint_named(database.error(), options.file));
  Probe probe(*database, cache_bytes);
  return answer_all(probe, options, output);
}

}  // namespace

void add_query(Program& program) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App& command = program.add_command("query", "value, ranked moves and main line of positions, from a database",
                                          "uisge query 7x6-4-loses.uisge '7/2bb3/2bb3/3ww2/3ww2/7 w'",
                                          [options](Output& output) { return query(*options, output); });
  command.add_option("FILE", options->file, "a database, or the checkpoint of an unfinished solve")
      ->required()
      ->type_name("");
  command.add_option("POSITION", options->positions, "positions, or - for one a line on standard input")
      ->required()
      ->type_name("");
  command.add_flag("--no-line", options->no_line, "leave out the main line");
  command
      .add_option("--search", options->search_plies,
                  "for positions that the file does not hold: search so many plies ahead, by its rules")
      ->check(CLI::Range(1, kMaxSearchPlies).description(""))
      ->type_name("PLIES");
  add_threads_option(command, options->threads);
  add_memory_option(command, options->memory);
}

}  // namespace uisge::cli
