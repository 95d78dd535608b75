// The settings of `uisge engine`, from its options and from `setoption` in the dialogue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/rules.h"
#include "db/probe.h"
#include "solver/answers/board_options.h"

namespace uisge::cli {

inline constexpr std::uint64_t kMostTableMebibytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostLines = 64;

struct EngineSettings {
  std::string file;    // a database or proof; empty: the search alone
  BoardOptions start;  // the game of `position startpos`
  RuleSet rules;
  bool is_stuck_rule_given = false;                      // by the user; then a file must have answers for that rule
  double seconds = 2;                                    // the time for a `go` that names no time
  std::uint64_t table_bytes = std::uint64_t{256} << 20;  // the search's table
  std::size_t cache_bytes = Probe::kStandardCacheBytes;  // the file's cache, or a text proof
  std::size_t threads = 1;
  std::size_t most_threads = 1;  // the threads that the program was granted (granted_threads.h)
  std::size_t lines = 1;         // MultiPV: the number of best moves that are shown with their lines
};

}  // namespace uisge::cli
