// The plane file of an exact solve: all that a solve needs to go on after a stage. docs/formats/exact-plane.md is the
// specification.
//
// During a stage, some parts of the plane have the state after the stage, and other parts still have the state before
// it. So the file is written as a whole at the end of a stage, and appears complete or not at all (db/file.h). While
// the new file is written, the disk holds the old file too.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/file.h"
#include "db/format.h"
#include "solver/exact/exact_engine.h"

namespace uisge {

inline constexpr FileKind kExactPlaneFile{"the plane of an exact solve", "UISGEEXP"};
inline constexpr std::uint16_t kExactPlaneVersion = 1;

// What the stages of a course (series of stages) have found.
struct CourseHistory {
  std::uint64_t won = 0;  // positions that are won when the course begins, counted as in StageCounts
  std::vector<StageCounts> stages;
  // Whether the last stage has found nothing, so that the course is over.
  bool is_settled() const { return !stages.empty() && stages.back().won == 0 && stages.back().lost == 0; }
};

// What a solve has found, except for the labels of the last course (series of stages), which the engine keeps.
struct ExactHistory {
  std::vector<CourseHistory> courses;          // one or two courses, in the order of the enum Course
  std::vector<LabelCode> first_course_labels;  // the noted positions' labels, as the first of two courses decided them
};

// The board and the noted positions of a solve. A file with another board or other positions is refused.
struct ExactPlaneOwner {
  DatabaseIdentity identity;
  std::size_t placements = 0;
  std::span<const PositionCell> noted;  // ascending
};

// Fills the new file. Errors: those of writing. REQUIRES: the last course of `history` has an entry for each finished
// stage, and `state` is the state after these stages.
Result<void> write_exact_plane(AtomicFile& file, const ExactPlaneOwner& owner, const ExactHistory& history,
                               const CourseState& state);

class ExactPlaneFile {
 public:
  // Returns none if `place` has no file, or if the file is empty. With `restart`, returns none for every file that may
  // be replaced. Errors: kResource (the file cannot be read), kBadFile (the file is damaged, of another game, of a
  // newer version or of other rules).
  static Result<std::optional<ExactPlaneFile>> open(const OutputPlace& place, const DatabaseIdentity& identity,
                                                    bool restart);

  // Checks all of the file, and puts the engine into the state after the last stage of the file's history. After an
  // error the engine can only be destroyed, or begin a course anew. Errors: kUsage (the solve that wrote the file
  // noted other positions than `owner`), kBadFile (the file is damaged), kInterrupted (`cancel` was set).
  Result<ExactHistory> read(const ExactPlaneOwner& owner, ExactEngine& engine, const std::atomic<bool>& cancel) const;

 private:
  explicit ExactPlaneFile(InputFile file) : file_(std::move(file)) {}
  InputFile file_;
  Bytes header_;
};

}  // namespace uisge
