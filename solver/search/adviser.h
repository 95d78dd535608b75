// Who says what the moves of a position are worth: a database, or the search where there is none.
#pragma once

#include <memory>

#include "db/database.h"
#include "db/probe.h"
#include "solver/search/search_analysis.h"

namespace uisge {

class Adviser {
 public:
  virtual ~Adviser() = default;

  // All playable moves, best first; empty when the game is over. A database decides every move, kDraw among them.
  virtual Result<std::vector<SearchedMove>> advise(const Position& position) = 0;
};

// What an analysis says of the moves, in the words of the search.
std::vector<SearchedMove> searched_moves(const Analysis& analysis);

// The database must outlive its adviser. Errors of advise: those of Probe.
std::unique_ptr<Adviser> make_adviser(const Database& database);

// Searches anew for every position, with the session's limits. The session must outlive its adviser.
std::unique_ptr<Adviser> make_adviser(ProofSession& session);

}  // namespace uisge
