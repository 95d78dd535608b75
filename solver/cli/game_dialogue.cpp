// This file is long because it has a function for each command of a player.
#include "solver/cli/game_dialogue.h"

#include <algorithm>
#include <filesystem>

#include "core/notation.h"
#include "core/trimmed.h"
#include "core/whole_number.h"
#include "solver/answers/review_words.h"
#include "solver/answers/reviewed_game.h"
#include "solver/answers/wording.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/error_text.h"
#include "solver/cli/record_file.h"
#include "solver/search/move_review.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::string_view kHelp =
    R"(A move: its text (d2d4, d2-d4, pass) or its number in the list.
  moves   list the moves again       undo       take your last move back
  hint    what every move is worth   redo       play it again after all
  verdict which of your moves were   save FILE  write the game as a record
          mistakes                   copy       position and game as text
  help    this page                  quit       leave (so does the end of input)
The game: pieces are blank or crowns; whose pieces are all crowns after their
own move has won. Any piece may jump over a neighbour of either colour, along
rank or file, onto the free square behind; it turns over. A crown may also step
to any of the eight squares around it. After every move all pieces must hang
together along ranks and files.
)";

std::string player_name(bool is_person, int level) {
  if (is_person) return "a person";
  return level == kStrongestLevel ? "uisge" : fmt::format("uisge, level {}", level);
}

bool begins_with(const std::vector<RecordedMove>& moves, const std::vector<RecordedMove>& first) {
  return first.size() <= moves.size() &&
         std::equal(first.begin(), first.end(), moves.begin(),
                    [](const RecordedMove& one, const RecordedMove& other) { return one.move == other.move; });
}

std::string_view kind_text(const Board& board, const Position& position, Move move) {
  if (move.is_pass()) return "no other move";
  if (board.adjacent_bb(move.from).contains(move.to)) return "step";
  return position.crowns_bb().contains(move.from) ? "jump, turns blank" : "jump, turns crown";
}

}  // namespace

GameDialogue::GameDialogue(const Board& board, RuleSet rules, const Position& start, HumanSides persons,
                           Strength strength, Answerer& answerer, PromptReader& input, Output& output, bool ascii)
    : board_(board),
      rules_(rules),
      persons_(persons),
      level_(strength.level),
      random_(strength.seed),
      answerer_(answerer),
      input_(input),
      output_(output),
      ascii_(ascii),
      positions_{start} {}

Result<void> GameDialogue::run() {
  show_board();
  for (;;) {
    const bool over = end() != GameEnd::kNotOver;
    if (over) {
      output_.print("{}.\n",
                    output_.paint(fmt::emphasis::bold, end_in_words(end(), rules_.stuck, position().side_to_move())));
      if (persons_.white || persons_.black) UISGE_TRY(show_verdict());
    }
    if (!persons_.white && !persons_.black) {
      if (over) return {};
      if (nobody_makes_progress()) {
        output_.write("A draw: the position has come up for the third time, and nobody makes progress.\n");
        return {};
      }
    }
    if (!over && !persons_.play(position().side_to_move())) {
      UISGE_TRY(play_advised());
      show_board();
      continue;
    }
    if (!over) show_turn();
    const std::size_t plies = moves_.size();
    do {
      const auto stays = UISGE_TRY(take_line());
      if (!stays) return {};
    } while (moves_.size() == plies);
    show_board();
  }
}

Result<bool> GameDialogue::take_line() {
  const auto typed = UISGE_TRY(input_.read(output_, "> "));
  if (!typed) return false;
  const std::string line(trimmed(*typed));
  if (line == "quit" || line == "q") return false;
  UISGE_TRY(answer(line));
  return true;
}

Result<void> GameDialogue::answer(const std::string& line) {
  if (line.empty() || line == "help" || line == "h" || line == "?") {
    show_help();
    return {};
  }
  if (line == "copy" || line == "c") {
    show_game();
    return {};
  }
  if (line == "undo" || line == "u") {
    undo();
    return {};
  }
  if (line == "redo" || line == "r") {
    redo();
    return {};
  }
  if (line == "verdict") return show_verdict();
  if (line == "save" || line.starts_with("save ")) {
    save(std::string(trimmed(std::string_view(line).substr(4))));
    return {};
  }
  if (end() != GameEnd::kNotOver) {
    output_.write("The game is over: undo, save FILE, copy or quit.\n");
    return {};
  }
  if (line == "moves" || line == "m") {
    show_moves();
    return {};
  }
  if (line == "hint") return hint();
  const MoveList moves = playable_moves(board_, rules_, position());
  if (const auto number = whole_number(line)) {
    if (*number >= 1 && *number <= moves.size()) {
      play_move(moves[*number - 1]);
    } else {
      output_.print("There are moves 1 to {}; help shows what else can be typed.\n", moves.size());
    }
    return {};
  }
  const auto move = parse_move(board_, rules_, position(), line);
  if (move) {
    play_move(*move);
  } else {
    output_.print_wrapped(move.error().message + "; help shows what can be typed.");
  }
  return {};
}

Result<void> GameDialogue::play_advised() {
  output_.flush();  // show the board while the other side thinks
  const Analysis& analysis = thoughts_[position()] = UISGE_TRY(answerer_.analyse(position()));
  const Move move = analysis.moves[choose_move(analysis.moves, level_, random_)].move;
  output_.print("{} plays {}\n", side_name(position().side_to_move()),
                output_.paint(fmt::emphasis::bold, to_text(board_, move)));
  play_move(move);
  return {};
}

void GameDialogue::play_move(Move move) {
  undone_.clear();
  advance(move);
}

void GameDialogue::advance(Move move) {
  positions_.push_back(play(board_, position(), move));
  moves_.push_back(move);
}

void GameDialogue::undo() {
  // Goes back to the last position in which a person was to move.
  std::size_t plies = moves_.size();
  while (plies > 0 && !persons_.play(positions_[--plies].side_to_move())) {
  }
  if (plies == moves_.size() || !persons_.play(positions_[plies].side_to_move())) {
    output_.write("There is no move of yours to take back.\n");
    return;
  }
  for (; moves_.size() > plies; moves_.pop_back(), positions_.pop_back()) undone_.push_back(moves_.back());
  remarks_.resize(std::min(remarks_.size(), plies));
}

void GameDialogue::redo() {
  if (undone_.empty()) {
    output_.write("There is no move that was taken back.\n");
    return;
  }
  do {
    advance(undone_.back());
    undone_.pop_back();
  } while (!undone_.empty() && !persons_.play(position().side_to_move()));
}

Result<void> GameDialogue::hint() {
  const auto analysis = UISGE_TRY(answerer_.analyse(position()));
  for (const RankedMove& move : analysis.moves) {
    // A star marks the best moves. If no move is known to be best, a star marks each draw.
    const bool is_star = move.best || (move.verdict.is_draw() && !analysis.verdict.is_decided());
    output_.print("  {} {:<5} {}\n", is_star ? '*' : ' ', to_text(board_, move.move), worth_in_words(move.verdict));
  }
  return {};
}

Result<void> GameDialogue::show_verdict() {
  std::size_t judged = 0;
  std::size_t marked = 0;
  std::size_t uncertain = 0;
  remarks_.assign(moves_.size(), {});
  ReviewedGame game{{}, 0, game_record()};
  const auto analyse = [&](const Position& position) -> Result<Analysis> {
    const auto thought = thoughts_.find(position);
    if (thought != thoughts_.end()) return thought->second;
    return answerer_.analyse(position);
  };
  const auto reviewed = [&](std::size_t ply) {
    const Position& before = positions_[ply];
    if (!persons_.play(before.side_to_move())) return;
    ++judged;
    const MoveReview& review = game.reviews[ply];
    if (review.mark == MoveMark::kNone && !review.may_be_mistake()) return;
    ++(review.mark == MoveMark::kNone ? uncertain : marked);
    remarks_[ply] = remark_text(board_, review);
    output_.print("  {:>3}. {} {:<5} {:<2} {}\n", move_number(positions_.front().side_to_move(), ply),
                  side_name(before.side_to_move()), to_text(board_, moves_[ply]), mark_text(review),
                  judgement_text(board_, review));
  };
  UISGE_TRY(review_game(game, analyse, reviewed));
  if (judged == 0) {
    output_.write("There is no move of yours to judge.\n");
  } else if (marked + uncertain == 0) {
    output_.print("No mistake in {} of yours.\n", format_number_of(judged, "move"));
  } else {
    output_.print("{} of yours, {} not the best{}.\n", format_number_of(judged, "move"), marked,
                  uncertain == 0 ? "" : fmt::format(", {} uncertain", uncertain));
  }
  return {};
}

GameRecord GameDialogue::game_record() const {
  GameRecord record{.start = positions_.front(), .rules = rules_};
  record.white = player_name(persons_.white, level_);
  record.black = player_name(persons_.black, level_);
  record.date = today();
  for (std::size_t ply = 0; ply < moves_.size(); ++ply) {
    record.moves.push_back({moves_[ply], ply < remarks_.size() ? remarks_[ply] : ""});
  }
  record.result = result_by_rules(board_, rules_, position());
  return record;
}

void GameDialogue::save(const std::string& path) {
  if (path.empty()) {
    output_.write("save: a file name is missing, as in save game.txt\n");
    return;
  }
  const GameRecord record = game_record();
  // A file has one name here, however its path is written. If the name cannot be found out, it is empty.
  std::error_code ignored;
  const std::string name =
      std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored).string();
  // After `undo` the game may have taken another course. Then the record that was saved there stays.
  const auto earlier = saved_.find(name);
  const bool goes_on = earlier != saved_.end() && begins_with(record.moves, earlier->second.moves);
  const auto games = append_game_record(path, record, goes_on ? to_text(earlier->second) : std::string());
  if (!games) {
    output_.print_wrapped(printable(error_text(games.error())));
    return;
  }
  saved_.insert_or_assign(name, record);
  output_.print("Saved to {}{}.\n", printable(path), *games == 1 ? "" : fmt::format(", as game {}", *games));
}

bool GameDialogue::nobody_makes_progress() const {
  return std::count(positions_.begin(), positions_.end(), position()) >= 3;
}

void GameDialogue::show_board() {
  const std::optional<Move> last = moves_.empty() ? std::nullopt : std::optional(moves_.back());
  output_.print("\n{}{}\n", draw_board(board_, position(), output_, ascii_, last),
                moves_.empty() ? shapes_in_words(output_, ascii_) : "");
}

void GameDialogue::show_turn() {
  const std::size_t plies_before = persons_.play(positions_.front().side_to_move()) ? 0 : 1;
  output_.print("{} to move{}\n", side_name(position().side_to_move()),
                moves_.size() == plies_before ? " (help shows what can be typed)" : "");
  if (nobody_makes_progress()) output_.write("This position has come up three times; endless play is a draw.\n");
  show_moves();
}

void GameDialogue::show_moves() {
  constexpr std::size_t kColumns = 3;
  const MoveList moves = playable_moves(board_, rules_, position());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool last = (i + 1) % kColumns == 0 || i + 1 == moves.size();
    const std::string text =
        fmt::format("{:>2} {} {}", i + 1, to_text(board_, moves[i]), kind_text(board_, position(), moves[i]));
    output_.write(last ? text + "\n" : fmt::format("{:<26}", text));
  }
}

void GameDialogue::show_help() {
  output_.write(kHelp);
  const std::string_view shapes = shapes_in_words(output_, ascii_);
  output_.write(shapes.empty() ? "Pieces: w White, b Black; capital letters are crowns\n" : shapes);
  if (rules_.diagonal_jumps) output_.write("A crown may jump diagonally too, and turns blank.\n");
  output_.print("A player who cannot move {}.\n", to_string(rules_.stuck));
}

void GameDialogue::show_game() {
  output_.print("position: {}\nfrom:     {}\n", to_text(board_, position()), to_text(board_, positions_.front()));
  std::string moves = "moves:   ";
  for (const Move move : moves_) moves.append(" ").append(to_text(board_, move));
  output_.print_wrapped(moves, 10);
}

}  // namespace uisge::cli
