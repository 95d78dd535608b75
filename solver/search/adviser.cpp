#include "solver/search/adviser.h"

namespace uisge {

namespace {

ProofVerdict verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin: return ProofVerdict::kWin;
    case Outcome::kLoss: return ProofVerdict::kLoss;
    case Outcome::kDraw: break;
  }
  return ProofVerdict::kDraw;
}

class DatabaseAdviser final : public Adviser {
 public:
  explicit DatabaseAdviser(const Database& database) : probe_(database) {}

  Result<std::vector<SearchedMove>> advise(const Position& position) override {
    const auto analysis = probe_.analyse(position);
    if (!analysis) return tl::unexpected(analysis.error());
    return searched_moves(*analysis);
  }

 private:
  Probe probe_;
};

class SearchAdviser final : public Adviser {
 public:
  explicit SearchAdviser(ProofSession& session) : session_(session) {}

  Result<std::vector<SearchedMove>> advise(const Position& position) override {
    return analyse(session_, position).moves;
  }

 private:
  ProofSession& session_;
};

}  // namespace

std::vector<SearchedMove> searched_moves(const Analysis& analysis) {
  std::vector<SearchedMove> moves;
  for (const RankedMove& move : analysis.moves) {
    if (move.is_open) {
      moves.push_back({move.move, ProofVerdict::kUndecided, analysis.open_plies, move.best});
    } else {
      moves.push_back({move.move, verdict_of(move.label.outcome), move.label.distance, move.best});
    }
  }
  return moves;
}

std::unique_ptr<Adviser> make_adviser(const Database& database) {
  return std::make_unique<DatabaseAdviser>(database);
}

std::unique_ptr<Adviser> make_adviser(ProofSession& session) {
  return std::make_unique<SearchAdviser>(session);
}

}  // namespace uisge
