// The build runs `write_manual FOLDER`, which writes the manual pages and the completions of `uisge` into FOLDER.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "solver/cli/commands.h"
#include "solver/cli/completion.h"
#include "solver/cli/manual_page.h"

namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("usage: write_manual FOLDER");
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  uisge::cli::Program program;
  uisge::cli::add_commands(program);
  const uisge::cli::Manual manual = uisge::cli::manual_of(program.definitions());
  write_file(folder / (manual.name + ".1"), manual_page(manual));
  for (const uisge::cli::ManualCommand& command : manual.commands) {
    write_file(folder / (manual.name + "-" + command.name + ".1"), manual_page(manual, command));
  }
  write_file(folder / (manual.name + ".bash"), bash_completion(manual));
  write_file(folder / ("_" + manual.name), zsh_completion(manual));
  write_file(folder / (manual.name + ".fish"), fish_completion(manual));
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "write_manual: %s\n", failure.what());
  return 1;
}
