// Runs the program on a pseudo-terminal, to test what the program does only on terminals.
#pragma once

#include <string>
#include <vector>

namespace uisge::test {

// Returns everything that the terminal received, without carriage returns. `environment` is added to the test's own
// environment. Throws if the program does not end within kProgramPatience.
std::string run_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                            const std::vector<std::string>& environment = {}, const std::string& input = {});

// The length of the longest line in characters; the text is UTF-8 without control sequences.
std::size_t longest_line(const std::string& text);

}  // namespace uisge::test
