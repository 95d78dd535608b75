#include "tests/cli/run_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <system_error>

#include "tests/cli/json_schema.h"

namespace uisge::test {

const std::chrono::seconds kProgramPatience{UISGE_IS_EMULATED ? 720 : 180};

namespace {

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

MemoryFile::MemoryFile(const std::string& text)
    : descriptor_(checked(memfd_create("stream", MFD_CLOEXEC), "memfd_create")) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count =
        pwrite(descriptor_, text.data() + written, text.size() - written, static_cast<off_t>(written));
    written += static_cast<std::size_t>(checked(static_cast<int>(count), "pwrite"));
  }
}

MemoryFile::~MemoryFile() {
  close(descriptor_);
}

std::string MemoryFile::text() const {
  std::string result;
  std::array<char, 65536> buffer;
  for (;;) {
    const ssize_t count = pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(result.size()));
    checked(static_cast<int>(count), "pread");
    if (count == 0) return result;
    result.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

RunningProgram::RunningProgram(const std::string& path, const std::vector<std::string>& arguments,
                               const RunOptions& options) {
  const MemoryFile in(options.input);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  if (options.out_path == "-") {
    posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
  } else if (!options.out_path.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, options.out_path.c_str(), O_WRONLY, 0);
  } else {
    posix_spawn_file_actions_adddup2(&actions, out_.descriptor(), STDOUT_FILENO);
  }
  posix_spawn_file_actions_adddup2(&actions, err_.descriptor(), STDERR_FILENO);

  std::vector<std::string> words{path};
  words.insert(words.end(), arguments.begin(), arguments.end());
  for (const std::string& word : words) command_ += (command_.empty() ? "" : " ") + word;
  // Each name gets one entry: if a name had two entries, the C library would take the first, but an emulator of another
  // processor the last.
  std::vector<std::string> environment = options.environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view inherited(*entry);
    const std::string_view name = inherited.substr(0, inherited.find('=') + 1);
    const auto is_it = [name](const std::string& own) { return own.starts_with(name); };
    if (std::ranges::none_of(options.environment, is_it)) environment.emplace_back(inherited);
  }
  const int failure =
      posix_spawn(&pid_, path.c_str(), &actions, nullptr, pointers(words).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::system_error(failure, std::generic_category(), path);
}

RunningProgram::~RunningProgram() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void RunningProgram::send(int signal) const {
  kill(pid_, signal);
}

bool RunningProgram::wait_for_message(const std::string& text, std::chrono::milliseconds patience) const {
  return becomes_true([&] { return contains(err_.text(), text); }, patience);
}

bool RunningProgram::ends_within(std::chrono::milliseconds patience) const {
  return becomes_true(
      [&] {
        siginfo_t ended{};
        checked(waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT), "waitid");
        return ended.si_pid == pid_;
      },
      patience);
}

ProgramRun RunningProgram::wait(std::chrono::seconds patience) {
  if (ends_within(patience)) return reap();
  send(SIGKILL);
  throw std::runtime_error(command_ + "\nstill ran after " + std::to_string(patience.count()) +
                           " s and was killed; standard error:\n" + reap().err);
}

ProgramRun RunningProgram::reap() {
  int status = 0;
  checked(waitpid(pid_, &status, 0), "waitpid");
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out_.text(), err_.text()};
}

ProgramRun run_uisge(const std::vector<std::string>& arguments, const RunOptions& options) {
  const ProgramRun run = RunningProgram(UISGE_PROGRAM, arguments, options).wait();
  const bool is_json = std::ranges::find(arguments, "--json") != arguments.end();
  if (is_json && !run.out.empty() && run.exit_code < 128) {
    const std::string violation = schema_violation(arguments.front(), run.out);
    INFO(violation);
    CHECK(violation.empty());
  }
  return run;
}

ProgramRun run_well(const std::vector<std::string>& arguments, const RunOptions& options) {
  ProgramRun run = run_uisge(arguments, options);
  CAPTURE(arguments, run.err, run.out);
  REQUIRE(run.exit_code == 0);
  return run;
}

nlohmann::json run_json(const std::string& command, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), command);
  arguments.emplace_back("--json");
  return nlohmann::json::parse(run_well(arguments).out);
}

void check_members(const nlohmann::json& object, const std::vector<nlohmann::json>& names_and_values) {
  nlohmann::json found = nlohmann::json::object();
  nlohmann::json expected = nlohmann::json::object();
  for (std::size_t i = 0; i + 1 < names_and_values.size(); i += 2) {
    const std::string name = names_and_values[i];
    expected[name] = names_and_values[i + 1];
    if (object.contains(name)) found[name] = object.at(name);
  }
  CHECK(found == expected);
}

void check_same(const nlohmann::json& found, const nlohmann::json& expected, const std::vector<std::string>& fields) {
  for (const std::string& field : fields) {
    CAPTURE(field);
    CHECK(found.at(field) == expected.at(field));
  }
}

ProgramRun run_in_folder(const std::string& folder, const std::vector<std::string>& arguments,
                         const RunOptions& options, const std::string& before) {
  const std::string script = "cd \"$1\" && " + before + " && program=$0 && shift && exec \"$program\" \"$@\"";
  return RunningProgram("/bin/bash", joined({"-c", script, UISGE_PROGRAM, folder}, arguments), options).wait();
}

void write_script(const std::string& path, const std::string& commands) {
  std::ofstream(path) << "#!/bin/sh\n" << commands << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

bool can_limit_memory() {
  return !is_skipped(UISGE_IS_EMULATED, "the emulator itself does not start within such limits");
}

void check_refusal(const ProgramRun& run, int exit_code, const std::string& words) {
  CAPTURE(run.err, run.out);
  CHECK(run.exit_code == exit_code);
  CHECK(is_one_error_line(run.err));
  CHECK(contains(run.err, words));
  CHECK(run.out.empty());
}

std::string check_refused(const std::vector<std::string>& arguments, int exit_code, const std::string& words,
                          const RunOptions& options) {
  CAPTURE(arguments);
  const ProgramRun run = run_uisge(arguments, options);
  check_refusal(run, exit_code, words);
  return run.err;
}

bool grows_beyond(const std::string& path, std::uintmax_t bytes) {
  return becomes_true([&] {
    std::error_code is_missing;
    const std::uintmax_t size = std::filesystem::file_size(path, is_missing);
    return !is_missing && size > bytes;
  });
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::vector<std::string> commands_of_the_program() {
  std::vector<std::string> commands;
  bool is_inside = false;
  for (const std::string& line : lines_of(run_uisge({"--help"}).out)) {
    if (!line.starts_with("  ")) is_inside = line.starts_with("Commands ");  // the heading of a group
    // A line that continues a description begins with more than two spaces.
    if (is_inside && line.starts_with("  ") && line[2] != ' ')
      commands.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return commands;
}

std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string last_line(const std::string& text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines_of(text)) objects.push_back(nlohmann::json::parse(line));
  return objects;
}

bool is_one_error_line(const std::string& err) {
  return err.starts_with("uisge: ") && err.find(": ", 7) != std::string::npos && err.ends_with('\n') &&
         std::ranges::count(err, '\n') == 1;
}

}  // namespace uisge::test
