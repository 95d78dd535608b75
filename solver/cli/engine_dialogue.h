// The line protocol of board-game engines, UGI, on the standard input: docs/engine.md.
//
// One thread reads and obeys; `go` thinks on another, so that `stop` and `isready` are heard meanwhile. Whatever is
// wrong with a line is told in an `info string` and changes nothing; only the end of the input, `quit`, and output that
// nobody takes end the dialogue.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "core/game_record.h"
#include "core/other_notation.h"
#include "solver/cli/engine_mind.h"
#include "solver/cli/options.h"
#include "solver/cli/output.h"

namespace uisge::cli {

struct EngineSettings {
  std::string file;    // a database; empty: the search alone
  BoardOptions start;  // what `position startpos` is
  RuleSet rules;
  double seconds = 2;  // for a `go` that says nothing about time
  std::uint64_t table_bytes = std::uint64_t{256} << 20;
  int threads = 1;
};

class EngineDialogue {
 public:
  // The output must outlive the dialogue. Errors: those of the file.
  static Result<std::unique_ptr<EngineDialogue>> make(const EngineSettings& settings, Output& output);
  ~EngineDialogue();

  // Returns when the input ends or `quit` comes. Errors: those of reading the input.
  Result<void> run();

 private:
  explicit EngineDialogue(Output& output) : output_(output) {}

  using Words = std::istringstream;

  // False to end.
  Result<bool> obey(const std::string& line);
  void introduce();
  Result<void> set_option(Words& words);
  Result<void> apply(const std::string& name, const std::string& value);
  Result<void> set_position(Words& words);
  Result<void> go(Words& words);
  Result<void> answer_query(Words& words);
  Result<void> save(Words& words);
  void show();

  Result<void> use_file(const std::string& file);
  void use_start();  // sets the position to the start of the settings

  void think(const Position& position, const ProofLimits& limits);
  void tell(const Position& position, const EngineAnswer& answer);
  // Waits until the thinking is over, after telling it to stop if it would not end by itself.
  void finish_thinking(bool stop);
  // One or more lines, in one piece; from any thread.
  void say(const std::string& lines);
  void complain(const std::string& message);

  Output& output_;
  std::mutex output_mutex_;
  EngineSettings settings_;
  Notation notation_ = Notation::kUisge;
  std::unique_ptr<EngineMind> mind_;
  std::unique_ptr<const Board> board_;
  std::optional<Position> position_;
  std::optional<GameRecord> game_;  // what led to the position, under the rules of then; absent if that is

  std::thread thinker_;
  std::atomic<bool> stop_{false};
  bool is_infinite_ = false;
  std::exception_ptr failure_;  // of the thinker; read when it has ended
};

}  // namespace uisge::cli
