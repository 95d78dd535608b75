// Runs the program on a terminal of its own (a pseudo-terminal), for what it does only there.
#pragma once

#include <string>
#include <vector>

namespace uisge::test {

// All that the terminal was sent, carriage returns left out. `environment` comes on top of the test's own. Throws if
// the program does not end in time (kProgramPatience).
std::string run_on_terminal(const std::vector<std::string>& arguments, unsigned short columns,
                            const std::vector<std::string>& environment = {}, const std::string& input = {});

// The longest line in characters, of text in UTF-8 without control sequences.
std::size_t longest_line(const std::string& text);

}  // namespace uisge::test
