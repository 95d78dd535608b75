#include "solver/cli/open_database.h"

#include <fmt/format.h>

#include "db/note_file.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/cli/options.h"
#include "solver/cli/output.h"
#include "solver/exact/exact_plane_file.h"
#include "solver/extract/extract.h"
#include "solver/search/book_file.h"
#include "solver/search/certificate_file.h"
#include "solver/values/plane_file.h"

namespace uisge::cli {

std::string resuming_in_words(const PlyLogReader& log) {
  const std::string& path = log.path();
  const std::string suffix = ply_log_path("");
  const std::string database = path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path;
  const std::string command = fmt::format("'uisge solve {} --resume --out {}'", options_of_game(log.header().identity),
                                          word_of_shell(database));
  return database != path ? command : fmt::format("{} (after a renaming to {})", command, ply_log_path(path));
}

Result<Database> open_database(const std::string& path) {
  auto database = Database::open(path);
  if (database) return database;
  if (PlaneFile::is_plane(path)) {
    return bad_file(
        fmt::format("{}: is the plane of a values solve; the same 'uisge solve --values' makes a database of it, and "
                    "until then 'uisge query {}' asks it",
                    path, word_of_shell(path)));
  }
  if (begins_as(path, kNoteFile)) {
    return bad_file(fmt::format("{}: is a list of noted positions; 'uisge query' and 'uisge find' ask it", path));
  }
  for (const auto& [kind, command] : {std::pair{kProofFile, "uisge verify-proof"},
                                      {kBookFile, "uisge book --check"},
                                      {kExtractFile, "uisge extract --check"}}) {
    if (begins_as(path, kind))
      return bad_file(fmt::format("{}: is {}; '{} {}' checks it", path, kind.name, command, word_of_shell(path)));
  }
  if (begins_as(path, kExactPlaneFile)) {
    return bad_file(
        fmt::format("{}: is the plane of an exact solve; the same 'uisge solve --values --exact --plane {}' checks it "
                    "and goes on with it",
                    path, word_of_shell(path)));
  }
  if (PlyLogReader::is_checkpoint(path)) {
    const auto log = UISGE_TRY(PlyLogReader::open(path));
    return bad_file(
        fmt::format("{}: is the checkpoint of a solve; {} makes a database of it, and until then 'uisge query {}' asks "
                    "it",
                    path, resuming_in_words(log), word_of_shell(path)));
  }
  return database;
}

Result<std::unique_ptr<AnswerFile>> open_answer_file(const std::string& path, std::size_t cache_bytes,
                                                     std::size_t threads) {
  auto file = AnswerFile::open(path, cache_bytes, threads);
  if (file || is_answer_file(path)) return file;
  if (const auto database = open_database(path); !database) {
    return tl::unexpected(with_checkpoint_named(database.error(), path));
  }
  return file;
}

tl::unexpected<Error> misnamed_file(const std::string& path, const DatabaseIdentity& held) {
  return bad_file(fmt::format("{}: holds {}, not what its name says", path, to_string(held)));
}

}  // namespace uisge::cli
