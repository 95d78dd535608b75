// Stands in for parts of the program that the static site leaves out: search, counts, files other than databases,
// threads, and the page's files (the web server of the site sends these).
#include "db/find_positions.h"
#include "db/label_export.h"
#include "db/puzzles.h"
#include "explorer/page_files.h"
#include "solver/answers/answer_file.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/answers/plane_json.h"
#include "solver/openmp_parallel.h"
#include "solver/search/search_fallback.h"

namespace uisge {

Parallel openmp_parallel(std::size_t /*threads*/) {
  return {};
}

namespace {

tl::unexpected<Error> nothing_is_searched() {
  return usage_error("nothing is searched here");
}

tl::unexpected<Error> nothing_is_counted() {
  return usage_error("nothing is counted here");
}

}  // namespace

Result<std::vector<CrownCount>> count_by_crowns(const Database& /*database*/, const ExportOptions& /*options*/,
                                                const Parallel& /*parallel*/) {
  return nothing_is_counted();
}
Result<void> visit_positions(const Database& /*database*/, const PositionProperties& /*properties*/,
                             const FindOptions& /*options*/, const Parallel& /*parallel*/,
                             const VisitFound& /*visit*/) {
  return nothing_is_counted();
}
Result<std::vector<FoundPosition>> sample_puzzles(const Database& /*database*/,
                                                  const PositionProperties& /*properties*/,
                                                  const PuzzleSample& /*sample*/, const FindOptions& /*options*/,
                                                  const Parallel& /*parallel*/) {
  return nothing_is_counted();
}
PositionProperties puzzle_properties(const PuzzleLevel& /*level*/) {
  return {};
}

void UnmapMemory::operator()(void* /*memory*/) const {}  // no caller passes a table

void SearchFallback::limit_questions(std::chrono::duration<double> /*time*/, const std::atomic<bool>* /*cancel*/) {}
Result<Analysis> SearchFallback::analyse(const Position& /*position*/) {
  return nothing_is_searched();
}
Result<void> SearchFallback::prepare(std::span<const Position> /*positions*/) {
  return nothing_is_searched();
}
Result<void> SearchFallback::complete(const Position& /*position*/, Analysis& /*analysis*/) {
  return nothing_is_searched();
}
Result<std::vector<Move>> SearchFallback::main_line(const Position& /*position*/, Verdict /*verdict*/) {
  return nothing_is_searched();
}

bool ProofAnswerer::holds_under(RuleSet /*rules*/) const {
  return false;
}
Result<Analysis> ProofAnswerer::analyse(const Position& /*position*/) {
  return nothing_is_searched();
}
Result<std::vector<Move>> ProofAnswerer::main_line(const Position& /*position*/, Verdict /*verdict*/) {
  return nothing_is_searched();
}

namespace explorer {

const PageFile* find_page_file(std::string_view /*path*/) {
  return nullptr;
}

}  // namespace explorer

Result<std::unique_ptr<AnswerFile>> AnswerFile::open(const std::string& path, std::size_t cache_bytes,
                                                     std::size_t /*threads*/) {
  std::unique_ptr<AnswerFile> file(new AnswerFile(path));
  auto database = UISGE_TRY(Database::open(path));
  file->kind_ = stores_distances(database.header().codec) ? AnswerFileKind::kDatabase : AnswerFileKind::kValues;
  file->database_.emplace(std::move(database));
  file->probe_.emplace(*file->database_, cache_bytes);
  return file;
}

Result<CheckpointSummary> summarise_checkpoint(const std::string& path) {
  return usage_error(path + ": is no database");
}
Json checkpoint_json(const CheckpointSummary& /*summary*/) {
  return {};
}

Result<Json> plane_json(const std::string& path) {
  return usage_error(path + ": is no database");
}

}  // namespace uisge
