#include "solver/cli/engine_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

#include "core/moves.h"
#include "core/notation.h"
#include "core/piece_count.h"
#include "solver/answers/wording.h"
#include "solver/cli/output.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::uint64_t kMaxMilliseconds = std::uint64_t{1} << 40;

// Returns a score in the protocol's words. For a win or loss, the score is the number of moves that the winner still
// makes, or a bound on this number. Otherwise the score is "cp 0".
std::string score_text(Verdict verdict, std::optional<int> within) {
  if (!verdict.is_win_or_loss()) return "cp 0";
  const int plies = within.value_or(verdict.plies);
  const std::string_view bound = !within ? "" : verdict.is_win() ? " lowerbound" : " upperbound";
  return fmt::format("mate {}{}{}", verdict.is_loss() ? "-" : "", (plies + 1) / 2, bound);
}

std::string_view answerer_name(AnsweredBy by) {
  switch (by) {
    case AnsweredBy::kDatabase: return "database";
    case AnsweredBy::kProof: return "proof";
    case AnsweredBy::kSearch:
    case AnsweredBy::kNobody: break;
  }
  return "search";
}

// Reads a number of any size and sign, and clamps it to the range from 0 to `most`; std::nullopt if the text is not a
// number.
std::optional<std::uint64_t> limit_in_range(std::string_view text, std::uint64_t most) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return {};
  if (is_negative) return 0;
  return parse_number<std::uint64_t>(text, 0, most).value_or(most);
}

// The seconds to spend on one move, if the clock has `left` seconds and gains `increment` seconds per move.
double seconds_for_move(double left, double increment) {
  return std::clamp(left / 20 + 0.8 * increment, 0.01, std::max(0.01, left / 2));
}

}  // namespace

std::string engine_introduction(const EngineSettings& settings, Notation notation) {
  std::string stuck_rules;
  for (const StuckRule stuck : kAllStuckRules) stuck_rules += fmt::format(" var {}", to_string(stuck));
  // --memory can be less than one MiB, and more than the most that Hash takes.
  const auto mebibytes = std::clamp<std::uint64_t>(settings.table_bytes >> 20, 1, kMostTableMebibytes);
  return fmt::format(
      "id name uisge {}\nid author the authors of uisge\n"
      "option name Threads type spin default {} min 1 max {}\n"
      "option name Hash type spin default {} min 1 max {}\n"
      "option name MultiPV type spin default {} min 1 max {}\n"
      "option name Database type string default {}\n"
      "option name Board type string default {}\n"
      "option name Pieces type spin default {} min {} max {}\n"
      "option name Stuck type combo default {}{}\n"
      "option name DiagonalJumps type check default {}\n"
      "option name Notation type combo default {} var uisge var ranks-from-top var rows-and-columns\n"
      "ugiok",
      UISGE_VERSION, settings.threads, settings.most_threads, mebibytes, kMostTableMebibytes, settings.lines,
      kMostLines, settings.file.empty() ? "<empty>" : printable(settings.file), to_string(settings.start.size),
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

EngineOrder parse_go(std::istringstream& words, Side mover, const EngineSettings& settings) {
  EngineOrder order;
  order.limits.max_plies = kMaxSearchPlies;
  order.limits.memory_bytes = settings.table_bytes;
  order.limits.threads = settings.threads;
  const bool is_white = mover == Side::kWhite;
  std::optional<double> left;
  double increment = 0;
  bool has_limit = false;
  std::string word;
  std::string next;  // a word that was read ahead; may be empty
  while (!(word = std::exchange(next, {})).empty() || words >> word) {
    if (word == "infinite") {
      order.is_infinite = true;
      continue;
    }
    const bool is_depth = word == "depth";
    const bool is_time = word == "p1time" || word == "wtime" || word == "p2time" || word == "btime";
    const bool is_increment = word == "p1inc" || word == "winc" || word == "p2inc" || word == "binc";
    const bool is_known = is_depth || is_time || is_increment || word == "movetime";
    words >> next;
    const auto number = limit_in_range(next, is_depth ? std::uint64_t{kMaxSearchPlies} : kMaxMilliseconds);
    if (number) next.clear();
    if (!is_known || !number) {
      order.remarks.push_back(fmt::format("go: '{}' is passed over: {}", word,
                                          is_known ? "a number is missing" : "it is none of the limits known here"));
      continue;
    }
    const double seconds = static_cast<double>(*number) / 1000;
    const bool is_movers = word.starts_with(is_white ? "p1" : "p2") || word.starts_with(is_white ? "w" : "b");
    if (is_depth) {
      order.limits.max_plies = static_cast<int>(*number);
      has_limit = true;
    } else if (word == "movetime") {
      order.limits.time = std::chrono::duration<double>(seconds);
    } else if (is_movers) {
      (is_time ? left.emplace() : increment) = seconds;
    }
  }
  if (left && !order.limits.time) order.limits.time = std::chrono::duration<double>(seconds_for_move(*left, increment));
  if (!order.limits.time && !has_limit && !order.is_infinite)
    order.limits.time = std::chrono::duration<double>(settings.seconds);
  if (order.is_infinite) order.limits.time.reset();
  return order;
}

bool has_come_three_times(const GameRecord& game) {
  const Board board(game.start.size());
  std::map<Position, int> times{{game.start, 1}};
  Position position = game.start;
  for (const RecordedMove& move : game.moves) {
    position = play(board, position, move.move);
    if (++times[position] == 3) return true;
  }
  return false;
}

Result<std::string> engine_response(std::istringstream& words, const Board& board, RuleSet rules,
                                    const std::optional<Position>& position, bool is_repeated) {
  std::string what;
  words >> what;
  if (what != "p1turn" && what != "p2turn" && what != "gameover" && what != "result") {
    return usage_error("query: expected p1turn, p2turn, gameover or result");
  }
  if (!position) return usage_error("query: the board has no start array; set a position first");
  const bool is_white = position->side_to_move() == Side::kWhite;
  const GameEnd end = game_end(board, rules, *position);
  std::string answer = "none";
  if (what == "p1turn" || what == "p2turn") {
    answer = is_white == (what == "p1turn") ? "true" : "false";
  } else if (what == "gameover") {
    answer = end == GameEnd::kNotOver && !is_repeated ? "false" : "true";
  } else if (end == GameEnd::kNotOver) {
    if (is_repeated) answer = "draw";
  } else {
    const Outcome outcome = outcome_of(end, rules.stuck);
    answer = outcome == Outcome::kDraw ? "draw" : (outcome == Outcome::kWin) == is_white ? "p1win" : "p2win";
  }
  return "response " + answer;
}

std::string engine_drawing(const Board& board, RuleSet rules, const Position& position, Notation notation) {
  std::string moves;
  for (const Move move : playable_moves(board, rules, position))
    moves.append(" ").append(to_text(board, move, notation));
  return fmt::format("{}position fen {}\nfen in the notation {}: {}\nmoves{}", draw(board, position),
                     to_text(board, position), to_string(notation), to_text(board, position, notation), moves);
}

std::string engine_report(const Position& position, RuleSet rules, const EngineAnswer& answer, Notation notation) {
  const Board board(position.size());
  const Side mover = position.side_to_move();
  const Verdict verdict = answer.analysis.verdict;
  if (const GameEnd end = game_end(board, rules, position); end != GameEnd::kNotOver) {
    return "info string " + end_in_words(end, rules.stuck, mover);
  }
  if (answer.by == AnsweredBy::kNobody) return "info string a legal move, which nobody has judged";
  std::string report;
  const std::string nodes = answer.by == AnsweredBy::kSearch ? fmt::format(" nodes {}", answer.nodes) : "";
  for (std::size_t i = 0; i < answer.lines.size(); ++i) {
    const RankedMove& move = answer.analysis.moves[i];
    // An undecided position has no best move, so the first line gets the position's own verdict.
    const Verdict here = i == 0 ? verdict : move.verdict;
    std::string pv;
    for (const Move next : answer.lines[i]) pv.append(" ").append(to_text(board, next, notation));
    const std::string number = answer.lines.size() == 1 ? "" : fmt::format(" multipv {}", i + 1);
    const std::optional<int> within = i == 0 ? within_of(answer.analysis) : within_of(move);
    report += fmt::format("info depth {}{} score {}{} pv{}\n", within.value_or(here.plies), number,
                          score_text(here, within), nodes, pv);
  }
  const std::optional<int> within = within_of(answer.analysis);
  return fmt::format("{}info string {}{}, by the {}", report, verdict_in_words(mover, verdict),
                     within ? " within " + plies_in_words(*within) : "", answerer_name(answer.by));
}

std::string best_move_line(const Position& position, const EngineAnswer& answer, Notation notation) {
  if (answer.analysis.moves.empty()) return "bestmove none";
  return "bestmove " + to_text(Board(position.size()), answer.analysis.moves.front().move, notation);
}

}  // namespace uisge::cli
