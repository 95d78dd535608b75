// `uisge query`: value, distance, ranked moves and main line of positions.
#include <unistd.h>
#include <cstdlib>
#include <iostream>
#include <map>

#include <memory>
#include <vector>

#include "core/notation.h"
#include "db/database_folders.h"
#include "db/line_reader.h"
#include "db/probe.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/checkpoint_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/database_summary.h"
#include "solver/cli/options.h"
#include "solver/cli/position_words.h"
#include "solver/cli/wording.h"
#include "solver/search/search_fallback.h"
#include "solver/solve/checkpoint_labels.h"

namespace uisge::cli {

namespace {

struct QueryOptions {
  std::vector<std::string> words;  // a file, if one is named, and positions
  bool no_line = false;
  bool ascii = false;
  std::optional<int> search_plies;  // none: what no file holds is refused
  std::optional<std::uint64_t> memory;
  int threads = 1;
  // Where to look, and for what, when no file is named.
  std::vector<std::string> path;
  BoardOptions start;
  RuleSet rules;
  // Which of them are given.
  bool has_board = false;
  bool has_pieces = false;
  bool has_stuck = false;
  bool has_diagonal_jumps = false;
};

constexpr std::uint64_t kSearchTableBytes = std::uint64_t{256} << 20;

// A database, or the checkpoint of one to come, ready to answer.
class OpenFile {
 public:
  static Result<std::unique_ptr<OpenFile>> open(const std::string& path, std::size_t cache_bytes) {
    std::unique_ptr<OpenFile> file(new OpenFile(path));
    if (PlyLogReader::is_checkpoint(path)) {
      auto labels = CheckpointLabels::open(path, cache_bytes);
      if (!labels) return tl::unexpected(labels.error());
      file->probe_.emplace(std::move(*labels));
      return file;
    }
    auto database = Database::open(path);
    if (!database) return tl::unexpected(with_checkpoint_named(database.error(), path));
    file->database_.emplace(std::move(*database));
    file->probe_.emplace(*file->database_, cache_bytes);
    return file;
  }

  const std::string& path() const { return path_; }
  Probe& probe() { return *probe_; }
  const DatabaseIdentity& identity() const { return probe_->identity(); }
  bool holds(const Position& position) const {
    return position.size() == identity().board && position.pieces() == identity().pieces;
  }

 private:
  explicit OpenFile(std::string path) : path_(std::move(path)) {}
  std::string path_;
  std::optional<Database> database_;
  std::optional<Probe> probe_;
};

// Who answers: the file that is named, or whichever holds the position, and the search for what no file holds, if that
// is asked for.
class Sources {
 public:
  static Result<Sources> open(const QueryOptions& options, const std::vector<std::string>& files) {
    Sources sources(options);
    if (files.size() > 1) {
      return usage_error(fmt::format("{}: one file too many, {} is named already", files[1], files[0]));
    }
    if (!files.empty()) {
      auto file = OpenFile::open(files.front(), sources.cache_bytes());
      if (!file) return tl::unexpected(file.error());
      sources.named_ = std::move(*file);
      if (auto agrees = sources.check_options(); !agrees) return tl::unexpected(agrees.error());
    }
    if (options.search_plies) {
      ProofLimits limits;
      limits.max_plies = *options.search_plies;
      limits.memory_bytes = options.memory.value_or(kSearchTableBytes);
      limits.threads = options.threads;
      sources.search_.emplace(sources.rules(), std::move(limits));
    }
    return sources;
  }

  RuleSet rules() const { return named_ ? named_->identity().rules : options_->rules; }
  bool is_named() const { return named_ != nullptr; }
  // Null unless it is asked for.
  SearchFallback* search() { return search_ ? &*search_ : nullptr; }

  Result<Position> read(std::string_view text) const {
    return read_position_text(
        text, named_ ? BoardOptions{named_->identity().board, named_->identity().pieces} : options_->start);
  }

  // Null if no file holds the position and the search does the answering.
  Result<OpenFile*> file_for(const Position& position) {
    if (named_) return search_ && !named_->holds(position) ? nullptr : named_.get();
    const DatabaseIdentity wanted{position.size(), position.pieces(), options_->rules};
    std::unique_ptr<OpenFile>& found = found_[wanted];
    if (found) return found.get();
    const std::optional<std::string> path = find(wanted);
    if (!path && search_) return nullptr;
    if (!path) return nothing_found(wanted);
    auto file = OpenFile::open(*path, cache_bytes());
    if (!file) return tl::unexpected(file.error());
    if ((*file)->identity() != wanted) {
      return bad_file(fmt::format("{}: holds {}, not what its name says", *path, to_string((*file)->identity())));
    }
    found = std::move(*file);
    return found.get();
  }

 private:
  explicit Sources(const QueryOptions& options) : options_(&options), folders_(folder_list(options)) {}

  static std::string folder_list(const QueryOptions& options) {
    if (!options.path.empty()) return fmt::format("{}", fmt::join(options.path, ":"));
    const char* const variable = std::getenv("UISGE_PATH");
    return variable == nullptr ? "" : variable;
  }

  std::size_t cache_bytes() const { return options_->memory.value_or(Probe::kStandardCacheBytes); }

  // Of a file that is named, the options may only say what it says itself.
  Result<void> check_options() const {
    const DatabaseIdentity& identity = named_->identity();
    const bool differs =
        (options_->has_board && options_->start.size != identity.board) ||
        (options_->has_pieces && options_->start.pieces != identity.pieces) ||
        (options_->has_stuck && options_->rules.stuck != identity.rules.stuck) ||
        (options_->has_diagonal_jumps && options_->rules.diagonal_jumps != identity.rules.diagonal_jumps);
    if (!differs) return {};
    return usage_error(fmt::format("{}: holds {}, the options say otherwise; leave them or the file away",
                                   named_->path(), to_string(identity)));
  }

  std::optional<std::string> find(const DatabaseIdentity& wanted) const {
    if (auto path = folders_.find(wanted)) return path;
    for (const std::string& path : folders_.candidates(wanted)) {
      if (PlyLogReader::is_checkpoint(ply_log_path(path))) return ply_log_path(path);
    }
    return std::nullopt;
  }

  tl::unexpected<Error> nothing_found(const DatabaseIdentity& wanted) const {
    return usage_error(
        fmt::format("{}: not in {}; make it with 'uisge solve --board {} --pieces {} --stuck {}{}', name a file, tell "
                    "a folder with "
                    "--path, or look ahead without it by --search PLIES",
                    default_file_name(wanted), folders_.in_words(), to_string(wanted.board), wanted.pieces,
                    to_string(wanted.rules.stuck), wanted.rules.diagonal_jumps ? " --diagonal-jumps" : ""));
  }

  const QueryOptions* options_;
  DatabaseFolders folders_;
  std::unique_ptr<OpenFile> named_;
  std::map<DatabaseIdentity, std::unique_ptr<OpenFile>> found_;
  std::optional<SearchFallback> search_;
};

struct Answer {
  Position position;
  Analysis analysis;
  std::vector<Move> line;
  std::string file;                   // whose answer it is; empty: the search's
  std::optional<int> searched_plies;  // if the search had a part in it

  bool is_of_search() const { return file.empty(); }
};

// Whether something is won or lost and the file does not say in how many plies.
bool lacks_distance(const Analysis& analysis) {
  const auto lacks = [](Label label) { return label.outcome != Outcome::kDraw && !label.has_distance(); };
  return lacks(analysis.label) || std::any_of(analysis.moves.begin(), analysis.moves.end(),
                                              [&](const RankedMove& move) { return lacks(move.label); });
}

Result<Answer> answer(Sources& sources, std::string_view text, bool with_line) {
  const auto position = sources.read(text);
  if (!position) return tl::unexpected(position.error());
  const auto file = sources.file_for(*position);
  if (!file) return tl::unexpected(file.error());
  auto analysis = *file == nullptr ? sources.search()->analyse(*position) : (*file)->probe().analyse(*position);
  if (!analysis) {
    Error error = analysis.error();
    if (*file != nullptr && !(*file)->holds(*position)) error.message += "; --search PLIES looks ahead without it";
    return tl::unexpected(std::move(error));
  }
  Answer result{*position, std::move(*analysis), {}, {}, {}};
  // What a values database cannot tell, the search may.
  const bool adds_distances = *file != nullptr && sources.search() != nullptr && lacks_distance(result.analysis);
  if (adds_distances) {
    if (auto added = sources.search()->add_distances(*position, result.analysis); !added) {
      return tl::unexpected(added.error());
    }
  }
  if (*file == nullptr || adds_distances) result.searched_plies = sources.search()->plies();
  if (*file != nullptr) result.file = (*file)->path();
  if (with_line) {
    const bool is_searched = *file == nullptr || (adds_distances && result.analysis.label.has_distance());
    auto line =
        is_searched ? sources.search()->main_line(*position, result.analysis) : (*file)->probe().main_line(*position);
    if (!line) return tl::unexpected(line.error());
    result.line = std::move(*line);
  }
  return result;
}

Json answer_json(RuleSet rules, const Answer& answer, bool with_line) {
  const Board board(answer.position.size());
  const Analysis& analysis = answer.analysis;
  Json json{{"position", to_text(board, answer.position)}};
  json.update(identity_json({answer.position.size(), answer.position.pieces(), rules}));
  json.update(value_json(analysis.label, analysis.is_open, analysis.open_plies));
  json["over"] = end_json(game_end(board, rules, answer.position));
  json["source"] = answer.is_of_search() ? "search" : "file";
  json["file"] = answer.is_of_search() ? Json() : Json(answer.file);
  if (answer.searched_plies) json["searched_plies"] = *answer.searched_plies;
  json["moves"] = Json::array();
  for (const RankedMove& move : analysis.moves) {
    Json move_json{{"move", to_text(board, move.move)},
                   {"position", to_text(board, play(board, answer.position, move.move))}};
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

void print_answer(const Sources& sources, const Answer& answer, const QueryOptions& options, Output& output) {
  const RuleSet rules = sources.rules();
  const Board board(answer.position.size());
  const Side mover = answer.position.side_to_move();
  const Analysis& analysis = answer.analysis;
  const Outcome outcome = analysis.label.outcome;
  output.print("{}{}\n{}\n", draw_board(board, answer.position, output, options.ascii),
               shapes_in_words(output, options.ascii), to_text(board, answer.position));
  if (!sources.is_named() && !answer.file.empty()) output.print("{}, {}\n", answer.file, to_string(rules));
  if (const GameEnd end = game_end(board, rules, answer.position); end != GameEnd::kNotOver) {
    output.print("{}\n", output.paint(style_of(outcome), end_in_words(end, rules.stuck, mover)));
    return;
  }
  if (answer.is_of_search()) {
    output.print("{}: searched {} ahead, a stuck player {}\n", sources.is_named() ? "Not in the file" : "In no file",
                 plies_in_words(*answer.searched_plies), to_string(rules));
  }
  const std::string value =
      analysis.is_open ? open_in_words(mover, analysis.open_plies) : value_in_words(mover, analysis.label);
  output.print("{}\n\n", output.paint(style_of(outcome), value));
  for (const RankedMove& move : analysis.moves) {
    const std::string distance = move.label.has_distance() ? fmt::format(" in {}", move.label.distance) : "";
    output.print("  {} {:<5} {}{}\n", move.best ? '*' : ' ', to_text(board, move.move),
                 output.paint(style_of(move.label.outcome), move.is_open ? "open" : to_string(move.label.outcome)),
                 distance);
  }
  if (options.no_line || analysis.is_open || answer.line.empty()) return;
  std::string line = "line:";
  for (const Move move : answer.line) line += " " + to_text(board, move);
  if (outcome == Outcome::kDraw && !answer.is_of_search()) line += " ...";
  output.write("\n");
  output.print_wrapped(line, 6);
}

// `line_number`: in a stream.
void give(const Sources& sources, const Answer& answer, const QueryOptions& options,
          std::optional<std::uint64_t> line_number, Output& output) {
  if (output.json()) {
    Json json = answer_json(sources.rules(), answer, !options.no_line);
    if (line_number) json["line_number"] = *line_number;
    output.print_json(json);
  } else {
    print_answer(sources, answer, options, output);
  }
}

// All positions are read before the first is answered: a wrong one means that nothing else happens.
Result<void> answer_arguments(Sources& sources, const std::vector<std::string>& positions, const QueryOptions& options,
                              Output& output) {
  std::vector<Answer> answers;
  for (const std::string& text : positions) {
    auto result = answer(sources, text, !options.no_line);
    if (!result) return tl::unexpected(result.error());
    answers.push_back(std::move(*result));
  }
  for (const Answer& result : answers) {
    if (!output.json() && &result != &answers.front()) output.write("\n");
    give(sources, result, options, {}, output);
  }
  return {};
}

// A position a line. A line that holds none is reported where its answer would be, and the next one is read: a stream
// of millions must not end at its first slip.
Result<void> answer_stream(Sources& sources, const QueryOptions& options, Output& output) {
  LineReader lines(STDIN_FILENO, "standard input");
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;
  for (;;) {
    const auto line = lines.next();
    if (!line) return tl::unexpected(line.error());
    if (!*line) break;
    std::string_view text = **line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty() || text.front() == '#') continue;
    ++asked;
    const auto result = answer(sources, text, !options.no_line);
    if (result) {
      if (!output.json() && asked > 1) output.write("\n");
      give(sources, *result, options, lines.line(), output);
    } else if (result.error().kind != ErrorKind::kUsage) {
      return tl::unexpected(result.error());
    } else {
      ++refused;
      if (output.json()) {
        output.print_json({{"line_number", lines.line()}, {"line", lines.line()}, {"error", result.error().message}});
      } else {
        print_message(fmt::format("uisge: line {}: {}", lines.line(), result.error().message));
      }
    }
    output.flush();
  }
  if (refused == 0) return {};
  return usage_error(
      fmt::format("standard input: {} of {} lines hold no position that can be answered", refused, asked));
}

Result<void> query(const QueryOptions& options, Output& output) {
  PositionWords words = sort_words(options.words);
  // What comes first and cannot be a position is a file, also if there is none of that name.
  if (words.files.empty() && !words.positions.empty() && words.positions.front() != "-" &&
      !means_position(words.positions.front())) {
    words.files.push_back(words.positions.front());
    words.positions.erase(words.positions.begin());
  }
  if (words.positions.empty()) words.positions.emplace_back("start");
  auto sources = Sources::open(options, words.files);
  if (!sources) return tl::unexpected(sources.error());
  if (words.positions.size() == 1 && words.positions.front() == "-") return answer_stream(*sources, options, output);
  return answer_arguments(*sources, words.positions, options, output);
}

}  // namespace

void add_query(Program& program) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App& command = program.add_command("query", "value, ranked moves and main line of positions, from a database",
                                          "uisge query 7x6-4-loses.uisge '7/2bb3/2bb3/3ww2/3ww2/7 w'",
                                          [options](Output& output) { return query(*options, output); });
  command
      .add_option("FILE POSITION", options->words,
                  "a database, or the checkpoint of an unfinished solve, looked for if left out; then positions, start "
                  "if left out, or - for one a line on standard input")
      ->type_name("")
      ->expected(0, -1);
  command.add_flag("--no-line", options->no_line, "leave out the main line");
  add_ascii_option(command, options->ascii);
  add_number_option(command, "--search", options->search_plies, 1, kMaxSearchPlies,
                    "for positions that the file does not hold: search so many plies ahead, by its rules")
      ->type_name("PLIES");
  command
      .add_option("--path", options->path,
                  "where to look when no file is named, before the current folder: folders separated by colons "
                  "[the variable UISGE_PATH]")
      ->type_name("FOLDERS")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_board_options(command, options->start);
  add_rule_options(command, options->rules);
  add_threads_option(command, options->threads);
  add_memory_option(command, options->memory);
  command.callback([&command, options] {
    options->has_board = command.count("--board") > 0;
    options->has_pieces = command.count("--pieces") > 0;
    options->has_stuck = command.count("--stuck") > 0;
    options->has_diagonal_jumps = command.count("--diagonal-jumps") > 0;
  });
}

}  // namespace uisge::cli
