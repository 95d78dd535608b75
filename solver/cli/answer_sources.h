// Chooses the file that answers a question about a position: the named file or, if no file is named, a file that holds
// the position. If the options ask for it, the forward search answers what no file holds.
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
#include "solver/answers/answer_file.h"
#include "solver/cli/options.h"
#include "solver/search/search_fallback.h"

namespace uisge::cli {

struct SourceOptions {
  std::optional<int> search_plies;      // unset: a position that no file holds is refused
  double search_seconds = 0;            // the time for each position; 0: no limit
  std::optional<std::uint64_t> memory;  // the memory of the files' caches and of the search's table
  std::size_t threads = 1;
  // If no file is named, a file of this game (`start` and `rules`) is looked for in the folders of `path`.
  std::vector<std::string> path;
  BoardOptions start;
  RuleSet rules;
  // Whether --board, --pieces, --stuck and --diagonal-jumps were given.
  bool has_board_option = false;
  bool has_pieces_option = false;
  bool has_stuck_option = false;
  bool has_diagonal_jumps_option = false;
};
// Adds --search, --path, --threads and --memory. The options must outlive the parsing.
void add_lookup_options(CLI::App& command, SourceOptions& options);
// Adds the options of add_lookup_options(), and the options of board and rules.
void add_source_options(CLI::App& command, SourceOptions& options);

// The folders of --path or, without --path, of the variable UISGE_PATH.
std::string folder_list(const std::vector<std::string>& path);

// Every file that AnswerSources finds stays open. Not thread-safe.
class AnswerSources {
 public:
  // `files` has at most one name: the file that the user named. The options must outlive the sources. An option that
  // contradicts the named file, or has no effect beside it, is an error.
  static Result<AnswerSources> open(const SourceOptions& options, const std::vector<std::string>& files);

  RuleSet rules() const { return rules_; }
  // Makes all later answers use `rules`. Returns false, and changes nothing, if the named file has no answers under
  // `rules`.
  bool use_rules(RuleSet rules);
  bool is_named() const { return named_ != nullptr; }
  // Whether the named file answers only about some positions of its game; false if no file is named.
  bool is_partial() const { return is_named() && named_->is_partial(); }
  // Board, pieces and rules of the named file. REQUIRES: is_named().
  const DatabaseIdentity& named_identity() const { return named_->identity(); }
  // The search that answers for positions that no file holds; null unless the options ask for it.
  SearchFallback* search() { return search_ ? &*search_ : nullptr; }

  // Reads the text of a position. The text "start" means the start array on the board of the named file or, if no file
  // is named, on the board that the options give.
  Result<Position> read_position(std::string_view text) const;
  // Returns the file to ask about the position; null if no file holds the position, but search() can answer. If several
  // files are found, it is the first that decides the position, or the first of all if none does. Errors: no file is
  // found and there is no search; the first file found cannot be read. Other files that cannot be read are left out,
  // with a warning on standard error.
  Result<AnswerFile*> file_for(const Position& position);
  // A hint for a user who has no database of the game: how to make a database on this machine, or how to get answers
  // without a database. The first call counts placements, which takes a second for the real game.
  const std::string& advice(const DatabaseIdentity& identity) const;
  // Announces positions that will be looked up soon to the first file found for each, so that each compressed unit that
  // they need is decoded only once.
  // prepare() reports no errors, since the look-up will report them.
  void prepare(const std::vector<Position>& positions);

 private:
  explicit AnswerSources(const SourceOptions& options);

  std::size_t cache_bytes() const { return options_->memory.value_or(Probe::kStandardCacheBytes); }
  Result<void> check_options();
  void make_search();
  // The files of a game that are found, best first. Only those that were asked are open.
  struct Found {
    std::vector<std::string> paths;
    std::vector<std::unique_ptr<AnswerFile>> files;
  };
  std::vector<std::string> find(const DatabaseIdentity& wanted) const;
  // Looks for files of the game unless some were found before.
  Found& look_for(const DatabaseIdentity& wanted);
  // Opens the file number `i` if it is not open. REQUIRES: all files before it are open.
  Result<AnswerFile*> open_found(const DatabaseIdentity& wanted, Found& found, std::size_t i);
  tl::unexpected<Error> nothing_found(const DatabaseIdentity& wanted) const;

  const SourceOptions* options_;
  RuleSet rules_;
  DatabaseFolders folders_;
  std::unique_ptr<AnswerFile> named_;
  std::map<DatabaseIdentity, Found> found_;
  std::optional<SearchFallback> search_;
  mutable std::map<DatabaseIdentity, std::string> advice_;
};

}  // namespace uisge::cli
