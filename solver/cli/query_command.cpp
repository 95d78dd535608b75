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
#include "solver/solve/checkpoint_labels.h"

namespace uisge::cli {

namespace {

struct QueryOptions {
  std::string file;
  std::vector<std::string> positions;
  bool no_line = false;
  std::optional<std::uint64_t> memory;
};

struct Answer {
  Position position;
  Analysis analysis;
  std::vector<Move> line;
};

Result<Answer> answer(Probe& probe, std::string_view text, bool with_line) {
  const auto position = parse_position(text);
  if (!position) return tl::unexpected(position.error());
  auto analysis = probe.analyse(*position);
  if (!analysis) return tl::unexpected(analysis.error());
  Answer result{*position, std::move(*analysis), {}};
  if (with_line) {
    auto line = probe.main_line(*position);
    if (!line) return tl::unexpected(line.error());
    result.line = std::move(*line);
  }
  return result;
}

Json answer_json(const Board& board, const Answer& answer, bool with_line) {
  const Analysis& analysis = answer.analysis;
  Json json{{"position", to_text(board, answer.position)}};
  json.update(value_json(analysis.label, analysis.is_open, analysis.open_plies));
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

void print_answer(const Board& board, RuleSet rules, const Answer& answer, bool with_line, Output& output) {
  const Side mover = answer.position.side_to_move();
  const Analysis& analysis = answer.analysis;
  const Outcome outcome = analysis.label.outcome;
  output.print("{}\n{}\n", draw(board, answer.position), to_text(board, answer.position));
  if (const GameEnd end = game_end(board, rules, answer.position); end != GameEnd::kNotOver) {
    output.print("{}\n", output.paint(style_of(outcome), end_in_words(end, rules.stuck, mover)));
    return;
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
  if (!with_line || analysis.is_open) return;
  output.print("\nline:");
  for (const Move move : answer.line) output.print(" {}", to_text(board, move));
  output.print("{}\n", outcome == Outcome::kDraw ? " ..." : "");
}

void print_answer(const Probe& probe, const Answer& answer, bool with_line, Output& output) {
  if (output.json()) {
    output.print_json(answer_json(probe.board(), answer, with_line));
  } else {
    print_answer(probe.board(), probe.identity().rules, answer, with_line, output);
  }
}

// All positions are read before the first is answered: a wrong one means that nothing else happens.
Result<void> answer_arguments(Probe& probe, const QueryOptions& options, Output& output) {
  std::vector<Answer> answers;
  for (const std::string& text : options.positions) {
    auto result = answer(probe, text, !options.no_line);
    if (!result) return tl::unexpected(result.error());
    answers.push_back(std::move(*result));
  }
  for (const Answer& result : answers) {
    if (!output.json() && &result != &answers.front()) output.write("\n");
    print_answer(probe, result, !options.no_line, output);
  }
  return {};
}

// A position a line. A line that is none is reported where its answer would be, and the next one is read: a stream of
// millions must not end at its first slip.
Result<void> answer_stream(Probe& probe, const QueryOptions& options, Output& output) {
  std::string text;
  std::uint64_t line = 0;
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;
  while (std::getline(std::cin, text)) {
    ++line;
    if (!text.empty() && text.back() == '\r') text.pop_back();
    if (text.empty() || text.front() == '#') continue;
    ++asked;
    const auto result = answer(probe, text, !options.no_line);
    if (result) {
      if (!output.json() && asked > 1) output.write("\n");
      print_answer(probe, *result, !options.no_line, output);
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
  if (options.positions.size() == 1 && options.positions.front() == "-") return answer_stream(probe, options, output);
  return answer_arguments(probe, options, output);
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
  add_memory_option(command, options->memory);
}

}  // namespace uisge::cli
