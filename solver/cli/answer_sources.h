// Who answers a question about a position: the file that is named, or whichever holds the position, and the search for
// what no file holds, if that is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/position.h"
#include "db/database_folders.h"
#include "solver/cli/answer_file.h"
#include "solver/cli/options.h"
#include "solver/search/search_fallback.h"

namespace uisge::cli {

struct SourceOptions {
  std::optional<int> search_plies;      // none: what no file holds is refused
  double search_seconds = 0;            // for each position; 0: as long as it takes
  std::optional<std::uint64_t> memory;  // of the files' caches, and of the search's table
  std::size_t threads = 1;
  // Where to look, and for what, when no file is named.
  std::vector<std::string> path;
  BoardOptions start;
  RuleSet rules;
  // Which of them are given.
  bool has_board = false;
  bool has_pieces = false;
  bool has_stuck = false;
  bool has_diagonal_jumps = false;
};
// --search, --path, --threads and --memory. The options have to outlive the parsing.
void add_lookup_options(CLI::App& command, SourceOptions& options);
// The same, and those of board and rules.
void add_source_options(CLI::App& command, const std::shared_ptr<SourceOptions>& options);

// --path, or else the variable UISGE_PATH.
std::string folder_list(const std::vector<std::string>& path);

// Files that were found stay open. For one thread.
class AnswerSources {
 public:
  // `files`: those that are named, at most one. The options have to outlive the sources. An option that says otherwise
  // than the named file is an error.
  static Result<AnswerSources> open(const SourceOptions& options, const std::vector<std::string>& files);

  RuleSet rules() const { return named_ ? named_->identity().rules : options_->rules; }
  bool is_named() const { return named_ != nullptr; }
  // Null unless it is asked for.
  SearchFallback* search() { return search_ ? &*search_ : nullptr; }

  // `start` stands for that of the named file's board, or of the options' one.
  Result<Position> read(std::string_view text) const;
  // Null if no file holds the position and the search does the answering.
  Result<AnswerFile*> file_for(const Position& position);
  // Announces positions that will be asked about, so that what they need is decoded together. Errors are not reported
  // here: the question itself will meet them again.
  void prepare(const std::vector<Position>& positions);

 private:
  explicit AnswerSources(const SourceOptions& options);

  std::size_t cache_bytes() const { return options_->memory.value_or(Probe::kStandardCacheBytes); }
  Result<void> check_options() const;
  std::optional<std::string> find(const DatabaseIdentity& wanted) const;
  tl::unexpected<Error> nothing_found(const DatabaseIdentity& wanted) const;

  const SourceOptions* options_;
  DatabaseFolders folders_;
  std::unique_ptr<AnswerFile> named_;
  std::map<DatabaseIdentity, std::unique_ptr<AnswerFile>> found_;
  std::optional<SearchFallback> search_;
};

}  // namespace uisge::cli
