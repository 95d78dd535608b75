// Solves a board for exact distances with one plane in memory: enumerates the placements, chooses their order, runs the
// courses of stages (exact_engine.h), and counts positions by distance. If wanted, a solve writes a list of noted
// positions and, between two stages, the plane (exact_plane_file.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/outcome.h"
#include "db/format.h"
#include "db/label_statistics.h"
#include "solver/exact/exact_device.h"
#include "solver/exact/exact_engine.h"
#include "solver/exact/exact_plan.h"
#include "solver/kernel/kernel.h"

namespace uisge {

struct ExactRequest {
  DatabaseIdentity identity = {};
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory_bytes = {};  // unset: what the machine can spare
  InstructionSet instructions = InstructionSet::kPortable;
  // The solve ends when all wins and losses within this number of plies are known.
  Plies plies = kMaxPlies;
  // The solve writes the labels of some positions to the file `notes`: of the positions in the text file `note_list`,
  // of all positions that arise from the start within `note_plies` plies, or of both. Nothing is written if `notes` is
  // empty. An existing list is replaced only with `restart`, or if the solve continues from a plane file.
  std::string notes = {};
  std::string note_list = {};
  std::optional<Plies> note_plies = {};
  // The path of the file that keeps the plane. If the path is empty, the plane is kept in memory only. An existing file
  // is continued or, with `restart`, replaced. While a solve runs, no other solve can use the file.
  std::string plane = {};
  bool restart = false;
  // The least number of seconds between two saves of the plane. If a save takes long, the next save comes later. With 0
  // the plane is saved after every stage.
  double save_seconds = 30;
  // Whether the solve ends with the stage that decides the start as won or lost.
  bool start_only = false;
  ExactDevice* device = nullptr;  // if set, the device runs the stages; `plane` must then be empty
  // The most placements whose lost blocks are made together (ExactOptions::batch, ExactDevice::divide()). If it is
  // unset, the plan or the device chooses it. Tests use small numbers.
  std::optional<std::size_t> batch = {};
};

enum class ExactPhase : std::uint8_t { kEnumerate, kPlan, kRead, kStages, kSave, kCount };

struct ExactProgress {
  ExactPhase phase = ExactPhase::kEnumerate;
  Course course = Course::kFromNothing;
  std::uint32_t stage = 0;
  StageCounts stage_counts;  // what the stage has found so far
  double share = 0;          // the share of the stage or phase that is done
  double stage_seconds = 0;
  std::uint64_t cells = 0;
  bool is_resumed = false;    // whether the solve continues from a plane file
  bool is_on_device = false;  // whether a device runs the stages
  // `stages_seconds`: the time of all stages that this run has finished. `whole_stage_seconds`: the mean time of the
  // finished stages that computed most placements by whole blocks.
  double stages_seconds = 0;
  double whole_stage_seconds = 0;
};

struct ExactObserver {
  std::function<void(const ExactProgress&)> progress = [](const ExactProgress&) {};
  // Called with the start's label as soon as it is known. A draw is known only at the end.
  std::function<void(Label)> start = [](Label) {};
  std::function<void(const std::string&)> note = [](const std::string&) {};  // a line for the user
};

struct ExactResult {
  ExactPlan plan;
  // Counts and distances. If the solve ended after some plies, the counts are of the positions that are decided within
  // those plies. All other positions count as drawn, and summary.canonical is empty.
  LabelSummary summary;
  std::vector<SquareSet> placements;  // the placements that the summary's cells refer to
  bool is_complete = true;            // false if there may be longer distances
  // Set if the start's value is not known: nobody wins within this number of plies.
  std::optional<Plies> start_open_within = {};
  Plies plies = kMaxPlies;          // all wins and losses within this number of plies are known
  std::uint32_t stages = 0;         // the stages of all courses, including those in the plane file
  std::uint32_t resumed_after = 0;  // the number of stages that the plane file had
  std::size_t window = 0;           // the most placements whose lost blocks were kept at once
  std::uint64_t noted = 0;          // the number of positions in the list that was written to `notes`
  std::uint64_t bytes = 0;          // the size of that list; 0 without a list
  Result<void> listed = {};         // an error if the list could not be written; other members stay valid
  Result<void> saved = {};          // an error if the plane could not be saved at the end; other members stay valid
  // kInterrupted if a solve without a plane file was cancelled. The other members are then those of a solve that ended
  // after the plies that were complete, but the start has the label that was reported, if any.
  Result<void> ended = {};
  double solve_seconds = 0;
  double seconds = 0;
};

// It is a usage error if there is nothing to solve, if a plane file is combined with a device or has the name of the
// list, if a list exists that must not be replaced, if the text of the positions to be noted is malformed, or if the
// plane file has other noted positions. Under `wins` it is a usage error, too, if the plane file has a smaller limit of
// plies than the request. Other errors: resource (memory, the files; a distance beyond kMaxPlies), kBadFile (the plane
// is of another game or damaged), kInterrupted (cancelled with a plane file, or before a stage was complete in the
// first course; the message says what is kept). If the plane cannot be saved between stages, a note says so, and the
// solve goes on. If a solve without a plane file fails, it still writes a list to the file `notes`: the noted positions
// that were decided by complete stages. But then it does not replace an older list, which may have more positions.
Result<ExactResult> solve_exact(const ExactRequest& request, const ExactObserver& observer,
                                const std::atomic<bool>& cancel);

}  // namespace uisge
