// Checks an extract (extract.h) against the rules, against the random positions that the extract's seed determines, and
// against the forward search. The check does not need the database from which the extract was made.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "solver/extract/make_extract.h"

namespace uisge {

struct ExtractCheckRequest {
  std::string path = {};
  int depth = 6;  // the depth of the forward search in plies; 0: no search
  // At most this number of the extract's random positions are searched, at even intervals in the list.
  std::uint64_t searches = 1000;
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;   // of the search's table
  const std::atomic<bool>* cancel = nullptr;               // polled; may be null
  std::function<void(const ExtractProgress&)> observer{};  // called now and then; counts checked lines and all lines
};

struct ExtractCheck {
  ExtractSummary summary;
  std::uint64_t searched = 0;       // random positions that were searched
  std::uint64_t decided = 0;        // searched positions that the search decided
  std::optional<std::string> flaw;  // the first false statement, after its line number; or nullopt
};

// Checks an extract. The positions of the first plies must be those to which the rules lead. The randomly chosen
// positions must be those that the seed gives. The value of each position must agree with the values of its successors
// that the extract has. The counts must add up to the number of the game's live positions, and the shares of values
// among the randomly chosen positions must match the counts, which a true extract fails at most once in 500 million.
// Some of the random positions are also searched forward, and the results must agree with the extract's values. Reads
// line by line, in bounded memory, on one thread. Errors: kBadFile with the line (the file is not an extract, is
// damaged or is cut off), kResource, kInterrupted.
Result<ExtractCheck> check_extract(const ExtractCheckRequest& request);

}  // namespace uisge
