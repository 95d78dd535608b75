// The dialogue of `uisge engine`: the line protocol UGI on the standard input (docs/engine.md).
//
// One thread reads and obeys commands. `go` thinks on another thread, so that `stop` and `isready` are obeyed
// meanwhile. Most other commands wait for the answer, and so do all lines after them. A wrong line gets an `info
// string` that says why, and changes nothing. The dialogue ends with `quit`, at the end of the input, or when the
// output cannot be written.
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
#include "solver/cli/engine_answerer.h"
#include "solver/cli/engine_settings.h"
#include "solver/cli/output.h"

namespace uisge::cli {

class EngineDialogue {
 public:
  // The output must outlive the dialogue. Errors: those of opening the file of `settings`; kUsage if the user named a
  // rule for which the file has no answers.
  static Result<std::unique_ptr<EngineDialogue>> make(const EngineSettings& settings, Output& output);
  ~EngineDialogue();

  // Fails if the input cannot be read.
  Result<void> run();

 private:
  explicit EngineDialogue(Output& output) : output_(output) {}

  using Words = std::istringstream;

  // Returns false if the dialogue should end.
  Result<bool> obey(const std::string& line);
  Result<void> apply(const std::string& name, const std::string& value);
  Result<void> set_position(Words& words);
  void go(Words& words);
  Result<void> answer_query(Words& words);
  Result<void> save(Words& words);
  void show();

  Result<void> use_file(const std::string& file);
  bool use_stuck(StuckRule stuck);  // changes nothing and returns false if the file has no answers under `stuck`
  void use_start();                 // sets the position to the start array of the board in settings_

  // Prints `bestmove` at the end. If `waits` is set, waits for `stop` first.
  void think(const Position& position, const ProofLimits& limits, bool waits);
  // Waits until the thinking is over. If `stop` is set, first tells the thinking thread to stop.
  void finish_thinking(bool stop);
  void stop_thinking();
  // Writes one or more lines, with no line of another thread between them. Any thread may call this function.
  void say(const std::string& lines);
  void complain(const std::string& message);

  Output& output_;
  std::mutex output_mutex_;
  EngineSettings settings_;
  Notation notation_ = Notation::kUisge;
  std::unique_ptr<EngineAnswerer> mind_;
  std::unique_ptr<const Board> board_;
  std::optional<Position> position_;
  // The moves that led to the position, and the rules under which they were played. Absent if there is no position.
  std::optional<GameRecord> game_;

  std::thread thinker_;
  std::atomic<bool> stop_{false};
  bool is_infinite_ = false;
  std::exception_ptr failure_;  // thrown by the thinking thread; read after that thread has ended
};

}  // namespace uisge::cli
