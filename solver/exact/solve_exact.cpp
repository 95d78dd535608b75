// This file is long because it has all parts of a solve: files, courses, early results, and the counts at the end.
#include "solver/exact/solve_exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <new>

#include "db/note_file.h"
#include "db/saved_file.h"
#include "db/writer.h"
#include "solver/exact/course_record.h"
#include "solver/exact/exact_plane_file.h"
#include "solver/exact/note_list.h"
#include "solver/exact/placement_order.h"
#include "solver/resources.h"
#include "solver/save_clock.h"
#include "solver/units.h"

namespace uisge {

namespace {

// If a device does the stages, the noted positions take at most 1 / kNotedShareBesideDevice of the main memory.
constexpr std::uint64_t kNotedShareBesideDevice = 8;

class ExactSolve {
 public:
  ExactSolve(const ExactRequest& request, const ExactObserver& observer, const std::atomic<bool>& cancel)
      : request_(request), observer_(observer), cancel_(cancel) {}

  Result<ExactResult> run() try {
    const Stopwatch watch;
    UISGE_TRY(prepare());
    UISGE_TRY(go_on());
    const Stopwatch solve_watch;
    if (auto done = run_courses(); !done) return end_early(std::move(done.error()), watch, solve_watch);
    result_.solve_seconds = solve_watch.seconds();
    if (auto done = summarise(); !done) return end_early(std::move(done.error()), watch, solve_watch);
    if (auto done = write_list(); !done) result_.listed = give_up(done.error());
    result_.seconds = watch.seconds();
    return std::move(result_);
  } catch (const std::bad_alloc&) {
    return give_up(out_of_memory().value());
  }

 private:
  Result<void> prepare() {
    const DatabaseIdentity& identity = request_.identity;
    report(ExactPhase::kEnumerate, 0);
    if (request_.device != nullptr && !request_.plane.empty()) {
      return usage_error(
          fmt::format("{}: a card keeps no plane of exact distances; leave the file out, or the card", request_.plane));
    }
    if (!request_.notes.empty()) {
      auto place = UISGE_TRY(OutputPlace::claim(request_.notes, kNoteFile));
      place_.emplace(std::move(place));
      if (place_->is_at(request_.plane)) {
        return usage_error(
            fmt::format("{}: the list is written there, so the plane needs another name", request_.plane),
            {{Remedy::kOtherPlane}});
      }
    }
    if (!request_.plane.empty()) {
      auto plane = UISGE_TRY(SavedFile::claim(request_.plane, kExactPlaneFile));
      plane_.emplace(std::move(plane));
      file_ = UISGE_TRY(ExactPlaneFile::open(plane_->place(), identity, request_.restart));
    }
    // A solve that continues from a plane file extends the list of the solve before.
    if (!file_ && !request_.restart && begins_as(request_.notes, kNoteFile)) {
      return usage_error(fmt::format("{}: this list is there already", request_.notes),
                         {{Remedy::kRestartOrOtherOutput}});
    }
    table_.emplace(PlacementTable::build(identity.board, identity.pieces, identity.rules.diagonal_jumps));
    UISGE_TRY(require_placements(identity, table_->size()));
    result_.placements.assign(table_->all_occupied_bb().begin(), table_->all_occupied_bb().end());
    report(ExactPhase::kPlan, 0);
    schedule_.emplace(best_schedule(*table_));
    result_.plan = plan_exact(identity, *table_, *schedule_, request_.threads);
    progress_.cells = result_.plan.cells;
    progress_.is_on_device = request_.device != nullptr;
    start_ = start_cell(table_->board(), table_->pieces(), table_->all_occupied_bb());
    const MemoryLimit memory{available_memory(), request_.memory_bytes};
    return request_.device == nullptr ? make_engine(memory) : make_device_engine(memory.bytes());
  }

  Result<void> make_engine(const MemoryLimit& memory) {
    const ExactPlan& plan = result_.plan;
    const std::uint64_t need = plan.memory_bytes();
    if (need > memory.bytes()) {
      const ExactPlan of_one_thread = plan_exact(request_.identity, *table_, *schedule_, 1);
      return resource_error(
          fmt::format("memory: {} needs {} for exact distances on {}, {} can be had", to_string(request_.identity),
                      format_size(need), format_number_of(plan.threads, "thread"), format_size(memory.bytes())),
          memory_advice(need, of_one_thread.memory_bytes(), memory));
    }
    noted_ = UISGE_TRY(NoteList::choose(request_, *table_, start_, memory.bytes() - need));
    const ExactOptions options{.stuck = request_.identity.rules.stuck,
                               .instructions = request_.instructions,
                               .threads = plan.threads,
                               .batch = request_.batch.value_or(plan.batch),
                               .list_bytes = plan.list_bytes,
                               .noted = noted_.cells()};
    auto engine = ExactEngine::create(*table_, *schedule_, options);
    kept_engine_ = engine.get();
    engine_ = std::move(engine);
    return {};
  }

  // The noted positions are chosen first, since they also take memory on the device.
  Result<void> make_device_engine(std::uint64_t memory) {
    ExactPlan& plan = result_.plan;
    noted_ = UISGE_TRY(NoteList::choose(request_, *table_, start_, memory / kNotedShareBesideDevice));
    const std::uint64_t taken = bytes_beside_device(plan) + noted_.cells().size() * NoteList::kBytesPerPosition;
    const std::uint64_t left = memory - std::min(memory, taken);
    const auto share = UISGE_TRY(request_.device->divide(*table_, *schedule_, noted_.cells(), left, request_.batch));
    plan_with(share, plan);
    engine_ = UISGE_TRY(request_.device->make_engine(*table_, request_.identity.rules.stuck, noted_.cells()));
    return {};
  }

  Result<void> go_on() {
    if (!file_) return {};
    report(ExactPhase::kRead, 0);
    auto history = UISGE_TRY(file_->read(owner(), *kept_engine_, cancel_));
    file_.reset();
    history_ = std::move(history);
    const CourseHistory& first = history_.courses.front();
    const bool has_second = history_.courses.size() == 2;
    if (has_second) {
      noted_.resume(history_.first_course_labels);
      if (start_) first_label_ = noted_.labels()[noted_.start_place()];
      end_with_start(Course::kFromNothing, first.stages.back());
    }
    if (has_second && !first.is_settled() && plies_ > first.stages.back().won_within) {
      return usage_error(
          fmt::format("{}: its solve was limited to {} plies, and where stuck players win it cannot go beyond them",
                      request_.plane, first.stages.back().won_within),
          {{Remedy::kRestart}});
    }
    for (const CourseHistory& course : history_.courses) {
      result_.stages += static_cast<std::uint32_t>(course.stages.size());
      for (const StageCounts& stage : course.stages) result_.window = std::max(result_.window, stage.window);
    }
    result_.resumed_after = saved_stages_ = result_.stages;
    progress_.is_resumed = true;
    observer_.note(fmt::format("{}: going on with what it holds, all within {} plies", request_.plane,
                               history_.courses.back().stages.back().won_within));
    if (has_second && start_ && first.is_settled() && first_label_ == kDrawCode) tell_start(kDrawCode);
    return {};
  }

  ExactPlaneOwner owner() const { return {request_.identity, table_->size(), noted_.cells()}; }

  Result<void> run_courses() {
    if (history_.courses.size() < 2) {
      UISGE_TRY(run_course(Course::kFromNothing));
      noted_.add(engine_->labels());
    }
    // Under `wins` the distances of the first course may be one ply too great, so a second course follows.
    if (request_.identity.rules.stuck == StuckRule::kWins) {
      history_.first_course_labels = noted_.labels();
      UISGE_TRY(run_course(Course::kFromStuck));
      noted_.add(engine_->labels());
    }
    result_.is_complete = are_courses_over();
    // The plane in memory is right, so the results do not depend on this save.
    if (auto done = save(); !done) result_.saved = give_up(done.error());
    return {};
  }
  // Whether the course is complete: its last stage found nothing, and did not go beyond plies_, the limit of plies.
  bool is_over(const CourseHistory& log) const { return log.is_settled() && log.stages.back().lost_within <= plies_; }
  bool are_courses_over() const {
    return std::ranges::all_of(history_.courses, [this](const CourseHistory& log) { return is_over(log); });
  }

  // Saves the plane if stages have ended since it was last saved.
  Result<void> save() {
    // A course without stages is never saved. The second course of a solve of 0 plies has no stages.
    const bool has_no_stage = history_.courses.back().stages.empty();
    if (!plane_ || saved_stages_ == result_.stages || has_no_stage) return {};
    const Stopwatch watch;
    report(ExactPhase::kSave, 0);
    auto done = plane_->save(
        [this](AtomicFile& file) { return write_exact_plane(file, owner(), history_, kept_engine_->state()); });
    if (done) saved_stages_ = result_.stages;
    save_clock_.saved(watch);
    return done;
  }
  // Returns the error, with a text about what was kept. `decided` is the text that decided_list() returned.
  tl::unexpected<Error> give_up(Error error, const std::string& decided = {}) const {
    if (!decided.empty()) {
      error.message += "; " + decided;
    } else if (saved_stages_ != 0 && !plane_->place().is_still_taken()) {
      error.message += fmt::format("; what was saved in {} is not there any more", request_.plane);
    } else if (saved_stages_ != 0) {
      error.message += fmt::format("; what was saved before is kept in {}, the same command{} goes on", request_.plane,
                                   request_.restart ? " without a restart" : "");
    } else if (error.kind == ErrorKind::kInterrupted) {
      error.message += request_.plane.empty() ? "; without a plane file nothing is kept" : "; no stage was saved yet";
    }
    return tl::unexpected(error);
  }

  // After an error. A solve without a plane file then writes the noted positions that were decided by complete stages
  // and, if it was cancelled, returns the result that these stages give.
  Result<ExactResult> end_early(Error error, const Stopwatch& watch, const Stopwatch& solve_watch) {
    if (!request_.plane.empty() || !limit_to_complete_stages(error)) return give_up(std::move(error));
    std::string decided = decided_list();
    if (error.kind != ErrorKind::kInterrupted) return give_up(std::move(error), decided);
    result_.is_complete = false;
    for (const CourseHistory& course : history_.courses) plies_ = std::min(plies_, complete_plies(course));
    UISGE_TRY(summarise());
    if (is_start_told_) {  // perhaps in the stage that was not complete
      result_.summary.start_code = start_label_;
      result_.start_open_within.reset();
    }
    if (decided.empty()) {
      decided = plies_ == 0 ? "no ply was complete by then" : "the plies that were complete by then are counted";
    }
    if (place_ && place_->is_taken() && result_.bytes == 0)
      decided += fmt::format(", and {} stays as it was", place_->path());
    result_.ended = give_up(std::move(error), decided);
    if (result_.solve_seconds == 0) result_.solve_seconds = solve_watch.seconds();
    result_.seconds = watch.seconds();
    return std::move(result_);
  }

  // After an error, limits the result to what complete stages have decided. Returns false if that is nothing.
  bool limit_to_complete_stages(const Error& error) {
    if (history_.courses.empty() || history_.courses.front().stages.empty()) return false;
    noted_.add(engine_->labels());
    if (request_.identity.rules.stuck == StuckRule::kWins && history_.courses.size() == 1) {
      // The first course bounds the start's distance. The second only counts the positions that are won in 0 plies.
      if (error.kind != ErrorKind::kInterrupted) return false;
      const auto won = engine_->begin(Course::kFromStuck);
      if (!won) return false;
      history_.courses.emplace_back().won = *won;
    }
    result_.is_complete = are_courses_over();
    for (const CourseHistory& course : history_.courses) {
      if (!course.is_settled()) plies_ = std::min(plies_, complete_plies(course));
    }
    return true;
  }
  // All wins and losses within this number of plies were found by the course's complete stages.
  static Plies complete_plies(const CourseHistory& course) {
    return course.stages.empty() ? Plies{0} : course.stages.back().won_within;
  }

  // If the start's value is not known: nobody wins within this number of plies.
  Plies start_open_within() const {
    const auto& stages = history_.courses.front().stages;
    if (request_.identity.rules.stuck != StuckRule::kWins || !start_ || stages.empty()) return plies_;
    // The first course's bound is the distance or one ply more.
    const int bound = first_label_ == kDrawCode ? stages.back().lost_within + 2 : decode_label(first_label_).distance;
    return std::max(plies_, static_cast<Plies>(std::max(bound - 2, 0)));
  }

  // Writes the noted positions that are decided, and returns a text that says so. Returns an empty text if there is
  // nothing to write, if an older list exists (it may have more positions), or if writing fails.
  std::string decided_list() {
    if (!place_ || place_->is_taken() || plies_ == 0) return {};
    noted_.drop_undecided(plies_, result_.is_complete);
    if (noted_.cells().empty()) return {};
    result_.listed = write_list();
    if (!result_.listed) return {};
    return fmt::format("{} has the {} noted positions that were decided by then", place_->path(), result_.noted);
  }

  Result<void> write_list() {
    if (!place_) return {};
    noted_.drop_undecided(plies_, result_.is_complete);
    const auto& cells = noted_.cells();
    result_.bytes = UISGE_TRY(write_notes(*place_, request_.identity, table_->size(), cells, noted_.labels()));
    result_.noted = cells.size();
    return {};
  }

  // Runs the stages of a course. Leaves out the stages that an interrupted solve has already run (`history_`).
  Result<void> run_course(Course course) {
    const auto number = static_cast<std::size_t>(course);
    progress_.course = course;
    if (history_.courses.size() == number) {
      const std::uint64_t won = UISGE_TRY(engine_->begin(course));
      history_.courses.emplace_back().won = won;
      note_start(course, {}, false, false);
    } else {
      const CourseHistory& log = history_.courses.back();
      note_start(course, log.stages.back(), true, log.is_settled());
      end_with_start(course, log.stages.back());
    }
    CourseHistory& log = history_.courses.back();
    while (!is_over(log)) {
      progress_.stage = static_cast<std::uint32_t>(log.stages.size()) + 1;
      const StageCounts plies = stage_plies(course, progress_.stage);
      if (plies.lost_within > plies_) return {};
      if (plies.lost_within >= kMaxPlies) {
        return resource_error(fmt::format("solve: a distance beyond {} plies, which no label can hold", kMaxPlies));
      }
      stage_watch_ = Stopwatch();
      const auto counts = UISGE_TRY(engine_->run_stage(callbacks(ExactPhase::kStages)));
      log.stages.push_back(counts);
      note_time(counts);
      ++result_.stages;
      result_.window = std::max(result_.window, counts.window);
      note_start(course, counts, true, log.is_settled());
      end_with_start(course, counts);
      if (!save_clock_.is_due()) continue;
      if (const auto done = save(); !done) {
        observer_.note(fmt::format("{}; the solve goes on and saves again later", done.error().message));
      }
    }
    return {};
  }

  // If only the start was asked for, lowers plies_, the limit of plies, once the start is won or lost. The solve then
  // ends after the plies of this stage or after the start's distance, whichever is greater. The first of two courses
  // lowers plies_ as soon as it has a bound for the start's distance.
  void end_with_start(Course course, const StageCounts& stage) {
    const bool is_bounded = course == Course::kFromNothing && first_label_ != kDrawCode;
    const bool is_decided = is_start_told_ && start_label_ != kDrawCode;
    if (!request_.start_only || (!is_decided && !is_bounded)) return;
    plies_ = std::min(plies_, std::max(stage.won_within, decode_label(start_label_).distance));
  }

  void note_time(const StageCounts& counts) {
    const double seconds = stage_watch_.seconds();
    progress_.stages_seconds += seconds;
    if (2 * counts.dense < table_->size()) return;
    whole_seconds_ += seconds;
    progress_.whole_stage_seconds = whole_seconds_ / ++whole_stages_;
  }

  StageCallbacks callbacks(ExactPhase phase) {
    StageCallbacks callbacks;
    callbacks.cancel = &cancel_;
    callbacks.progress = [this, phase](double share, const StageCounts& counts) {
      if (phase == ExactPhase::kStages) {
        progress_.stage_counts = counts;
        note_start(progress_.course, counts, false, false);
      }
      progress_.stage_seconds = stage_watch_.seconds();
      report(phase, share);
    };
    return callbacks;
  }

  // Reports the start's label if the label is known by now. May be called within a stage or at the end of a stage.
  // `is_settled`: the course has found all its wins and losses.
  void note_start(Course course, const StageCounts& counts, bool is_end, bool is_settled) {
    if (!start_ || is_start_told_) return;
    const LabelCode found = engine_->labels()[noted_.start_place()];
    if (course == Course::kFromNothing && request_.identity.rules.stuck == StuckRule::kWins) {
      first_label_ = found;
      if (found == kDrawCode && is_settled) tell_start(kDrawCode);
      return;
    }
    // Under `wins` each of the two courses of stages bounds the start's distance from above, and the two bounds differ
    // by one. So if the first course gives d, the second course gives d - 1 or d + 1.
    const Label first = decode_label(first_label_);
    const int complete = (first.outcome == Outcome::kWin ? counts.won_within : counts.lost_within) - (is_end ? 0 : 2);
    const bool is_near = first.outcome != Outcome::kDraw && complete + 1 >= first.distance;
    if (found != kDrawCode || is_near || is_settled) tell_start(closer_label(found, first_label_));
  }
  void tell_start(LabelCode label) {
    is_start_told_ = true;
    start_label_ = label;
    observer_.start(decode_label(label));
  }

  Result<void> summarise() {
    LabelSummary& summary = result_.summary;
    CourseRecord record;
    for (const CourseHistory& course : history_.courses) {
      record.begin(course.won);
      for (const StageCounts& stage : course.stages) record.add(stage);
    }
    const auto by_distance = record.by_distance(plies_);
    if (result_.is_complete) {
      stage_watch_ = Stopwatch();
      summary = UISGE_TRY(engine_->summary(callbacks(ExactPhase::kCount)));
    }
    OutcomeCounts raw;
    for (const DistanceCounts& counts : by_distance) {
      raw.won += counts.won;
      raw.lost += counts.lost;
    }
    raw.drawn = table_->raw_size() * live_per_placement(table_->pieces()) - raw.won - raw.lost;
    if (result_.is_complete && raw != summary.raw) {
      assert(progress_.is_resumed);
      return bad_file(fmt::format("{}: its counts are not those of its plane", request_.plane), {{Remedy::kRestart}});
    }
    result_.plies = plies_;
    summary.raw = raw;
    summary.by_distance = by_distance;
    const bool is_example_known = result_.is_complete || request_.identity.rules.stuck != StuckRule::kWins;
    if (!by_distance.empty() && is_example_known) {
      summary.longest_distance_cell = record.example(static_cast<Plies>(by_distance.size() - 1));
    }
    summary.start = start_;
    const bool is_start_known = is_start_told_ && decode_label(start_label_).distance <= plies_;
    if (is_start_known) summary.start_code = start_label_;
    if (start_ && !is_start_known && !result_.is_complete) result_.start_open_within = start_open_within();
    return {};
  }

  void report(ExactPhase phase, double share) {
    progress_.phase = phase;
    progress_.share = share;
    observer_.progress(progress_);
  }

  const ExactRequest& request_;
  const ExactObserver& observer_;
  const std::atomic<bool>& cancel_;
  std::optional<PlacementTable> table_;
  std::optional<StageSchedule> schedule_;
  std::optional<PositionCell> start_;
  std::optional<OutputPlace> place_;  // where the list of noted positions is written, if one is wanted
  NoteList noted_;
  std::unique_ptr<StageRunner> engine_;
  ExactEngine* kept_engine_ = nullptr;  // engine_, if a plane file can keep its plane; else null
  std::optional<ExactPlaneFile> file_;  // the plane file from which the solve continues
  std::optional<SavedFile> plane_;      // the plane file that this solve saves
  ExactHistory history_;
  Plies plies_ = request_.plies;                    // the solve ends when these plies are complete
  std::uint32_t saved_stages_ = 0;                  // the number of saved stages, over all courses
  SaveClock save_clock_{request_.save_seconds, 4};  // saves take at most about a fifth of the time
  bool is_start_told_ = false;
  LabelCode first_label_ = kDrawCode;  // the label that the first of two courses gave to the start
  LabelCode start_label_ = kDrawCode;  // the label that was reported for the start
  ExactProgress progress_;
  double whole_seconds_ = 0;  // the time of the stages that computed most placements densely
  int whole_stages_ = 0;
  ExactResult result_;
  Stopwatch stage_watch_;
};

}  // namespace

Result<ExactResult> solve_exact(const ExactRequest& request, const ExactObserver& observer,
                                const std::atomic<bool>& cancel) {
  return ExactSolve(request, observer, cancel).run();
}

}  // namespace uisge
