// `uisge play`: a game against perfect play, or against the search.
#include <functional>
#include <random>

#include "core/known_start.h"
#include "db/database_folders.h"
#include "db/probe.h"
#include "solver/answers/position_words.h"
#include "solver/answers/wording.h"
#include "solver/cli/answer_sources.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/game_dialogue.h"
#include "solver/cli/open_database.h"
#include "solver/cli/options.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/word_check.h"
#include "solver/search/proof_answerer.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct PlayOptions {
  PositionArgument position;
  std::string database;
  std::string side;
  RuleSet rules;
  const CLI::Option* stuck = nullptr;
  bool ascii = false;
  double seconds = 2;
  const CLI::Option* time = nullptr;  // --time; if given, no file is looked for
  int level = kStrongestLevel;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> memory;
  std::size_t threads = 1;
};

// Removes the progress line after each answer, so that later output does not mix with this line.
class TidyAnswerer final : public Answerer {
 public:
  TidyAnswerer(Answerer& answerer, ProgressLine& line) : answerer_(answerer), line_(line) {}

  Result<Analysis> analyse(const Position& position) override { return tidy(answerer_.analyse(position)); }
  Result<void> prepare(std::span<const Position> positions) override { return answerer_.prepare(positions); }
  Result<std::vector<Move>> main_line(const Position& position, Verdict verdict) override {
    return tidy(answerer_.main_line(position, verdict));
  }

 private:
  template <class Answer>
  Answer tidy(Answer answer) {
    line_.clear();
    return answer;
  }

  Answerer& answerer_;
  ProgressLine& line_;
};

HumanSides persons_of(const PlayOptions& options, Side to_move) {
  if (options.side == "white") return {true, false};
  if (options.side == "black") return {false, true};
  if (options.side == "both") return {true, true};
  if (options.side == "none") return {false, false};
  return {to_move == Side::kWhite, to_move == Side::kBlack};
}

Result<void> play_with(const PlayOptions& options, const Board& board, RuleSet rules, const Position& start,
                       Answerer& answerer, Output& output) {
  const Strength strength{options.level, options.seed.value_or(std::random_device{}())};
  if (options.level < kStrongestLevel) {
    output.print("Level {} of {}, moves chosen by --seed {}.\n", options.level, kStrongestLevel, strength.seed);
  }
  const auto input = make_prompt_reader();
  const HumanSides persons = persons_of(options, start.side_to_move());
  return GameDialogue(board, rules, start, persons, strength, answerer, *input, output, options.ascii).run();
}

// The file that a person plays against.
struct PlayFile {
  std::string path;
  std::optional<DatabaseIdentity> wanted;  // the game for which the file was found; unset if the user named the file
};

// The rules of a game that is played against a file. Errors: an option contradicts the file that the user named; the
// file that was found holds another game. (If the file is named by --database, the parser already refuses options that
// choose rules.)
Result<RuleSet> rules_beside(const PlayOptions& options, const PlayFile& file, const DatabaseIdentity& identity,
                             const std::function<bool(RuleSet)>& holds_under) {
  if (const auto& wanted = file.wanted) {
    const bool is_held =
        wanted->board == identity.board && wanted->pieces == identity.pieces && holds_under(wanted->rules);
    if (!is_held) return misnamed_file(file.path, identity);
    return wanted->rules;
  }
  RuleSet rules = identity.rules;
  if (options.stuck->count() > 0) rules.stuck = options.rules.stuck;
  if (options.rules.diagonal_jumps) rules.diagonal_jumps = true;
  const PositionArgument& asked = options.position;
  const bool agrees = (!asked.has_board_option || asked.start.size == identity.board) &&
                      (!asked.has_pieces_option || asked.start.pieces == identity.pieces);
  if (agrees && holds_under(rules)) return rules;
  return usage_error(fmt::format("{}: holds {}, the options say otherwise; leave out the options or the file",
                                 file.path, to_string(identity)));
}

Result<void> play_against_database(const PlayOptions& options, const PlayFile& file, Output& output) {
  const std::string& path = file.path;
  const auto database = UISGE_TRY(open_database(path));
  if (!stores_distances(database.header().codec)) {
    return usage_error(fmt::format(
        "{}: holds values without distances, by which a won game need not come to an end; play from a database with "
        "distances, or against the search",
        path));
  }
  if (options.time->count() > 0) {
    return usage_error(fmt::format("--time: is for the search, which {} replaces; leave out --time or the file", path));
  }
  const DatabaseIdentity& identity = database.identity();
  UISGE_TRY(rules_beside(options, file, identity, [&](RuleSet asked) { return asked == identity.rules; }));
  const auto first = UISGE_TRY(read_position_text(options.position.text, {identity.board, identity.pieces}));
  const auto start = UISGE_TRY(play_moves(Board(first.size()), identity.rules, first, options.position.moves));
  Probe probe(database, options.memory.value_or(Probe::kStandardCacheBytes));
  UISGE_TRY(probe.analyse(start));
  output.print_wrapped(
      fmt::format("Perfect play from {}; a stuck player {}.", printable(path), to_string(identity.rules)));
  return play_with(options, database.board(), identity.rules, start, probe, output);
}

ProofLimits search_limits(const PlayOptions& options, ProgressLine& line) {
  ProofLimits limits{.max_plies = kMaxSearchPlies,
                     .memory_bytes = options.memory.value_or(usual_memory(std::uint64_t{256} << 20)),
                     .time = std::chrono::duration<double>(options.seconds),
                     .threads = options.threads};
  limits.observer = [&line](const ProofProgress& now) {
    line.update([&] { return fmt::format("thinking, {} ahead", plies_in_words(now.plies)); });
  };
  return limits;
}

Result<void> play_against_search(const PlayOptions& options, Output& output) {
  const auto start = UISGE_TRY(read_position(options.position, options.rules));
  const Board board(start.size());
  ProgressLine line;
  SearchFallback search(options.rules, search_limits(options, line));
  UISGE_TRY(search.prepare({&start, 1}));
  TidyAnswerer answerer(search, line);
  output.print_wrapped(fmt::format("The search, which thinks {:.3g} s about a move; a stuck player {}.",
                                   options.seconds, to_string(options.rules)));
  if (const auto known = known_of(board, start, options.rules)) {
    output.print_wrapped(fmt::format("Known: {}.", known_in_words(*known, start.side_to_move())));
  }
  return play_with(options, board, options.rules, start, answerer, output);
}

// If the proof does not cover a position, the search plays.
Result<void> play_against_proof(const PlayOptions& options, const PlayFile& file, Output& output) {
  const auto proof = UISGE_TRY(ProofAnswerer::open(file.path, options.memory.value_or(Probe::kStandardCacheBytes)));
  const DatabaseIdentity& identity = proof->identity();
  const auto rules =
      UISGE_TRY(rules_beside(options, file, identity, [&](RuleSet asked) { return proof->holds_under(asked); }));
  proof->answer_under(rules);
  const auto first = UISGE_TRY(read_position_text(options.position.text, {identity.board, identity.pieces}));
  const Board board(first.size());
  const auto start = UISGE_TRY(play_moves(board, rules, first, options.position.moves));
  UISGE_TRY(proof->analyse(start));
  ProgressLine line;
  SearchFallback search(rules, search_limits(options, line));
  UISGE_TRY(search.prepare({&start, 1}));
  ProofThenSearch both(*proof, search);
  TidyAnswerer answerer(both, line);
  output.print_wrapped(
      fmt::format("The proof {}, and off its lines the search, which thinks {:.3g} s about a move; a stuck player {}.",
                  printable(file.path), options.seconds, to_string(rules)));
  return play_with(options, board, rules, start, answerer, output);
}

// Finds a database with distances, or else a proof, of this game, in the folders in which `query` looks. Returns an
// empty path if there is none.
PlayFile matching_file(const PlayOptions& options) {
  const auto start = read_position(options.position, options.rules);
  if (!start) return {};
  const DatabaseFolders folders(folder_list({}));
  const DatabaseIdentity game{start->size(), start->pieces(), options.rules};
  auto path = folders.find(default_file_name(game));
  if (!path) path = find_proof(folders, game);
  return {path.value_or(""), game};
}

Result<void> play_game(const PlayOptions& options, Output& output) {
  if (!options.database.empty() && !options.position.file.empty()) {
    return usage_error(
        fmt::format("{}: one file too many, --database names {}", options.position.file, options.database));
  }
  PlayFile file{options.database.empty() ? options.position.file : options.database, std::nullopt};
  if (file.path.empty() && options.time->count() == 0) file = matching_file(options);
  if (file.path.empty()) return play_against_search(options, output);
  return is_proof(file.path) ? play_against_proof(options, file, output) : play_against_database(options, file, output);
}

}  // namespace

void add_play(Program& program) {
  const auto [command, options] =
      program.add_command<PlayOptions>("play", "plays a game in the terminal, against perfect play or the search",
                                       "uisge play 7x6-4-loses.uisge --side white", play_game);
  add_position_argument(command, options.position, FileInPlace::kTaken);
  add_file_option(command, "--database", options.database,
                  "play perfectly from this database or proof, by its rules [looked for as by query]");
  command.add_option("--side", options.side, "the sides that you play: white, black, both or none [the side to move]")
      ->check(one_of({"white", "black", "both", "none"}))
      ->type_name("SIDE");
  options.time = add_seconds_option(command, "--time", options.seconds,
                                    "how long the search thinks about a move; if given, no database is looked for")
                     ->default_str(fmt::format("{}", options.seconds));
  add_number_option(command, "--level", options.level, kWeakestLevel, kStrongestLevel,
                    "how well the program plays: lower levels choose weaker moves at random")
      ->type_name("1..10")
      ->capture_default_str();
  add_number_option(command, "--seed", options.seed, 0, UINT64_MAX,
                    "chooses the weaker moves; from a database, the same seed makes the same choices")
      ->type_name("S");
  add_ascii_option(command, options.ascii);
  add_memory_option(command, options.memory);
  add_threads_option(command, options.threads);
  add_rule_options(command, options.rules);
  refuse_json(command, "play: a game is a dialogue, use query --json or search --json");
  options.stuck = command.get_option("--stuck");
  for (const char* const name : {"--board", "--pieces", "--stuck", "--diagonal-jumps"}) {
    command.get_option("--database")->excludes(command.get_option(name));
  }
}

}  // namespace uisge::cli
