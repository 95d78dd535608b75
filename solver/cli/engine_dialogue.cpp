#include "solver/cli/engine_dialogue.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "core/notation.h"
#include "core/start.h"
#include "db/line_reader.h"
#include "solver/cli/error_text.h"
#include "solver/cli/position_words.h"
#include "solver/cli/record_file.h"
#include "solver/cli/wording.h"
#include "solver/refused_threads.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::uint64_t kMostEngineThreads = 1024;
constexpr std::uint64_t kMostTableMebibytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxMilliseconds = std::uint64_t{1} << 40;

constexpr std::string_view kEngineHelp =
    "ugi, isready, setoption name N value V, uginewgame, position startpos|fen P [moves ...], go [depth N] [movetime "
    "MS] "
    "[infinite], stop, query p1turn|gameover|result, d, save FILE, quit";

// A score in the customary words: whole moves to the end of a win or loss.
std::string score_text(Verdict verdict) {
  if (!verdict.is_win_or_loss()) return "cp 0";
  return fmt::format("mate {}{}", verdict.is_loss() ? "-" : "", (verdict.plies + 1) / 2);
}

// How long a clock with so much left, and so much more for each move, allows for one.
double seconds_for_move(double left, double increment) {
  return std::clamp(left / 20 + 0.8 * increment, 0.01, std::max(0.01, left / 2));
}

}  // namespace

Result<std::unique_ptr<EngineDialogue>> EngineDialogue::make(const EngineSettings& settings, Output& output) {
  std::unique_ptr<EngineDialogue> engine(new EngineDialogue(output));
  engine->settings_ = settings;
  if (auto used = engine->use_file(settings.file); !used) return tl::unexpected(used.error());
  return engine;
}

EngineDialogue::~EngineDialogue() {
  stop_ = true;
  if (thinker_.joinable()) thinker_.join();
}

Result<void> EngineDialogue::use_file(const std::string& file) {
  auto mind = EngineMind::make(file);
  if (!mind) return tl::unexpected(mind.error());
  mind_ = std::move(*mind);
  settings_.file = file;
  if (const DatabaseIdentity* const identity = mind_->identity()) {
    settings_.start = {identity->board, identity->pieces};
    settings_.rules = identity->rules;
  }
  use_start();
  return {};
}

void EngineDialogue::use_start() {
  auto board = std::make_unique<const Board>(settings_.start.size);
  // A board that is too small for its array has no start, and everything else works.
  const auto start = start_position(*board, settings_.start.pieces);
  position_ = start ? std::optional(*start) : std::nullopt;
  game_.reset();
  if (start) game_ = GameRecord{.start = *start, .rules = settings_.rules};
  board_ = std::move(board);
}

void EngineDialogue::say(const std::string& lines) {
  const std::lock_guard lock(output_mutex_);
  output_.print("{}\n", lines);
  output_.flush();
}

void EngineDialogue::complain(const std::string& message) {
  say("info string " + printable(message));
}

Result<void> EngineDialogue::run() {
  LineReader lines(STDIN_FILENO, "standard input");
  say(fmt::format("info string uisge {}, UGI, answers from {}", UISGE_VERSION,
                  settings_.file.empty() ? "the search" : printable(settings_.file)));
  for (;;) {
    const auto line = lines.next();
    if (!line) {
      finish_thinking(true);
      return tl::unexpected(line.error());
    }
    if (!*line) break;
    const auto goes_on = obey(std::string(**line));
    if (!goes_on) {
      complain(error_text(goes_on.error()));
    } else if (!*goes_on) {
      finish_thinking(true);
      return {};
    }
  }
  finish_thinking(is_infinite_);
  return {};
}

Result<bool> EngineDialogue::obey(const std::string& line) {
  Words words(line);
  std::string command;
  if (!(words >> command)) return true;
  const auto done = [](const Result<void>& result) -> Result<bool> {
    if (!result) return tl::unexpected(result.error());
    return true;
  };
  if (command == "quit") return false;
  if (command == "isready") {
    say("readyok");
    return true;
  }
  if (command == "stop") {
    finish_thinking(true);
    return true;
  }
  // Everything else waits for the answer, or ends a thinking that has no end.
  finish_thinking(is_infinite_);
  if (command == "ugi") {
    introduce();
    return true;
  }
  if (command == "setoption") return done(set_option(words));
  if (command == "uginewgame") {
    use_start();
    return true;
  }
  if (command == "position") return done(set_position(words));
  if (command == "go") return done(go(words));
  if (command == "query") return done(answer_query(words));
  if (command == "save") return done(save(words));
  if (command == "d") {
    show();
    return true;
  }
  return usage_error(fmt::format("{}: there is no such command; there are {}", command, kEngineHelp));
}

void EngineDialogue::introduce() {
  say(
      fmt::format("id name uisge {}\nid author the authors of uisge\n"
                  "option name Threads type spin default {} min 1 max {}\n"
                  "option name Hash type spin default {} min 1 max {}\n"
                  "option name Database type string default {}\n"
                  "option name Board type string default {}\n"
                  "option name Pieces type spin default {} min {} max {}\n"
                  "option name Stuck type combo default {} var loses var wins var draws var passes\n"
                  "option name DiagonalJumps type check default {}\n"
                  "option name Notation type combo default {} var uisge var ranks-from-top var rows-and-columns\n"
                  "ugiok",
                  UISGE_VERSION, settings_.threads, kMostEngineThreads, settings_.table_bytes >> 20,
                  kMostTableMebibytes, settings_.file.empty() ? "<empty>" : printable(settings_.file),
                  to_string(settings_.start.size), settings_.start.pieces, kMinPieces, kMaxPieces,
                  to_string(settings_.rules.stuck), settings_.rules.diagonal_jumps, to_string(notation_)));
}

Result<void> EngineDialogue::set_option(Words& words) {
  std::string word;
  std::string name;
  std::string value;
  words >> word;
  if (word != "name" || !(words >> name)) return usage_error("setoption: expected 'setoption name NAME value VALUE'");
  if (words >> word) {
    if (word != "value") return usage_error("setoption: expected 'value' after the name");
    std::getline(words >> std::ws, value);
    while (!value.empty() && (value.back() == ' ' || value.back() == '\r')) value.pop_back();
  }
  std::transform(name.begin(), name.end(), name.begin(), small_letter);
  return apply(name, value);
}

Result<void> EngineDialogue::apply(const std::string& name, const std::string& value) {
  const auto number = [&](std::uint64_t least, std::uint64_t most) -> Result<std::uint64_t> {
    auto read = parse_number(value, least, most);
    if (!read) return usage_error(fmt::format("setoption: {}: {}", name, read.error().message));
    return *read;
  };
  if (name == "database") return use_file(value == "<empty>" ? "" : value);
  if (name == "threads")
    return number(1, kMostEngineThreads).map([&](auto n) { settings_.threads = static_cast<int>(n); });
  if (name == "hash") return number(1, kMostTableMebibytes).map([&](auto n) { settings_.table_bytes = n << 20; });
  if (name == "notation") return parse_notation(value).map([&](Notation notation) { notation_ = notation; });
  // What a database says itself is not changed.
  const bool is_of_game = name == "board" || name == "pieces" || name == "stuck" || name == "diagonaljumps";
  if (!is_of_game) return usage_error(fmt::format("setoption: there is no option '{}'; 'ugi' lists them", name));
  if (mind_->identity() != nullptr) {
    return usage_error(fmt::format("setoption: {}: {} says it; set Database to <empty> first", name, settings_.file));
  }
  if (name == "stuck") return parse_stuck_rule(value).map([&](StuckRule stuck) { settings_.rules.stuck = stuck; });
  if (name == "diagonaljumps") {
    if (value != "true" && value != "false") return usage_error("setoption: diagonaljumps: expected true or false");
    settings_.rules.diagonal_jumps = value == "true";
    return {};
  }
  if (name == "board") {
    const auto size = parse_board_size(value);
    if (!size) return tl::unexpected(size.error());
    settings_.start.size = *size;
  } else {
    const auto pieces = number(kMinPieces, kMaxPieces);
    if (!pieces) return tl::unexpected(pieces.error());
    settings_.start.pieces = static_cast<int>(*pieces);
  }
  use_start();
  return {};
}

Result<void> EngineDialogue::set_position(Words& words) {
  std::string word;
  words >> word;
  std::string text = "start";
  if (word == "fen") {
    text.clear();
    while (words >> word && word != "moves") text += text.empty() ? word : " " + word;
  } else if (word == "startpos" || word == "start") {
    words >> word;
  } else {
    return usage_error("position: expected startpos or fen, and perhaps moves");
  }
  const bool is_start = text == "start";
  const auto read = read_position_text(text, settings_.start);
  if (!read) return tl::unexpected(read.error());
  auto board = std::make_unique<const Board>(read->size());
  // The start is ours, a text is theirs.
  Position position = is_start ? *read : from_notation(*board, *read, notation_);
  GameRecord game{.start = position, .rules = settings_.rules};
  if (word == "moves") {
    while (words >> word) {
      const auto move = parse_move(*board, settings_.rules, position, word, notation_);
      if (!move) return tl::unexpected(move.error());
      game.moves.push_back({*move});
      position = play(*board, position, *move);
    }
  } else if (words) {
    return usage_error(fmt::format("position: expected 'moves', not '{}'", word));
  }
  board_ = std::move(board);
  position_ = position;
  game_ = std::move(game);
  return {};
}

Result<void> EngineDialogue::go(Words& words) {
  if (!position_) return usage_error("go: the board has no start array; set a position first");
  ProofLimits limits;
  limits.max_plies = kMaxSearchPlies;
  limits.memory_bytes = settings_.table_bytes;
  limits.threads = settings_.threads;
  const bool is_white = position_->side_to_move() == Side::kWhite;
  std::optional<double> left;
  double increment = 0;
  bool has_limit = false;
  bool is_infinite = false;
  std::string word;
  while (words >> word) {
    if (word == "infinite") {
      is_infinite = true;
      continue;
    }
    std::string text;
    words >> text;
    const bool is_depth = word == "depth";
    const auto number = parse_number(text, 0, is_depth ? std::uint64_t{kMaxSearchPlies} : kMaxMilliseconds);
    if (!number) return usage_error(fmt::format("go: {}: {}", word, number.error().message));
    const double seconds = static_cast<double>(*number) / 1000;
    if (is_depth) {
      limits.max_plies = static_cast<int>(*number);
      has_limit = true;
    } else if (word == "movetime") {
      limits.time = std::chrono::duration<double>(seconds);
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
  if (left && !limits.time) limits.time = std::chrono::duration<double>(seconds_for_move(*left, increment));
  if (!limits.time && !has_limit && !is_infinite) limits.time = std::chrono::duration<double>(settings_.seconds);
  if (is_infinite) limits.time.reset();
  is_infinite_ = is_infinite;
  stop_ = false;
  const auto work = [this, position = *position_, limits] {
    try {
      think(position, limits);
    } catch (...) {
      failure_ = std::current_exception();
    }
  };
  try {
    const RefusedThreadsAreErrors scope;
    thinker_ = std::thread(work);
  } catch (const std::system_error&) {
    // The system has no thread for it: thought about here, and `stop` is not heard meanwhile.
    work();
    finish_thinking(false);
  }
  return {};
}

void EngineDialogue::think(const Position& position, const ProofLimits& limits) {
  const auto progress = [this](const ProofProgress& now) {
    try {
      say(fmt::format("info depth {} nodes {} time {}", now.plies, now.nodes,
                      static_cast<std::uint64_t>(now.elapsed.count() * 1000)));
    } catch (...) {
      stop_ = true;  // nobody listens; the answer will find it out again
    }
  };
  const auto answer = mind_->answer(position, settings_.rules, limits, progress, stop_);
  if (!answer) {
    complain(error_text(answer.error()));
    say("bestmove none");
    return;
  }
  tell(position, *answer);
}

void EngineDialogue::tell(const Position& position, const EngineAnswer& answer) {
  const Board board(position.size());
  const Analysis& analysis = answer.analysis;
  const Side mover = position.side_to_move();
  if (const GameEnd end = game_end(board, settings_.rules, position); end != GameEnd::kNotOver) {
    say(fmt::format("info string {}\nbestmove none", end_in_words(end, settings_.rules.stuck, mover)));
    return;
  }
  const Move best = analysis.moves.front().move;
  // A search that was stopped early has no line, and an undecided position has no best one.
  std::vector<Move> line = answer.line;
  if (line.empty() || line.front() != best) line = {best};
  std::string pv;
  for (const Move move : line) pv += " " + to_text(board, move, notation_);
  say(fmt::format("info depth {} score {} pv{}\ninfo string {}, by the {}\nbestmove {}", analysis.verdict.plies,
                  score_text(analysis.verdict), pv, verdict_in_words(mover, analysis.verdict),
                  answer.is_searched ? "search" : "database", to_text(board, best, notation_)));
}

void EngineDialogue::finish_thinking(bool stop) {
  if (stop) stop_ = true;
  if (thinker_.joinable()) thinker_.join();
  is_infinite_ = false;
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

Result<void> EngineDialogue::answer_query(Words& words) {
  std::string what;
  words >> what;
  if (what != "p1turn" && what != "gameover" && what != "result") {
    return usage_error("query: expected p1turn, gameover or result");
  }
  if (!position_) return usage_error("query: the board has no start array; set a position first");
  const bool is_white = position_->side_to_move() == Side::kWhite;
  const GameEnd end = game_end(*board_, settings_.rules, *position_);
  std::string answer = "none";
  if (what == "p1turn") {
    answer = is_white ? "true" : "false";
  } else if (what == "gameover") {
    answer = end == GameEnd::kNotOver ? "false" : "true";
  } else if (end != GameEnd::kNotOver) {
    const Outcome outcome = outcome_of(end, settings_.rules.stuck);
    answer = outcome == Outcome::kDraw ? "draw" : (outcome == Outcome::kWin) == is_white ? "p1win" : "p2win";
  }
  say("response " + answer);
  return {};
}

Result<void> EngineDialogue::save(Words& words) {
  std::string path;
  std::getline(words >> std::ws, path);
  while (!path.empty() && (path.back() == ' ' || path.back() == '\r')) path.pop_back();
  if (path.empty()) return usage_error("save: a file name is missing, as in 'save games.txt'");
  if (!game_) return usage_error("save: the board has no start array; set a position first");
  GameRecord record = *game_;
  if (record.moves.empty()) record.rules = settings_.rules;  // nothing was played under others
  record.date = today();
  record.result = result_by_rules(*board_, record.rules, *position_);
  const auto games = append_game_record(path, record);
  if (!games) return usage_error("save: " + games.error().message);
  say(fmt::format("info string saved as game {} of {}", *games, printable(path)));
  return {};
}

void EngineDialogue::show() {
  if (!position_) return complain("d: the board has no start array; set a position first");
  std::string moves;
  for (const Move move : playable_moves(*board_, settings_.rules, *position_)) {
    moves += " " + to_text(*board_, move, notation_);
  }
  say(fmt::format("{}position fen {}\nfen in the notation {}: {}\nmoves{}", draw(*board_, *position_),
                  to_text(*board_, *position_), to_string(notation_), to_text(*board_, *position_, notation_), moves));
}

}  // namespace uisge::cli
