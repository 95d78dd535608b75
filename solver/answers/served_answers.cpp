#include "solver/answers/served_answers.h"

#include <algorithm>

#include "db/find_positions.h"
#include "db/parallel.h"
#include "solver/openmp_parallel.h"

namespace uisge {

namespace {

constexpr double kShareOfAMove = 0.2;  // a move of a game gets at most this share of a position's search time
constexpr std::size_t kCountingCacheBytes = std::size_t{64} << 20;
// The number of random cells that a search for puzzles tries at most, in a file that is not is_small_enough().
constexpr std::uint64_t kMostPuzzleDraws = std::uint64_t{1} << 18;
constexpr std::size_t kLongestWins = 10;

tl::unexpected<Error> given_up_error() {
  return interrupted_error("given up before there was an answer; the server may be ending");
}

// Returns the greatest distance d for which the counts prove that at least kLongestWins classes are won in d plies or
// more. A class has at most `symmetries` positions, so kLongestWins * symmetries positions are enough. Returns 0 if
// there are fewer wins.
Plies least_distance_of(std::span<const DistanceCounts> by_distance, int symmetries) {
  std::uint64_t positions = 0;
  for (std::size_t plies = by_distance.size(); plies-- > 0;) {
    positions += by_distance[plies].won;
    if (positions >= kLongestWins * static_cast<std::uint64_t>(symmetries)) return static_cast<Plies>(plies);
  }
  return 0;
}

bool has_open_moves(const Analysis& analysis) {
  return std::any_of(analysis.moves.begin(), analysis.moves.end(),
                     [](const RankedMove& move) { return !move.verdict.is_decided(); });
}

}  // namespace

Result<PositionAnswer> ServedAnswers::answer(const Position& position, RuleSet rules, AnswerParts parts) {
  return answer_within(position, rules, parts, search_options_.seconds);
}

bool ServedAnswers::may_search(const Position& position, RuleSet rules) const {
  const auto files = files_for(position, rules);
  if (files.empty()) return true;
  return files.front()->file->is_partial() && search_options_.plies > 0;  // the best file comes first
}

bool ServedAnswers::is_unfinished(const Position& position, RuleSet rules) const {
  const auto files = files_for(position, rules);  // the best file comes first
  const auto whole = std::find_if(files.begin(), files.end(), [](const auto* of) { return !of->file->is_partial(); });
  return whole != files.end() && (*whole)->file->is_unfinished();
}

bool ServedAnswers::has_unfinished() const {
  return std::any_of(files_.all().begin(), files_.all().end(),
                     [](const auto& served) { return served->file->is_unfinished(); });
}

Result<PositionAnswer> ServedAnswers::answer_of_file(const Position& position, RuleSet rules, AnswerParts parts) {
  std::optional<PositionAnswer> open;  // the first answer that leaves the value open
  for (ServedFile* const served : files_for(position, rules)) {
    auto answer = UISGE_TRY(answer_of(*served, position, rules, parts));
    if (answer.analysis.verdict.is_decided()) return answer;
    if (!open) open = std::move(answer);
  }
  return *std::move(open);
}

// A ranking that looks more than one ply ahead can take a minute. It has a probe of its own, so that meanwhile the file
// answers other questions.
Result<PositionAnswer> ServedAnswers::answer_of(ServedFile& served, const Position& position, RuleSet rules,
                                                AnswerParts parts) {
  const Database* const database = served.file->database();
  const bool ranks_ahead = parts.hardness_plies > 1 && database != nullptr;
  AnswerParts quick = parts;
  if (ranks_ahead) quick.hardness_plies = 0;
  std::unique_lock lock(served.mutex);
  served.file->answer_under(rules);
  auto answer = UISGE_TRY(answer_position(position, {served.file.get(), nullptr}, quick));
  lock.unlock();
  answer.file = served.name;
  if (ranks_ahead) {
    const std::lock_guard ranking(served.ranking_mutex);
    Probe probe(*database, served.cache_bytes, openmp_parallel(search_options_.threads));
    UISGE_TRY(rank_draws(answer, probe, parts));
  }
  return answer;
}

Result<PositionAnswer> ServedAnswers::answer_within(const Position& position, RuleSet rules, AnswerParts parts,
                                                    double seconds) {
  std::optional<PositionAnswer> known;  // what a file knows of the position or its moves
  if (has_file_for_game(position, rules)) {
    auto answer = answer_of_file(position, rules, parts);
    if (!answer || !may_search(position, rules)) return answer;
    const bool is_decided = answer->analysis.verdict.is_decided();
    if (is_decided && (answer->is_of_proof || !has_open_moves(answer->analysis))) return answer;
    known = *std::move(answer);
  }
  const std::lock_guard lock(search_mutex_);
  SearchFallback& search = search_under(rules);
  const auto ask = [&]() -> Result<PositionAnswer> {
    if (!known) return answer_position(position, {nullptr, &search}, parts);
    UISGE_TRY(add_search(*known, search, parts, true));  // see may_search()
    return *std::move(known);
  };
  search.limit_questions(std::chrono::duration<double>(seconds), parts.cancel);
  auto answer = ask();
  search.limit_questions({}, nullptr);  // `search` may outlive the caller's flag
  if (wants_stop(parts.cancel)) return given_up_error();
  return answer;
}

SearchFallback& ServedAnswers::search_under(RuleSet rules) {
  if (fallback_ == nullptr || fallback_rules_ != rules) {
    fallback_.reset();  // frees the old search before the new search takes memory
    const ProofLimits limits{.max_plies = search_options_.plies,
                             .memory_bytes = search_options_.memory_bytes,
                             .threads = search_options_.threads};
    fallback_ = std::make_unique<SearchFallback>(rules, limits, SearchFallback::kPliesAfterWin);
    fallback_rules_ = rules;
  }
  return *fallback_;
}

Result<ReviewedGame> ServedAnswers::review(const GameRecord& record, const std::atomic<bool>& given_up) {
  ReviewedGame game{.record_file = "", .number = 1, .record = record};
  const double share = std::min(kShareOfAMove, kPositionsPerGame / static_cast<double>(record.moves.size() + 1));
  const auto analyse = [&](const Position& position) -> Result<Analysis> {
    if (given_up) return given_up_error();
    auto answer =
        UISGE_TRY(answer_within(position, record.rules, {false, 0, &given_up}, share * search_options_.seconds));
    game.judges.add(answer);
    return std::move(answer.analysis);
  };
  UISGE_TRY(review_game(game, analyse, {}));
  return game;
}

Result<std::vector<CrownCount>> ServedAnswers::by_crowns(ServedFile& file, const std::atomic<bool>& given_up) {
  const std::lock_guard lock(file.count_mutex);
  if (!file.by_crowns) {
    file.by_crowns =
        UISGE_TRY(count_by_crowns(*file.file->database(), {.cache_bytes = kCountingCacheBytes, .cancel = &given_up},
                                  openmp_parallel(search_options_.threads)));
  }
  return *file.by_crowns;
}

Result<std::vector<FoundPosition>> ServedAnswers::longest_wins(ServedFile& file, const std::atomic<bool>& given_up) {
  const std::lock_guard lock(file.count_mutex);
  if (file.longest_wins) return *file.longest_wins;
  std::vector<FoundPosition> longest;
  if (file.file->has_distances()) {
    const Database& database = *file.file->database();
    PositionProperties properties;
    properties.outcomes.fill(false);
    properties.outcomes[index(Outcome::kWin)] = true;
    const Plies least = least_distance_of(database.summary().by_distance, database.board().symmetry_count());
    properties.distance = CountRange{.least = least};
    const FindOptions options{.cache_bytes = kCountingCacheBytes, .cancel = &given_up};
    auto visited = visit_positions(database, properties, options, openmp_parallel(search_options_.threads),
                                   [&](const FoundPosition& found) {
                                     longest.push_back(found);
                                     return !given_up;
                                   });
    if (!visited) return tl::unexpected(visited.error());
    if (given_up) return given_up_error();
    std::stable_sort(longest.begin(), longest.end(), [](const FoundPosition& a, const FoundPosition& b) {
      return a.label.distance > b.label.distance;
    });
    longest.resize(std::min(longest.size(), kLongestWins));
  }
  file.longest_wins = longest;
  return longest;
}

Result<std::vector<FoundPosition>> ServedAnswers::puzzles(ServedFile& file, const PuzzleLevel& level, std::size_t size,
                                                          std::uint64_t seed, const std::atomic<bool>& given_up) {
  const Database& database = *file.file->database();
  PuzzleSample sample{.size = size, .seed = seed};
  if (!is_small_enough(database)) sample.most_draws = kMostPuzzleDraws;
  const FindOptions options{.cache_bytes = kCountingCacheBytes, .cancel = &given_up};
  auto drawn =
      sample_puzzles(database, puzzle_properties(level), sample, options, openmp_parallel(search_options_.threads));
  if (given_up) return given_up_error();
  return drawn;
}

}  // namespace uisge
