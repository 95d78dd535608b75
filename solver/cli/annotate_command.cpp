// `uisge annotate`: reviews games and marks every mistake.
#include <fmt/ranges.h>

#include <algorithm>

#include "core/notation.h"
#include "solver/answers/position_answer.h"
#include "solver/answers/review_words.h"
#include "solver/answers/reviewed_game.h"
#include "solver/answers/wording.h"
#include "solver/cli/answer_sources.h"
#include "solver/cli/commands.h"
#include "solver/cli/error_text.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/record_file.h"
#include "solver/cli/summary_text.h"

namespace uisge::cli {

namespace {

struct AnnotateOptions {
  std::vector<std::string> words;  // names of game records, and of files that know verdicts (AnswerFile), if any
  bool as_record = false;
  bool skips_bad = false;
  SourceOptions sources;
};

DatabaseIdentity identity_of(const GameRecord& record) {
  return {record.start.size(), record.start.pieces(), record.rules};
}

// Opens the named files as sources of verdicts (AnswerSources) for the games of one rule set at a time.
class GameSources {
 public:
  GameSources(const SourceOptions& options, std::vector<std::string> files)
      : options_(options), files_(std::move(files)) {}

  // For a record without tags: the board, pieces and rules of the named file, or else those of the real game.
  Result<RecordDefaults> defaults() {
    if (files_.empty()) return RecordDefaults();
    auto opened = UISGE_TRY(AnswerSources::open(options_, files_));
    const DatabaseIdentity identity = opened.named_identity();
    options_.rules = identity.rules;
    sources_.emplace(std::move(opened));
    return RecordDefaults{identity.board, identity.pieces, identity.rules};
  }

  Result<AnswerSources*> for_game(const GameRecord& record) {
    if (!sources_ || options_.rules != record.rules) UISGE_TRY(open(record.rules));
    const DatabaseIdentity game = identity_of(record);
    if (sources_->is_named() &&
        (game.board != sources_->named_identity().board || game.pieces != sources_->named_identity().pieces)) {
      return usage_error(fmt::format("{}: holds {}, but this game is of {}; name its file, or none", files_.front(),
                                     to_string(sources_->named_identity()), to_string(game)));
    }
    return &*sources_;
  }

 private:
  Result<void> open(RuleSet rules) {
    sources_.reset();
    options_.rules = rules;
    auto opened = UISGE_TRY(AnswerSources::open(options_, files_));
    if (!opened.use_rules(rules)) {
      return usage_error(
          fmt::format("{}: holds positions for the rule that a stuck player {}, but in this game a stuck player {}",
                      files_.front(), to_string(opened.rules()), to_string(rules)));
    }
    sources_.emplace(std::move(opened));
    return {};
  }

  SourceOptions options_;
  std::vector<std::string> files_;
  std::optional<AnswerSources> sources_;
};

// Without --search, the search answers only what no file holds: to search for the distances that a values database
// lacks takes much longer than to read the database.
Result<PositionAnswer> judge_position(AnswerSources& sources, const AnnotateOptions& options,
                                      const Position& position) {
  const auto file = UISGE_TRY(sources.file_for(position));
  const bool may_search = file == nullptr || file->is_partial() || options.sources.search_plies;
  return answer_position(position, {file, may_search ? sources.search() : nullptr}, {.with_line = false});
}

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

fmt::text_style style_of(const MoveReview& review) {
  switch (review.mark) {
    case MoveMark::kMistake: return fmt::fg(fmt::terminal_color::red);
    case MoveMark::kSlow: return fmt::fg(fmt::terminal_color::yellow);
    case MoveMark::kNone: break;
  }
  return fmt::fg(fmt::terminal_color::green);
}

std::string players_in_words(const GameRecord& record) {
  const auto name = [](const std::string& player) { return player.empty() ? "?" : player; };
  return fmt::format("{} (White) against {} (Black)", name(record.white), name(record.black));
}

void print_heading(const ReviewedGame& game, Output& output) {
  const GameRecord& record = game.record;
  output.print("{}, game {}: {}\n{}, {}\n\n", printable(name_of_input(game.record_file)), game.number,
               printable(players_in_words(record)), to_string(identity_of(record)), to_string(record.result));
}

void print_move(const ReviewedGame& game, std::size_t ply, Output& output) {
  const Board board(game.record.start.size());
  const MoveReview& review = game.reviews[ply];
  const std::string mark = fmt::format("{:<2}", mark_text(review));
  output.print("{:>6} {:<5} {} {}\n", move_number_text(game.record.start.side_to_move(), ply),
               to_text(board, review.played.move), output.paint(style_of(review), mark), judgement_text(board, review));
  output.flush();
}

std::string accuracy_text(const SideReview& side) {
  return side.choices == 0 ? "-" : fmt::format("{:.0f} %", 100.0 * side.best / side.choices);
}

void print_summary(const ReviewedGame& game, bool is_file_named, Output& output) {
  output.print("\n{:<6}{:>6}{:>9}{:>6}{:>5}{:>5}{:>5}{:>10}{:>12}{:>12}\n", "", "moves", "choices", "best", "!", "?!",
               "??", "accuracy", "given away", "win missed");
  for (const auto& [name, side] : {std::pair("White", &game.white), std::pair("Black", &game.black)}) {
    const std::string missed = side->longest_win_missed == 0 ? "-" : std::to_string(side->longest_win_missed);
    output.print("{:<6}{:>6}{:>9}{:>6}{:>5}{:>5}{:>5}{:>10}{:>12}{:>12}\n", name, side->moves, side->choices,
                 side->best, side->only, side->slow, side->mistakes, accuracy_text(*side), side->plies_given_away,
                 missed);
  }
  const Judges& judges = game.judges;
  if (judges.by_file > 0)
    output.print("\nJudged by {}.\n", printable(fmt::format("{}", fmt::join(judges.files, ", "))));
  if (judges.by_search > 0) {
    output.print("\n{} of {} positions are {}, so each of them was searched for a while.\n", judges.by_search,
                 judges.by_search + judges.by_file, is_file_named ? "not in the file" : "in no file that was found");
  }
}

// The record with a remark after each marked move. It replaces the remark that the record has from an earlier review.
std::string annotated_text(const ReviewedGame& game) {
  GameRecord record = game.record;
  const Board board(record.start.size());
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    std::string& comment = record.moves[ply].comment;
    comment = without_remarks(comment);
    const std::string remark = remark_text(board, game.reviews[ply]);
    if (remark.empty()) continue;
    if (!comment.empty()) comment += "; ";
    comment += remark;
  }
  auto& tags = record.other_tags;
  std::erase_if(tags, [](const auto& tag) { return tag.first == "Annotator"; });
  tags.emplace_back("Annotator", "uisge");
  return to_text(record);
}

Result<void> review(ReviewedGame& game, AnswerSources& sources, const AnnotateOptions& options, Output& output) {
  const bool as_text = !output.json() && !options.as_record;
  if (as_text) print_heading(game, output);
  ProgressLine line;
  std::size_t number = 0;
  const auto analyse = [&](const Position& position) -> Result<Analysis> {
    ++number;
    line.update([&] { return fmt::format("move {} of {}", number, game.record.moves.size()); });
    auto answer = judge_position(sources, options, position);
    line.clear();
    if (!answer) return tl::unexpected(std::move(answer).error());
    game.judges.add(*answer);
    return std::move(answer->analysis);
  };
  const auto reviewed = [&](std::size_t ply) {
    if (as_text) print_move(game, ply, output);
  };
  UISGE_TRY(review_game(game, analyse, reviewed));
  if (as_text) print_summary(game, sources.is_named(), output);
  return {};
}

// The words of the command line, sorted into names of files that answer questions (answer_file.h) and names of game
// records.
struct AnnotateWords {
  std::vector<std::string> sources;
  std::vector<std::string> records;
};

AnnotateWords sort_annotate_words(const std::vector<std::string>& words) {
  AnnotateWords sorted;
  for (const std::string& word : words) {
    const bool is_source = is_answer_file(word) || word.ends_with(".uisge") || word.ends_with(".uisge.plies");
    (is_source ? sorted.sources : sorted.records).push_back(word);
  }
  return sorted;
}

class GameAnnotation {
 public:
  GameAnnotation(const AnnotateOptions& options, GameSources sources, Output& output)
      : options_(options), sources_(std::move(sources)), output_(output) {}

  Result<void> annotate(const std::vector<std::string>& paths) {
    const auto defaults = UISGE_TRY(sources_.defaults());
    for (const std::string& path : paths) {
      auto games = UISGE_TRY(read_game_records(path, defaults));
      if (games.empty()) {
        const std::string flaw = name_of_input(path) + ": has no game record";
        if (!options_.skips_bad) return usage_error(flaw + "; a record has tags or moves, such as 1. e2c2");
        print_message("uisge: " + flaw + "; this text is left out");
        continue;
      }
      const auto bad = std::ranges::find_if(games, [](const auto& game) { return !game; });
      // A file with a mistake is refused before any of its games is printed.
      if (bad != games.end() && !options_.skips_bad) return tl::unexpected(bad->error());
      for (std::size_t i = 0; i < games.size(); ++i) {
        auto done = annotate_game(path, i + 1, std::move(games[i]));
        ++games_;
        if (done) continue;
        if (!options_.skips_bad || done.error().kind != ErrorKind::kUsage) return done;
        ++skipped_;
        print_message(fmt::format("uisge: {}; this game is left out", error_text(done.error())));
      }
    }
    if (skipped_ < games_) return {};
    if (games_ == 0) return usage_error("annotate: no text has a game record");
    return usage_error(fmt::format("annotate: none of {} games can be judged", games_));
  }

 private:
  Result<void> annotate_game(const std::string& path, std::size_t number, Result<GameRecord> record) {
    if (!record) return tl::unexpected(record.error());
    ReviewedGame game{.record_file = path, .number = number, .record = std::move(*record)};
    const auto judges = sources_.for_game(game.record);
    if (!judges) return error_in(fmt::format("{}, game {}", name_of_input(path), number), judges.error());
    if (!output_.json() && !std::exchange(is_first_, false)) output_.write("\n");
    UISGE_TRY(review(game, **judges, options_, output_));
    if (output_.json()) {
      output_.print_json(reviewed_game_json(game));
    } else if (options_.as_record) {
      output_.write(annotated_text(game));
    }
    return {};
  }

  const AnnotateOptions& options_;
  GameSources sources_;
  Output& output_;
  bool is_first_ = true;
  std::size_t games_ = 0;
  std::size_t skipped_ = 0;
};

Result<void> annotate(const AnnotateOptions& options, Output& output) {
  if (output.json() && options.as_record)
    return usage_error("--record: cannot be combined with --json; leave one of them out");
  const AnnotateWords words = sort_annotate_words(options.words);
  if (words.records.empty()) return usage_error("annotate: name a game record, or - for standard input");
  SourceOptions source_options = options.sources;
  if (!source_options.search_plies) source_options.search_plies = kMaxSearchPlies;
  return GameAnnotation(options, GameSources(source_options, words.sources), output).annotate(words.records);
}

}  // namespace

void add_annotate(Program& program) {
  const auto [command, options] =
      program.add_command<AnnotateOptions>("annotate", "goes over recorded games and marks every mistake",
                                           "uisge annotate 7x6-4-loses.uisge game.txt --record", annotate);
  options.sources.search_seconds = 1;
  add_words(command, "FILE GAME", options.words,
            "a database, looked for by each game's board and rules if left out; then game records "
            "(docs/formats/game-record.md), or - for standard input");
  command.add_flag("--record", options.as_record, "print the games as records, with the remarks as comments");
  command.add_flag("--skip-bad", options.skips_bad, "leave out games that cannot be read or judged, and say which");
  add_seconds_option(command, "--time", options.sources.search_seconds,
                     "how long to search a position that no file holds")
      ->default_str(fmt::format("{}", options.sources.search_seconds));
  add_lookup_options(command, options.sources);
}

}  // namespace uisge::cli
