// Holds an extract against the rules, against its seed, and against the forward search: all that can be checked
// without the database that it was made from.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "solver/extract/make_extract.h"

namespace uisge {

struct ExtractCheckRequest {
  std::string path;
  int depth = 6;                                           // of the forward search; 0: none
  std::uint64_t searches = 1000;                           // draws that are searched, evenly spread
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;   // of the search's table
  const std::atomic<bool>* cancel = nullptr;               // polled; may be null
  std::function<void(const ExtractProgress&)> observer{};  // lines; called now and then
};

struct ExtractCheck {
  ExtractSummary summary;
  std::uint64_t searched = 0;       // draws
  std::uint64_t decided = 0;        // of these, by the search
  std::optional<std::string> flaw;  // the first thing that is false, with its line; nothing if all holds
};

// What is checked: the positions of the first plies are those that the rules lead to, none missing; each value follows
// from those after its moves; the draws are those of the seed; each draw's value follows from its moves' ones, of which
// there are as many as legal moves; the draws' shares are those of the counts within six standard deviations; what the
// forward search, on one thread, decides is what is said. Reads line by line, in bounded memory. Errors: kBadFile (no
// extract, damaged, cut off: with the line), resource, interrupted.
Result<ExtractCheck> check_extract(const ExtractCheckRequest& request);

}  // namespace uisge
