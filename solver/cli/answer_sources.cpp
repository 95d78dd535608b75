#include "solver/cli/answer_sources.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/piece_count.h"
#include "db/file_descriptor.h"
#include "solver/answers/position_words.h"
#include "solver/checkpoint/ply_log_reader.h"
#include "solver/cli/error_text.h"
#include "solver/cli/open_database.h"
#include "solver/cli/position_argument.h"
#include "solver/resources.h"
#include "solver/solve/solve_plan.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

constexpr std::uint64_t kSearchTableBytes = std::uint64_t{256} << 20;

// Whether the current folder takes files. In folders like /proc, whose disk has no size, even root can write nothing.
bool can_be_written_here() {
  return require_writable_folder_of("./").has_value() && free_disk("") > 0;
}

// Whether the file decides the position. An error counts as a decision, since the question will meet it again.
bool decides(AnswerFile& file, const Position& position) {
  if (file.database() != nullptr) return true;
  const auto analysis = file.answerer().analyse(position);
  return !analysis || analysis->verdict.is_decided();
}

}  // namespace

std::string folder_list(const std::vector<std::string>& path) {
  if (!path.empty()) return fmt::format("{}", fmt::join(path, ":"));
  const char* const variable = std::getenv("UISGE_PATH");
  return variable == nullptr ? "" : variable;
}

void add_lookup_options(CLI::App& command, SourceOptions& options) {
  add_number_option(
      command, "--search", options.search_plies, 1, kMaxSearchPlies,
      "search this many plies ahead for positions that the file does not hold, and for distances if it holds only "
      "values")
      ->type_name("PLIES");
  add_repeated_option(command, "--path", options.path,
                      "where to look when no file is named, before the current folder: folders separated by colons "
                      "[the variable UISGE_PATH]")
      ->type_name("FOLDERS");
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
}

void add_source_options(CLI::App& command, SourceOptions& options) {
  add_lookup_options(command, options);
  add_board_options(command, options.start);
  add_rule_options(command, options.rules);
  command.callback([&command, &options] {
    options.has_board_option = command.count("--board") > 0;
    options.has_pieces_option = command.count("--pieces") > 0;
    options.has_stuck_option = command.count("--stuck") > 0;
    options.has_diagonal_jumps_option = command.count("--diagonal-jumps") > 0;
  });
}

AnswerSources::AnswerSources(const SourceOptions& options)
    : options_(&options), rules_(options.rules), folders_(folder_list(options.path)) {}

Result<AnswerSources> AnswerSources::open(const SourceOptions& options, const std::vector<std::string>& files) {
  AnswerSources sources(options);
  if (files.size() > 1) {
    return usage_error(fmt::format("{}: one file too many, {} is named already", files[1], files[0]));
  }
  if (!files.empty() && !options.path.empty()) {
    return usage_error(
        fmt::format("--path: tells where to look when no file is named, but {} is; leave one of them out", files[0]));
  }
  if (!files.empty()) {
    sources.named_ = UISGE_TRY(open_answer_file(files.front(), sources.cache_bytes(), options.threads));
    UISGE_TRY(sources.check_options());
  }
  sources.make_search();
  return sources;
}

bool AnswerSources::use_rules(RuleSet rules) {
  if (named_ && !named_->holds_under(rules)) return false;
  if (named_) named_->answer_under(rules);
  rules_ = rules;
  make_search();
  return true;
}

void AnswerSources::make_search() {
  search_.reset();
  if (!options_->search_plies) return;
  ProofLimits limits{.max_plies = *options_->search_plies,
                     .memory_bytes = options_->memory.value_or(usual_memory(kSearchTableBytes)),
                     .threads = options_->threads};
  if (options_->search_seconds > 0) limits.time = std::chrono::duration<double>(options_->search_seconds);
  search_.emplace(rules_, std::move(limits), SearchFallback::kPliesAfterWin);
}

Result<Position> AnswerSources::read_position(std::string_view text) const {
  const auto position = UISGE_TRY(read_position_text(
      text, named_ ? BoardOptions{named_->identity().board, named_->identity().pieces} : options_->start));
  UISGE_TRY(require_said_game(position, options_->start, options_->has_board_option, options_->has_pieces_option));
  return position;
}

Result<AnswerFile*> AnswerSources::file_for(const Position& position) {
  if (named_) return search_ && !named_->holds(position) ? nullptr : named_.get();
  const DatabaseIdentity wanted{position.size(), position.pieces(), rules_};
  Found& found = look_for(wanted);
  if (found.paths.empty() && search_) return nullptr;
  if (found.paths.empty()) return nothing_found(wanted);
  for (std::size_t i = 0; i < found.paths.size();) {
    auto file = open_found(wanted, found, i);
    if (!file && i == 0) return file;
    if (!file) {
      print_message("uisge: left out: " + error_text(file.error()));
      found.paths.erase(found.paths.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (found.paths.size() == 1 || decides(**file, position)) {
      return file;
    } else {
      ++i;
    }
  }
  return found.files.front().get();
}

AnswerSources::Found& AnswerSources::look_for(const DatabaseIdentity& wanted) {
  Found& found = found_[wanted];
  if (found.paths.empty()) found.paths = find(wanted);
  return found;
}

Result<AnswerFile*> AnswerSources::open_found(const DatabaseIdentity& wanted, Found& found, std::size_t i) {
  if (i == found.files.size()) {
    const std::string& path = found.paths[i];
    auto file = UISGE_TRY(open_answer_file(path, cache_bytes() / found.paths.size(), options_->threads));
    if (!file->answers(wanted)) return misnamed_file(path, file->identity());
    file->answer_under(wanted.rules);
    found.files.push_back(std::move(file));
  }
  return found.files[i].get();
}

void AnswerSources::prepare(const std::vector<Position>& positions) {
  std::map<AnswerFile*, std::vector<Position>> by_file;
  for (const Position& position : positions) {
    const DatabaseIdentity wanted{position.size(), position.pieces(), rules_};
    AnswerFile* file = named_.get();
    if (file == nullptr && !look_for(wanted).paths.empty()) {
      file = open_found(wanted, look_for(wanted), 0).value_or(nullptr);
    }
    if (file != nullptr && file->holds(position)) by_file[file].push_back(position);
  }
  for (const auto& [file, of_file] : by_file) static_cast<void>(file->answerer().prepare(of_file));
}

// Checks that the options of board and rules agree with the named file, and sets the rules under which answers are
// given.
Result<void> AnswerSources::check_options() {
  const DatabaseIdentity& identity = named_->identity();
  rules_ = identity.rules;
  if (options_->has_stuck_option) rules_.stuck = options_->rules.stuck;
  if (options_->has_diagonal_jumps_option) rules_.diagonal_jumps = options_->rules.diagonal_jumps;
  const bool agrees = (!options_->has_board_option || options_->start.size == identity.board) &&
                      (!options_->has_pieces_option || options_->start.pieces == identity.pieces) &&
                      named_->holds_under(rules_);
  if (agrees) {
    named_->answer_under(rules_);
    return {};
  }
  return usage_error(fmt::format("{}: holds {}, the options say otherwise; leave out the options or the file",
                                 named_->path(), to_string(identity)));
}

std::vector<std::string> AnswerSources::find(const DatabaseIdentity& wanted) const {
  const std::string name = default_file_name(wanted);
  if (auto path = folders_.find(name)) return {*path};
  std::vector<std::string> paths;
  for (const std::string& path : folders_.candidates(name)) {
    if (paths.empty() && PlyLogReader::is_checkpoint(ply_log_path(path))) paths.push_back(ply_log_path(path));
  }
  for (const auto& path : {folders_.find(default_values_name(wanted)), find_proof(folders_, wanted)}) {
    if (path) paths.push_back(*path);
  }
  return paths;
}

const std::string& AnswerSources::advice(const DatabaseIdentity& identity) const {
  std::string& text = advice_[identity];
  if (!text.empty()) return text;
  const std::string game = options_of_game(identity);
  // A hint must be quick. On boards larger than the real game's, counting the placements would take too long.
  if (identity.pieces == kMaxPieces && identity.board.squares() > kRealBoard.squares()) {
    text = fmt::format("'uisge plan {}' tells what it takes to make it", game);
  } else if (const SolvePlan plan = make_plan(identity, options_->threads);
             plan.least_memory_bytes() <= available_memory() && !can_be_written_here()) {
    text = fmt::format("'uisge solve {} --out FILE' makes it in another folder, this one cannot be written", game);
  } else if (plan.least_memory_bytes() <= available_memory() && plan.disk_bytes() <= free_disk("")) {
    text = fmt::format("'uisge solve {}' makes it", game);
  } else {
    text = fmt::format("to make it takes {} of memory and {} of disk, more than is free here",
                       format_size(plan.least_memory_bytes()), format_size(plan.disk_bytes()));
  }
  return text += "; name a file, tell a folder with --path, or look ahead without it by --search PLIES";
}

tl::unexpected<Error> AnswerSources::nothing_found(const DatabaseIdentity& wanted) const {
  return usage_error(fmt::format("{}: not in {}; {}", default_file_name(wanted), folders_.in_words(), advice(wanted)));
}

}  // namespace uisge::cli
