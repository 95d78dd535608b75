#include "solver/answers/routes.h"

#include "core/notation.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/served_question.h"
#include "solver/answers/wording.h"
#include "solver/search/opening_tree.h"

namespace uisge {

Json openings_offer() {
  const BookIdentity book = shipped_book_identity();
  Json json = identity_json({book.start.size(), book.start.pieces(), book.rules});
  json["plies"] = book.plies;
  json["depth"] = book.depth;
  return json;
}

Answered<Json> openings(ServedAnswers& /*answers*/, const explorer::HttpRequest& request) {
  const Question question = UISGE_TRY(answered(read_query(request.query))).question;
  const Position position = question.position();
  const Board board(position.size());
  Json moves = Json::array();
  if (const auto opening = OpeningTree::shipped().find(position, question.rules)) {
    for (const OpeningMove& move : opening->moves) {
      Json json{{"move", to_text(board, move.move)}};
      json.update(verdict_json(move.verdict));
      json.update({{"positions", move.below.positions}, {"won", move.below.won}, {"lost", move.below.lost}});
      moves.push_back(std::move(json));
    }
  }
  return Json{{"position", to_text(board, position)}, {"moves", std::move(moves)}};
}

}  // namespace uisge
