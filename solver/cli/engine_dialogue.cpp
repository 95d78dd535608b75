// This file is long because it has every command of the protocol. The commands share the settings, the position and the
// thread that thinks.
#include "solver/cli/engine_dialogue.h"

#include <unistd.h>

#include <system_error>
#include <utility>

#include "core/notation.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "db/line_reader.h"
#include "solver/answers/position_words.h"
#include "solver/cli/engine_lines.h"
#include "solver/cli/error_text.h"
#include "solver/cli/record_file.h"
#include "solver/refused_threads.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::string_view kEngineHelp =
    "ugi, isready, setoption name N value V, uginewgame, position startpos|fen P [moves ...], go [depth N] "
    "[movetime MS] [infinite], stop, query p1turn|p2turn|gameover|result, d, save FILE, quit";

}  // namespace

Result<std::unique_ptr<EngineDialogue>> EngineDialogue::make(const EngineSettings& settings, Output& output) {
  std::unique_ptr<EngineDialogue> engine(new EngineDialogue(output));
  engine->settings_ = settings;
  UISGE_TRY(engine->use_file(settings.file));
  if (!settings.is_stuck_rule_given || engine->use_stuck(settings.rules.stuck)) return engine;
  return usage_error(fmt::format("{}: holds {}, the options say otherwise; leave out the options or the file",
                                 settings.file, to_string(*engine->mind_->identity())));
}

EngineDialogue::~EngineDialogue() {
  stop_thinking();
  if (thinker_.joinable()) thinker_.join();
}

void EngineDialogue::stop_thinking() {
  stop_ = true;
  stop_.notify_all();
}

Result<void> EngineDialogue::use_file(const std::string& file) {
  mind_ = UISGE_TRY(EngineAnswerer::make(file, settings_.cache_bytes));
  settings_.file = file;
  if (const DatabaseIdentity* const identity = mind_->identity()) {
    settings_.start = {identity->board, identity->pieces};
    settings_.rules = identity->rules;
  }
  use_start();
  return {};
}

bool EngineDialogue::use_stuck(StuckRule stuck) {
  const RuleSet rules{stuck, settings_.rules.diagonal_jumps};
  const bool holds = mind_->holds_under(rules);
  if (holds) settings_.rules = rules;
  return holds;
}

void EngineDialogue::use_start() {
  auto board = std::make_unique<const Board>(settings_.start.size);
  // A board that is too small for its start array has no start. Then position_ is empty; commands that need no position
  // still work.
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
    if (!line && line.error().kind == ErrorKind::kBadFile) {
      complain(error_text(line.error()));
      continue;
    }
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
  // Every other command waits until the search has answered `go`. A search without an end of its own (`go infinite`) is
  // stopped.
  finish_thinking(is_infinite_);
  if (command == "setoption") {
    const auto option = UISGE_TRY(parse_named_value(words));
    return done(apply(option.name, option.value));
  }
  if (command == "position") return done(set_position(words));
  if (command == "query") return done(answer_query(words));
  if (command == "save") return done(save(words));
  if (command == "ugi") {
    say(engine_introduction(settings_, notation_));
  } else if (command == "uginewgame") {
    use_start();
  } else if (command == "go") {
    go(words);
  } else if (command == "d") {
    show();
  } else {
    return usage_error(fmt::format("{}: there is no such command; there are {}", command, kEngineHelp));
  }
  return true;
}

Result<void> EngineDialogue::apply(const std::string& name, const std::string& value) {
  const auto number = [&](std::uint64_t least, std::uint64_t most) -> Result<std::uint64_t> {
    auto read = parse_number(value, least, most);
    if (!read) return usage_error(fmt::format("setoption: {}: {}", name, read.error().message));
    return *read;
  };
  if (name == "database") return use_file(value == "<empty>" ? "" : value);
  if (name == "threads") return number(1, settings_.most_threads).map([&](auto n) { settings_.threads = n; });
  if (name == "hash") {
    const auto mebibytes = UISGE_TRY(number(1, kMostTableMebibytes));
    UISGE_TRY(require_memory("setoption: hash", mebibytes << 20));
    settings_.table_bytes = mebibytes << 20;
    return {};
  }
  if (name == "multipv") return number(1, kMostLines).map([&](auto n) { settings_.lines = n; });
  if (name == "notation") return parse_notation(value).map([&](Notation notation) { notation_ = notation; });
  if (name == "stuck") {
    const auto stuck = parse_stuck_rule(value);
    if (!stuck || use_stuck(*stuck)) return stuck.map([](StuckRule) {});
  }
  // While a file is in use, it decides the options of the game. The only exception, use_stuck() above, changes `stuck`
  // to another rule under which the file has answers.
  const bool is_of_game = name == "board" || name == "pieces" || name == "stuck" || name == "diagonaljumps";
  if (!is_of_game) return usage_error(fmt::format("setoption: there is no option '{}'; 'ugi' lists them", name));
  if (mind_->identity() != nullptr) {
    return usage_error(
        fmt::format("setoption: {}: is fixed by {}; set Database to <empty> first", name, settings_.file));
  }
  if (name == "diagonaljumps") {
    if (value != "true" && value != "false") return usage_error("setoption: diagonaljumps: expected true or false");
    settings_.rules.diagonal_jumps = value == "true";
    return {};
  }
  if (name == "board") {
    settings_.start.size = UISGE_TRY(parse_board_size(value));
  } else {
    const auto pieces = UISGE_TRY(number(kMinPieces, kMaxPieces));
    settings_.start.pieces = static_cast<int>(pieces);
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
  const auto read = UISGE_TRY(read_position_text(text, settings_.start));
  auto board = std::make_unique<const Board>(read.size());
  // The position that the word "start" names needs no conversion. Any other text is in the notation that the user has
  // chosen.
  Position position = is_start ? read : from_notation(*board, read, notation_);
  GameRecord game{.start = position, .rules = settings_.rules};
  if (word == "moves") {
    while (words >> word) {
      const auto move = UISGE_TRY(parse_move(*board, settings_.rules, position, word, notation_));
      game.moves.push_back({move});
      position = play(*board, position, move);
    }
  } else if (words) {
    return usage_error(fmt::format("position: expected 'moves', not '{}'", word));
  }
  board_ = std::move(board);
  position_ = position;
  game_ = std::move(game);
  return {};
}

void EngineDialogue::go(Words& words) {
  if (!position_) {
    complain("go: the board has no start array; set a position first");
    return say("bestmove none");
  }
  const EngineOrder order = parse_go(words, position_->side_to_move(), settings_);
  for (const std::string& remark : order.remarks) complain(remark);
  is_infinite_ = order.is_infinite;
  stop_ = false;
  const auto work = [this, position = *position_, limits = order.limits](bool waits) {
    try {
      think(position, limits, waits);
    } catch (...) {
      failure_ = std::current_exception();
    }
  };
  try {
    const RefusedThreadsAreErrors scope;
    thinker_ = std::thread(work, is_infinite_);
  } catch (const std::system_error&) {
    // If the system cannot start another thread, this thread does the search, and cannot read `stop` meanwhile.
    work(false);
    finish_thinking(false);
  }
}

void EngineDialogue::think(const Position& position, const ProofLimits& limits, bool waits) {
  const auto progress = [this](const ProofProgress& now) {
    try {
      say(fmt::format("info depth {} score cp 0 nodes {} time {}", now.plies, now.nodes,
                      static_cast<std::uint64_t>(now.elapsed.count() * 1000)));
    } catch (...) {
      stop_thinking();  // the output cannot be written; writing the answer then fails and reports it
    }
  };
  const EngineAnswer answer = mind_->answer(position, settings_.rules, limits, settings_.lines, progress, stop_);
  for (const Error& trouble : answer.troubles) complain(error_text(trouble));
  say(engine_report(position, settings_.rules, answer, notation_));
  if (waits) stop_.wait(false);
  say(best_move_line(position, answer, notation_));
}

void EngineDialogue::finish_thinking(bool stop) {
  if (stop) stop_thinking();
  if (thinker_.joinable()) thinker_.join();
  is_infinite_ = false;
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

Result<void> EngineDialogue::answer_query(Words& words) {
  const auto response =
      engine_response(words, *board_, settings_.rules, position_, game_ && has_come_three_times(*game_));
  if (response) say(*response);
  return response.map([](const std::string&) {});
}

Result<void> EngineDialogue::save(Words& words) {
  std::string path;
  std::getline(words >> std::ws, path);
  while (!path.empty() && (path.back() == ' ' || path.back() == '\r')) path.pop_back();
  if (path.empty()) return usage_error("save: a file name is missing, as in 'save games.txt'");
  if (!game_) return usage_error("save: the board has no start array; set a position first");
  GameRecord record = *game_;
  if (record.moves.empty()) record.rules = settings_.rules;  // a game without moves takes the current rules
  record.date = today();
  record.result = result_by_rules(*board_, record.rules, *position_);
  const auto games = append_game_record(path, record);
  if (!games) return usage_error("save: " + games.error().message);
  say(fmt::format("info string saved as game {} of {}", *games, printable(path)));
  return {};
}

void EngineDialogue::show() {
  if (!position_) return complain("d: the board has no start array; set a position first");
  say(engine_drawing(*board_, settings_.rules, *position_, notation_));
}

}  // namespace uisge::cli
