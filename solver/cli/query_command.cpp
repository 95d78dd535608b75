// `uisge query`: finds the value, distance, ranked moves and main line of positions.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/known_start.h"
#include "core/notation.h"
#include "db/line_reader.h"
#include "db/move_hardness.h"
#include "solver/answers/board_picture.h"
#include "solver/answers/known_json.h"
#include "solver/answers/position_answer.h"
#include "solver/answers/position_words.h"
#include "solver/answers/wording.h"
#include "solver/cli/answer_sources.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/error_text.h"
#include "solver/cli/position_argument.h"

namespace uisge::cli {

namespace {

struct QueryOptions {
  std::vector<std::string> words;  // the arguments: the name of a file, if given, and positions
  std::string moves;
  bool no_line = false;
  bool ascii = false;
  std::string picture;
  std::optional<int> hardness;  // how many plies --hardness looks ahead; 0: no hardness is shown
  SourceOptions sources;
};

// The number of plies that --hardness looks ahead by default. With one ply, ranking the moves takes less time than
// starting the program.
constexpr int kStandardHardness = 1;

Result<int> parse_hardness(const std::string& text) {
  const auto plies = parse_number<int>(text, 0, kMaxHardnessPlies);
  if (plies && (*plies == 0 || is_hardness_depth(*plies))) return *plies;
  return usage_error(fmt::format("--hardness: '{}' is not allowed; give 1, 3, 5 or 7 plies, or 0 for none", text));
}

Result<PositionAnswer> answer(AnswerSources& sources, std::string_view text, const QueryOptions& options) {
  const auto first = UISGE_TRY(sources.read_position(text));
  const auto position = UISGE_TRY(play_moves(Board(first.size()), sources.rules(), first, options.moves));
  const auto file = sources.file_for(position);
  if (!file) {
    // An error of kind kUsage means that no file holds the position. A damaged file gives another kind.
    auto known = file.error().kind == ErrorKind::kUsage ? table_answer(position, sources.rules()) : std::nullopt;
    if (!known) return tl::unexpected(file.error());
    return *std::move(known);
  }
  auto result = answer_position(position, {*file, sources.search()}, {!options.no_line, options.hardness.value_or(0)});
  if (!result && *file != nullptr && !(*file)->holds(position)) {
    Error error = result.error();
    error.message += "; --search PLIES looks ahead without it";
    return tl::unexpected(std::move(error));
  }
  return result;
}

// The hardness in words, such as ", 3 of 8 replies lose, 52.1 % err within 3 plies". The percentage is the share of
// random opponents who err.
std::string hardness_in_words(const Hardness& hardness, int plies) {
  if (hardness.replies == 0) return ", the game is over";
  std::string text = fmt::format(", {} of {} {}", hardness.losing_replies, hardness.replies,
                                 hardness.replies == 1 ? "reply loses" : "replies lose");
  if (plies > 1) text += fmt::format(", {:.1f} % err within {} plies", 100 * hardness.share, plies);
  return text;
}

fmt::text_style style_of(Verdict verdict) {
  if (verdict.is_win()) return fmt::fg(fmt::terminal_color::green);
  if (verdict.is_loss()) return fmt::fg(fmt::terminal_color::red);
  return fmt::fg(fmt::terminal_color::yellow);
}

// The verdict in colour, as "win in 37", "win within 37", "draw" or "open". `within` is 0 if no bound is known.
std::string painted(Verdict verdict, int within, const Output& output) {
  const std::string value =
      output.paint(style_of(verdict), verdict.is_decided() ? to_string(*verdict.outcome) : "open");
  if (within != 0) return fmt::format("{} within {}", value, within);
  return verdict.has_distance() ? fmt::format("{} in {}", value, verdict.plies) : value;
}

// Tells how to query `proof`, a proof file of the repository. Looks for the proof file relative to the current folder,
// relative to the folder of a build that holds the program, and beside an installed program.
std::string proof_in_words(std::string_view proof) {
  std::error_code unknown;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  for (const auto& place : {std::filesystem::path(), folder / "../..", folder / "../share/doc/uisge"}) {
    const auto path = (place / proof).lexically_normal();
    if (std::filesystem::exists(path, unknown)) {
      return fmt::format("uisge query {} tells the winning moves", printable(word_of_shell(path.string())));
    }
  }
  return fmt::format("uisge query with {}, a file of the source of uisge, tells the winning moves", proof);
}

void print_answer(const AnswerSources& sources, PositionAnswer answer, const QueryOptions& options, Output& output) {
  const RuleSet rules = sources.rules();
  const Board board(answer.position.size());
  const Side mover = answer.position.side_to_move();
  const Analysis& analysis = answer.analysis;
  output.print("{}{}\n{}\n", draw_board(board, answer.position, output, options.ascii),
               shapes_in_words(output, options.ascii), to_text(board, answer.position));
  if (!sources.is_named() && !answer.file.empty()) output.print("{}, {}\n", printable(answer.file), to_string(rules));
  const auto known = known_of(board, answer.position, rules);
  const Verdict verdict = with_known(analysis.verdict, known);
  if (const GameEnd end = game_end(board, rules, answer.position); end != GameEnd::kNotOver) {
    output.print("{}\n", output.paint(style_of(verdict), end_in_words(end, rules.stuck, mover)));
    return;
  }
  const DatabaseIdentity identity{answer.position.size(), answer.position.pieces(), rules};
  if (answer.file.empty() && !answer.searched_plies) {
    output.print("There is no {} here. Known, if a stuck player {}:\n", default_file_name(identity), to_string(rules));
    output.print_wrapped(output.paint(style_of(verdict), known_in_words(*known, mover)));
    output.write("\n");
    const std::string_view proof = known->facts.front().file;  // empty if the strongest fact has no proof file
    output.print_wrapped("next: " + (proof.empty() ? sources.advice(identity) : proof_in_words(proof)), 6);
    return;
  }
  if (answer.is_of_search()) {
    const std::string_view where = sources.is_named() ? "Not in the file" : "In no file";
    const std::string_view of_moves = !answer.has_moves_of_file ? ""
                                      : sources.is_named()      ? ", which tells of some moves"
                                                                : ", but one tells of some moves";
    output.print("{}{}: searched {} ahead, a stuck player {}\n", where, of_moves,
                 plies_in_words(*answer.searched_plies), to_string(rules));
  }
  output.print("{}\n", output.paint(style_of(analysis.verdict), answer_in_words(answer)));
  // The table of known starts may say more about the position than the answer does.
  if (known && !analysis.verdict.is_draw() && !analysis.verdict.has_distance()) {
    output.print_wrapped(fmt::format("known: {}", known_in_words(*known, mover)));
  }
  output.write("\n");
  put_known_move_first(answer, rules);
  for (std::size_t i = 0; i < analysis.moves.size(); ++i) {
    const RankedMove& move = analysis.moves[i];
    // Once a move wins, the others are not searched as far ahead as the heading says.
    const bool is_cut = answer.is_of_search() && !move.verdict.is_decided() && analysis.verdict.is_win();
    output.print("  {} {:<5} {}{}{}\n", move.best ? '*' : ' ', to_text(board, move.move),
                 painted(move.verdict, within_of(move).value_or(0), output),
                 is_cut ? ", nothing forced within " + plies_in_words(move.verdict.plies) : "",
                 move.hardness ? hardness_in_words(*move.hardness, *answer.hardness_plies) : "");
  }
  if (options.no_line || answer.line.empty()) return;
  std::string line = "line:";
  for (const Move move : answer.line) line += " " + to_text(board, move);
  if (analysis.verdict.is_draw() && !answer.is_of_search()) line += " ...";
  output.write("\n");
  output.print_wrapped(line, 6);
}

// Prints an answer. `line_number` is the number of the input line that asked for it; unset if the position came from
// the command line.
void give(const AnswerSources& sources, const PositionAnswer& answer, const QueryOptions& options,
          std::optional<std::uint64_t> line_number, Output& output) {
  if (output.json()) {
    Json json = answer_json(sources.rules(), answer, !options.no_line);
    if (line_number) json["line_number"] = *line_number;
    output.print_json(json);
  } else {
    print_answer(sources, answer, options, output);
  }
}

// Finds all answers before it prints the first, so that nothing is printed if one of them is an error.
Result<void> answer_arguments(AnswerSources& sources, const std::vector<std::string>& positions,
                              const QueryOptions& options, Output& output) {
  const auto place = UISGE_TRY(claim_output(options.picture, kPictureFile));
  if (place && positions.size() > 1) return usage_error("--svg: draws one position, not several");
  std::vector<PositionAnswer> answers;
  for (const std::string& text : positions) {
    auto result = UISGE_TRY(answer(sources, text, options));
    answers.push_back(std::move(result));
  }
  if (place) UISGE_TRY(publish_text(*place, answer_picture(sources.rules(), answers.front())));
  for (const PositionAnswer& result : answers) {
    if (!output.json() && &result != &answers.front()) output.write("\n");
    give(sources, result, options, {}, output);
  }
  return {};
}

// Tells the sources of answers which positions the next input lines ask about, so that a database decodes each
// compressed unit only once. A line without a valid position is skipped here; it is refused when its turn comes.
void prepare(AnswerSources& sources, std::string_view lines) {
  std::vector<Position> positions;
  for (std::size_t end = 0; !lines.empty(); lines.remove_prefix(std::min(lines.size(), end + 1))) {
    end = std::min(lines.find('\n'), lines.size());
    const std::string_view text = position_of_line(lines.substr(0, end));
    if (text.empty()) continue;
    if (const auto position = sources.read_position(text)) positions.push_back(*position);
  }
  sources.prepare(positions);
}

// Reads a stream with one position per line, and answers every line. If a line is wrong, an error takes the place of
// its answer, and the next line is read. So a stream of millions does not end at its first mistake.
Result<void> answer_stream(AnswerSources& sources, const QueryOptions& options, Output& output) {
  LineReader lines(STDIN_FILENO, "standard input");
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;
  std::uint64_t prepared = 0;  // input lines up to this number are prepared
  const auto refuse = [&](const std::string& why) {
    ++refused;
    if (output.json()) {
      output.print_json({{"line_number", lines.line()}, {"line", lines.line()}, {"error", why}});
    } else {
      print_message(fmt::format("uisge: line {}: {}", lines.line(), why));
    }
  };
  for (;;) {
    output.flush();  // whoever writes the lines may wait for answers
    const auto line = lines.next();
    if (!line && line.error().kind == ErrorKind::kBadFile) {  // too long; the next call skips its rest
      ++asked;
      refuse("too long for a position");
      continue;
    }
    if (!line) return tl::unexpected(line.error());
    if (!*line) break;
    if (lines.line() > prepared) {
      // Lines that arrived together are looked up together.
      const std::string_view more = lines.read_ahead();
      prepared = lines.line() + static_cast<std::uint64_t>(std::count(more.begin(), more.end(), '\n'));
      if (!more.empty()) prepare(sources, fmt::format("{}\n{}", **line, more));
    }
    const std::string_view text = position_of_line(**line);
    if (text.empty()) continue;
    ++asked;
    const auto result = answer(sources, text, options);
    if (!result && result.error().kind != ErrorKind::kUsage) return tl::unexpected(result.error());
    if (!result) {
      refuse(error_text(result.error()));
      continue;
    }
    if (!output.json() && asked > 1) output.write("\n");
    give(sources, *result, options, lines.line(), output);
  }
  if (refused == 0) return {};
  return usage_error(
      fmt::format("standard input: {} of {} lines hold no position that can be answered", refused, asked));
}

Result<void> query(const QueryOptions& options, Output& output) {
  PositionWords words = split_files_and_positions(options.words);
  // A first word that cannot be a position is taken for the name of a file, even if no file has that name.
  if (words.files.empty() && !words.positions.empty() && words.positions.front() != "-" &&
      !means_position(words.positions.front())) {
    words.files.push_back(words.positions.front());
    words.positions.erase(words.positions.begin());
  }
  if (words.positions.empty()) words.positions.emplace_back("start");
  auto sources = UISGE_TRY(AnswerSources::open(options.sources, words.files));
  // The hardness of a move depends on positions that lists of noted positions and proofs may lack.
  if (options.hardness.value_or(0) != 0 && sources.is_partial()) {
    return usage_error(fmt::format("{}: --hardness is for databases; leave it out", words.files.front()));
  }
  if (words.positions.size() == 1 && words.positions.front() == "-") {
    if (!options.moves.empty()) return usage_error("--moves: needs one position, not those on standard input");
    if (!options.picture.empty()) return usage_error("--svg: draws one position, not all on standard input");
    return answer_stream(sources, options, output);
  }
  QueryOptions ranked = options;
  ranked.hardness = options.hardness.value_or(kStandardHardness);
  return answer_arguments(sources, words.positions, ranked, output);
}

}  // namespace

void add_query(Program& program) {
  const auto [command, options] = program.add_command<QueryOptions>(
      "query", "tells value, ranked moves and main line of positions, from a database",
      "uisge query 7x6-4-loses.uisge '7/2bb3/2bb3/3ww2/3ww2/7 w'", query);
  add_words(command, "FILE POSITION", options.words,
            "a database, the checkpoint of an unfinished solve or a proof, looked for if left out; then positions, "
            "start if left out, or - to read one per line from standard input, as `find` prints them");
  add_moves_option(command, options.moves);
  command.add_flag("--no-line", options.no_line, "leave out the main line");
  add_parsed_option(
      command, "--hardness", options.hardness, parse_hardness,
      "rank draws by how likely the other side errs within 1, 3, 5 or 7 plies; 0: do not [1; 0 for positions on "
      "standard input]")
      ->type_name("PLIES");
  add_ascii_option(command, options.ascii);
  add_picture_option(command, options.picture);
  add_source_options(command, options.sources);
}

}  // namespace uisge::cli
