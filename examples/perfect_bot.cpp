// A bot that never makes a mistake:  perfect_bot FILE
//
// The bot speaks the part of UGI that a game needs (docs/engine.md): commands on standard input, answers on standard
// output.
//
//   ugi                            id name perfect_bot, ugiok
//   isready                        readyok
//   position start moves d2d4 ...  the position to move in; `position fen POSITION moves ...` for another one
//   go                             bestmove d2d4
//   quit                           ends the bot
#include <uisge/database.h>

#include <iostream>
#include <sstream>

namespace {

class Bot {
 public:
  explicit Bot(const uisge::Database& database)
      : rules_(database.identity().rules),
        start_(uisge::Position::start(database.identity().board, database.identity().pieces_per_side)),
        position_(start_),
        probe_(database) {}

  // False when the bot should end.
  bool obey(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "ugi") std::cout << "id name perfect_bot\nugiok" << std::endl;
    if (command == "isready") std::cout << "readyok" << std::endl;
    if (command == "position") set_position(words);
    if (command == "go") std::cout << "bestmove " << best_move() << std::endl;
    return command != "quit";
  }

 private:
  void set_position(std::istringstream& words) {
    std::string word;
    words >> word;
    uisge::Position position = start_;
    if (word == "fen") {
      std::string squares, side;
      words >> squares >> side;
      position = uisge::Position::parse(squares + " " + side);
    }
    words >> word;  // "moves"
    while (words >> word) position = position.play(rules_, position.parse_move(rules_, word));
    position_ = position;
  }

  std::string best_move() {
    const uisge::Analysis analysis = probe_.analyse(position_);
    return analysis.moves.empty() ? "none" : position_.move_text(analysis.moves.front().move);
  }

  uisge::Rules rules_;
  uisge::Position start_;
  uisge::Position position_;
  uisge::Probe probe_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: perfect_bot FILE\n";
    return 2;
  }
  try {
    Bot bot(uisge::Database::open(argv[1]));
    for (std::string line; std::getline(std::cin, line);) {
      try {
        if (!bot.obey(line)) break;
      } catch (const uisge::Error& error) {
        std::cout << "info string " << error.what() << std::endl;
      }
    }
  } catch (const uisge::Error& error) {
    std::cerr << "perfect_bot: " << error.what() << '\n';
    return static_cast<int>(error.kind());
  }
}
