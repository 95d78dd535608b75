// Asks a database about positions:  probe FILE POSITION...
//
// Prints each position's value, and each legal move with its value for the player who makes it.
#include <uisge/database.h>

#include <iostream>

namespace {

std::string in_words(const uisge::Verdict& verdict) {
  const char* const value = verdict.value == uisge::Value::kWin    ? "win"
                            : verdict.value == uisge::Value::kLoss ? "loss"
                                                                   : "draw";
  return verdict.distance ? std::string(value) + " in " + std::to_string(*verdict.distance) : value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: probe FILE POSITION...\n";
    return 2;
  }
  try {
    uisge::Probe probe(uisge::Database::open(argv[1]));
    for (int i = 2; i < argc; ++i) {
      const uisge::Position position = uisge::Position::parse(argv[i]);
      const uisge::Analysis analysis = probe.analyse(position);
      std::cout << position.text() << ": " << in_words(analysis.verdict) << '\n';
      for (const uisge::RankedMove& move : analysis.moves) {
        std::cout << "  " << (move.best ? '*' : ' ') << ' ' << position.move_text(move.move) << ' '
                  << in_words(move.verdict) << '\n';
      }
    }
  } catch (const uisge::Error& error) {
    std::cerr << "probe: " << error.what() << '\n';
    return static_cast<int>(error.kind());
  }
}
