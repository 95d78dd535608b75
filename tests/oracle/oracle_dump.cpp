// Prints the oracle's solution, one live position per line: "position;outcome;distance", White to move.
//
//   oracle_dump 4x3 2 loses [diagonal]
#include <cstdio>
#include <cstring>
#include <string>

#include "tests/oracle/oracle_solution.h"

int main(int argc, char** argv) {
  int files = 0;
  int ranks = 0;
  int pieces = 0;
  const bool numbers = argc >= 4 && argc <= 5 && std::sscanf(argv[1], "%dx%d", &files, &ranks) == 2 &&
                       std::sscanf(argv[2], "%d", &pieces) == 1;
  const bool diagonal_jumps = argc == 5 && std::strcmp(argv[4], "diagonal") == 0;
  for (const oracle::Stuck stuck : oracle::kAllStuckRules) {
    if (!numbers || (argc == 5 && !diagonal_jumps) || argv[3] != to_string(stuck)) continue;
    const oracle::Universe universe(files, ranks, pieces);
    const oracle::MoveGraph graph(universe, diagonal_jumps);
    const auto labels = solve(graph, stuck);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::printf("%s;%s;%d\n", print(universe.position(i)).c_str(), to_string(labels[i].outcome).c_str(),
                  labels[i].distance);
    }
    return 0;
  }
  std::fputs("usage: oracle_dump FILESxRANKS PIECES loses|wins|draws|passes [diagonal]\n", stderr);
  return 2;
}
