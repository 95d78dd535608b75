// The options of `uisge find`: the properties that positions must have, and the form of the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/position_properties.h"
#include "solver/cli/program.h"

namespace uisge::cli {

struct FindCommandOptions {
  std::string file;
  PositionProperties properties;
  bool is_reachable = false;
  bool is_puzzle = false;

  bool count = false;
  std::optional<std::uint64_t> limit;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  bool csv = false;

  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
};

void add_find_options(CLI::App& command, FindCommandOptions& options);

// Reads "3", "3..7", "3.." or "..7", with whole numbers. Errors (usage): any other text, a number that is too large, or
// a range that contains no number.
Result<CountRange> parse_count_range(std::string_view text);

}  // namespace uisge::cli
