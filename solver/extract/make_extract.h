// Makes an extract (extract.h): looks up its positions in a database, or in the checkpoint or plane of a solve.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "db/output_place.h"
#include "db/probe.h"
#include "solver/extract/extract.h"

namespace uisge {

struct ExtractProgress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

struct ExtractRequest {
  ExtractHeader header;
  const std::atomic<bool>* cancel = nullptr;               // polled; may be null
  std::function<void(const ExtractProgress&)> observer{};  // called now and then
};

struct ExtractSummary {
  ExtractHeader header;
  std::vector<std::size_t> positions;  // for each ply
  char start = kOpenLetter;            // the value of the start
  OutcomeCounts drawn;                 // the counts of values among the random positions
  std::uint64_t open = 0;              // random positions that are not decided

  void add_sampled(char value);
};

// Looks up all positions with the probe and writes the extract. Errors: those of the probe and of writing; kUsage (no
// start array); kResource (memory); kInterrupted. After an error there is no file.
Result<ExtractSummary> make_extract(Probe& probe, const ExtractRequest& request, const OutputPlace& place);

}  // namespace uisge
