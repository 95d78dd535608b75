// `uisge search`: proves what it can about a position without a database.

#include <exception>

#include "core/known_start.h"
#include "core/notation.h"
#include "solver/answers/known_json.h"
#include "solver/answers/wording.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/position_argument.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/ratio.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_conversion.h"
#include "solver/search/proof_session.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct SearchOptions {
  PositionArgument position;
  std::string proof;
  bool is_compact = false;
  RuleSet rules;
  int plies = 24;
  double seconds = 0;
  std::optional<std::uint64_t> memory;
  std::size_t threads = 1;
};

std::string verdict_text(const Board& board, RuleSet rules, const Position& position, const ProofResult& result) {
  const std::string_view mover = side_name(position.side_to_move());
  const Verdict verdict = result.verdict;
  if (verdict.is_decided()) {
    // The only draws that the search proves are those of games that are over.
    if (verdict.plies > 0) return verdict_in_words(position.side_to_move(), verdict);
    return end_in_words(game_end(board, rules, position), rules.stuck, position.side_to_move());
  }
  std::string text = fmt::format("Neither side can force a win within {}", plies_in_words(verdict.plies));
  if (result.mover_no_win_within > verdict.plies) {
    text += fmt::format(", {} not within {} either", mover, plies_in_words(result.mover_no_win_within));
  }
  return text;
}

std::string_view end_text(ProofEnd end) {
  switch (end) {
    case ProofEnd::kDone: return "done";
    case ProofEnd::kTimeUp: return "time";
    case ProofEnd::kCancelled: break;
  }
  return "interrupted";
}

std::vector<std::string> line_texts(const Board& board, const std::vector<Move>& line) {
  std::vector<std::string> texts;
  for (const Move move : line) texts.push_back(to_text(board, move));
  return texts;
}

Json to_json(const Board& board, const Position& position, const SearchOptions& options, const ProofResult& result) {
  Json json{{"position", to_text(board, position)},
            {"stuck", to_string(options.rules.stuck)},
            {"diagonal_jumps", options.rules.diagonal_jumps}};
  json.update(verdict_json(result.verdict));
  if (!result.verdict.is_decided()) {
    json["mover_no_win_within"] = result.mover_no_win_within;
    json["opponent_no_win_within"] = result.opponent_no_win_within;
  }
  if (const auto known = known_of(board, position, options.rules)) {
    json["known"] = known_json(*known, position.side_to_move());
  }
  json["line"] = line_texts(board, result.line);
  json["ended"] = end_text(result.end);
  json["nodes"] = json_integer(result.nodes);
  json["seconds"] = result.elapsed.count();
  json["threads"] = options.threads;
  return json;
}

void print(Output& output, const Board& board, const Position& position, const SearchOptions& options,
           const ProofResult& result) {
  output.print("{}{}\n", draw_board(board, position, output, false), shapes_in_words(output, false));
  output.print("{}\n", output.paint(fmt::emphasis::bold, verdict_text(board, options.rules, position, result)));
  if (const auto known = known_of(board, position, options.rules); known && !result.verdict.is_decided()) {
    output.print_wrapped(fmt::format("Known: {}", known_in_words(*known, position.side_to_move())));
  }
  if (!result.line.empty()) {
    const bool is_whole = result.line.size() == result.verdict.plies;
    output.print_wrapped(fmt::format("Line: {}{}", fmt::join(line_texts(board, result.line), " "),
                                     is_whole ? "" : " ... (stopped before its end was found)"),
                         6);
  }
  output.print_wrapped(search_in_words(result.nodes, result.elapsed, options.threads, options.rules));
}

// Prints the answer now, since a proof may take long. Returns what print() threw if the output cannot be written.
std::exception_ptr try_to_print(Output& output, const Board& board, const Position& position,
                                const SearchOptions& options, const ProofResult& result) {
  try {
    if (output.json()) {
      output.print_json(to_json(board, position, options, result));
    } else {
      print(output, board, position, options, result);
    }
    output.flush();
    return nullptr;
  } catch (const OutputFailed&) {
    return std::current_exception();
  }
}

Result<void> search(const SearchOptions& options, Output& output) {
  if (options.is_compact && options.proof.empty()) return usage_error("--compact: only with --proof");
  const auto position = UISGE_TRY(read_position(options.position, options.rules));
  const Board board(position.size());
  const auto place = UISGE_TRY(claim_output(options.proof, kProofFile));
  const StopSignals stop;
  ProgressLine progress;
  ProofLimits limits{.max_plies = options.plies, .threads = options.threads, .cancel = &stop.requested()};
  limits.memory_bytes = options.memory.value_or(usual_memory(limits.memory_bytes));
  if (options.seconds > 0) limits.time = std::chrono::duration<double>(options.seconds);
  limits.observer = [&](const ProofProgress& now) {
    progress.update([&] {
      return fmt::format("ply {} of {}   {} positions   {:.1f} million/s   table {:.0f} % full   {}", now.plies,
                         options.plies, format_count(now.nodes), per_second(now.nodes, now.elapsed.count()) / 1e6,
                         100 * now.table_load, format_duration(now.elapsed));
    });
  };
  const auto session = UISGE_TRY(ProofSession::make(board, options.rules, limits));
  const ProofResult result = prove(*session, position);
  progress.clear();
  const std::exception_ptr output_failure = try_to_print(output, board, position, options, result);
  if (place) {
    const auto certificate = certify(*session, position, result);
    progress.clear();
    if (!certificate) return tl::unexpected(certificate.error());
    UISGE_TRY(options.is_compact ? write_compact_proof(*place, *certificate)
                                 : write_certificate(*place, board, *certificate));
    if (!output_failure && !output.json()) {
      output.print_wrapped("Proof: " + check_in_words("verify-proof", options.proof));
    }
  }
  if (output_failure) std::rethrow_exception(output_failure);
  if (result.end == ProofEnd::kCancelled) {
    return interrupted_error("search: interrupted, the above is what was proven until then");
  }
  return {};
}

}  // namespace

void add_search(Program& program) {
  const auto [command, options] = program.add_command<SearchOptions>(
      "search", "proves a win, a loss or \"nothing within N plies\" without a database",
      "uisge search \"7/2bb3/1bbbb2/2wwww1/3ww2/7 w\" --plies 24 --stuck draws", search);
  add_position_argument(command, options.position);
  add_number_option(command, "--plies", options.plies, 0, kMaxSearchPlies, "how far ahead to look")
      ->default_str(std::to_string(options.plies));
  add_seconds_option(command, "--time", options.seconds, "stop after this number of seconds and print what is proven");
  add_file_option(command, "--proof", options.proof, "write what is claimed as a proof that `verify-proof` checks");
  command.add_flag("--compact", options.is_compact, "write the proof in 4 bytes a move instead of as text");
  add_memory_option(command, options.memory);
  add_threads_option(command, options.threads);
  add_rule_options(command, options.rules);
}

}  // namespace uisge::cli
