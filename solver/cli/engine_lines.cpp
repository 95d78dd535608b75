#include "solver/cli/engine_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/moves.h"
#include "core/notation.h"
#include "solver/cli/output.h"
#include "solver/cli/wording.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::uint64_t kMaxMilliseconds = std::uint64_t{1} << 40;

// A score in the customary words: whole moves to the end of a win or loss, or a bound of them.
std::string score_text(Verdict verdict, std::optional<int> within) {
  if (!verdict.is_win_or_loss()) return "cp 0";
  const int plies = within.value_or(verdict.plies);
  const std::string_view bound = !within ? "" : verdict.is_win() ? " lowerbound" : " upperbound";
  return fmt::format("mate {}{}{}", verdict.is_loss() ? "-" : "", (plies + 1) / 2, bound);
}

// How long a clock with so much left, and so much more for each move, allows for one.
double seconds_for_move(double left, double increment) {
  return std::clamp(left / 20 + 0.8 * increment, 0.01, std::max(0.01, left / 2));
}

}  // namespace

std::string engine_introduction(const EngineSettings& settings, Notation notation) {
  std::string stuck_rules;
  for (const StuckRule stuck : kAllStuckRules) stuck_rules += fmt::format(" var {}", to_string(stuck));
  return fmt::format(
      "id name uisge {}\nid author the authors of uisge\n"
      "option name Threads type spin default {} min 1 max {}\n"
      "option name Hash type spin default {} min 1 max {}\n"
      "option name Database type string default {}\n"
      "option name Board type string default {}\n"
      "option name Pieces type spin default {} min {} max {}\n"
      "option name Stuck type combo default {}{}\n"
      "option name DiagonalJumps type check default {}\n"
      "option name Notation type combo default {} var uisge var ranks-from-top var rows-and-columns\n"
      "ugiok",
      UISGE_VERSION, settings.threads, kMaxThreads, settings.table_bytes >> 20, kMostTableMebibytes,
      settings.file.empty() ? "<empty>" : printable(settings.file), to_string(settings.start.size),
      settings.start.pieces, kMinPieces, kMaxPieces, to_string(settings.rules.stuck), stuck_rules,
      settings.rules.diagonal_jumps, to_string(notation));
}

Result<NamedValue> parse_named_value(std::istringstream& words) {
  std::string word;
  NamedValue option;
  words >> word;
  if (word != "name" || !(words >> option.name))
    return usage_error("setoption: expected 'setoption name NAME value VALUE'");
  if (words >> word) {
    if (word != "value") return usage_error("setoption: expected 'value' after the name");
    std::getline(words >> std::ws, option.value);
    while (!option.value.empty() && (option.value.back() == ' ' || option.value.back() == '\r'))
      option.value.pop_back();
  }
  std::transform(option.name.begin(), option.name.end(), option.name.begin(), small_letter);
  return option;
}

Result<EngineOrder> parse_go(std::istringstream& words, Side mover, const EngineSettings& settings) {
  EngineOrder order;
  order.limits.max_plies = kMaxSearchPlies;
  order.limits.memory_bytes = settings.table_bytes;
  order.limits.threads = settings.threads;
  const bool is_white = mover == Side::kWhite;
  std::optional<double> left;
  double increment = 0;
  bool has_limit = false;
  std::string word;
  while (words >> word) {
    if (word == "infinite") {
      order.is_infinite = true;
      continue;
    }
    std::string text;
    words >> text;
    const bool is_depth = word == "depth";
    const auto number = parse_number(text, 0, is_depth ? std::uint64_t{kMaxSearchPlies} : kMaxMilliseconds);
    if (!number) return usage_error(fmt::format("go: {}: {}", word, number.error().message));
    const double seconds = static_cast<double>(*number) / 1000;
    if (is_depth) {
      order.limits.max_plies = static_cast<int>(*number);
      has_limit = true;
    } else if (word == "movetime") {
      order.limits.time = std::chrono::duration<double>(seconds);
    } else if (word == "p1time" || word == "wtime" || word == "p2time" || word == "btime") {
      if ((word == "p1time" || word == "wtime") == is_white) left = seconds;
    } else if (word == "p1inc" || word == "winc" || word == "p2inc" || word == "binc") {
      if ((word == "p1inc" || word == "winc") == is_white) increment = seconds;
    } else {
      return usage_error(
          fmt::format("go: '{}' is no limit; there are depth, movetime, infinite, p1time, p2time, p1inc "
                      "and p2inc",
                      word));
    }
  }
  if (left && !order.limits.time) order.limits.time = std::chrono::duration<double>(seconds_for_move(*left, increment));
  if (!order.limits.time && !has_limit && !order.is_infinite)
    order.limits.time = std::chrono::duration<double>(settings.seconds);
  if (order.is_infinite) order.limits.time.reset();
  return order;
}

Result<std::string> engine_response(std::istringstream& words, const Board& board, RuleSet rules,
                                    const std::optional<Position>& position) {
  std::string what;
  words >> what;
  if (what != "p1turn" && what != "gameover" && what != "result") {
    return usage_error("query: expected p1turn, gameover or result");
  }
  if (!position) return usage_error("query: the board has no start array; set a position first");
  const bool is_white = position->side_to_move() == Side::kWhite;
  const GameEnd end = game_end(board, rules, *position);
  std::string answer = "none";
  if (what == "p1turn") {
    answer = is_white ? "true" : "false";
  } else if (what == "gameover") {
    answer = end == GameEnd::kNotOver ? "false" : "true";
  } else if (end != GameEnd::kNotOver) {
    const Outcome outcome = outcome_of(end, rules.stuck);
    answer = outcome == Outcome::kDraw ? "draw" : (outcome == Outcome::kWin) == is_white ? "p1win" : "p2win";
  }
  return "response " + answer;
}

std::string engine_answer(const Position& position, RuleSet rules, const EngineAnswer& answer, Notation notation) {
  const Board board(position.size());
  const Analysis& analysis = answer.analysis;
  const Side mover = position.side_to_move();
  if (const GameEnd end = game_end(board, rules, position); end != GameEnd::kNotOver) {
    return fmt::format("info string {}\nbestmove none", end_in_words(end, rules.stuck, mover));
  }
  const Move best = analysis.moves.front().move;
  // A search that was stopped early has no line, and an undecided position has no best one.
  std::vector<Move> line = answer.line;
  if (line.empty() || line.front() != best) line = {best};
  std::string pv;
  for (const Move move : line) pv += " " + to_text(board, move, notation);
  const std::string within = answer.within ? " within " + plies_in_words(*answer.within) : "";
  return fmt::format("info depth {} score {} pv{}\ninfo string {}{}, by the {}\nbestmove {}",
                     answer.within.value_or(analysis.verdict.plies), score_text(analysis.verdict, answer.within), pv,
                     verdict_in_words(mover, analysis.verdict), within,
                     answer.within        ? "proof"
                     : answer.is_searched ? "search"
                                          : "database",
                     to_text(board, best, notation));
}

}  // namespace uisge::cli
