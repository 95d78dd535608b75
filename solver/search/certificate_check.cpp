#include "solver/search/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "solver/search/plain_rules.h"

namespace uisge {

namespace {

class Checker {
 public:
  Checker(const Certificate& certificate, std::uint64_t memory_bytes, const std::atomic<bool>* cancel)
      : certificate_(certificate),
        board_(certificate.position.size()),
        most_known_(memory_bytes / kBytesPerCheckedPosition),
        cancel_(cancel) {}

  CertificateVerdict check() {
    const Position& root = certificate_.position;
    switch (certificate_.kind) {
      case ClaimKind::kWin:
        require_win(root, certificate_.plies);
        check_strategy();
        break;
      case ClaimKind::kLoss:
        require_loss(root, certificate_.plies);
        check_strategy();
        break;
      case ClaimKind::kNone:
        if (!certificate_.strategy.empty()) return {"claim none: a strategy is of no use to it", 0, 0};
        for (int plies = 0; plies <= certificate_.plies && !verdict_.flaw && !stopped(); ++plies) {
          if (wins(root, plies)) flaw(root, fmt::format("the side to move wins in {}", plies));
          if (loses(root, plies)) flaw(root, fmt::format("the side to move loses in {}", plies));
        }
        break;
    }
    return verdict_;
  }

  bool is_full() const { return known_[0].size() + known_[1].size() > most_known_; }
  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }

 private:
  void flaw(const Position& position, std::string_view what) {
    if (!verdict_.flaw) verdict_.flaw = fmt::format("{}: {}", to_text(board_, position), what);
  }

  PlainTurn turn_of(const Position& position) {
    ++verdict_.positions;
    PlainTurn turn = plain_turn(board_, certificate_.rules, position);
    verdict_.moves += turn.plies.size();
    return turn;
  }

  // The side to move has won or follows the strategy to a win within `plies`, as far as this position shows.
  void require_win(const Position& position, int plies) {
    const auto covered = certificate_.strategy.find(position);
    if (covered != certificate_.strategy.end()) {
      if (covered->second.plies > plies) {
        flaw(position,
             fmt::format("a win within {} plies is needed, the strategy takes {}", plies, covered->second.plies));
      }
      return;
    }
    const PlainTurn turn = turn_of(position);
    if (!turn.over) return flaw(position, "the strategy has no move for this position");
    if (turn.outcome != Outcome::kWin) flaw(position, "the game has ended here without a win");
  }

  // The side to move has lost, or every answer leads to a win of the other side within `plies` in all.
  void require_loss(const Position& position, int plies) {
    const PlainTurn turn = turn_of(position);
    if (turn.over) {
      if (turn.outcome != Outcome::kLoss) flaw(position, "the game has ended here without a win");
      return;
    }
    if (plies < 1) return flaw(position, "the game should have ended here");
    for (const PlainPly& answer : turn.plies) require_win(answer.after, plies - 1);
  }

  void check_strategy() {
    for (const auto& [position, strategy_move] : certificate_.strategy) {
      if (verdict_.flaw || cancelled()) return;
      const PlainTurn turn = turn_of(position);
      const Move move = strategy_move.move;
      const auto played =
          std::find_if(turn.plies.begin(), turn.plies.end(), [move](const PlainPly& ply) { return ply.move == move; });
      if (played == turn.plies.end()) {
        flaw(position, fmt::format("{} cannot be played", to_text(board_, move)));
      } else if (strategy_move.plies < 1) {
        flaw(position, "a move takes a ply");
      } else {
        require_loss(played->after, strategy_move.plies - 1);
      }
    }
  }

  // Plain minimax: can the side to move force a win within `plies`, and the other side?
  bool wins(const Position& position, int plies) { return asked(position, plies, true); }
  bool loses(const Position& position, int plies) { return asked(position, plies, false); }

  bool asked(const Position& position, int plies, bool attacks) {
    if (stopped()) return false;
    // What is known of this position for this side: wins within the second number, not within the first.
    Known& known = known_[attacks ? 0 : 1].try_emplace(position).first->second;
    if (plies <= known.not_within) return false;
    if (plies >= known.within) return true;
    const bool answer = looked_at(position, plies, attacks);
    if (stopped()) return false;
    // Looking ahead may have come by here again and learned more; references into the map stay good.
    if (answer) {
      known.within = std::min(known.within, plies);
    } else {
      known.not_within = std::max(known.not_within, plies);
    }
    return answer;
  }

  bool looked_at(const Position& position, int plies, bool attacks) {
    const PlainTurn turn = turn_of(position);
    if (turn.over) return turn.outcome == (attacks ? Outcome::kWin : Outcome::kLoss);
    if (plies == 0) return false;
    // The attacker needs one good move, the defender needs one too.
    for (const PlainPly& ply : turn.plies) {
      if (asked(ply.after, plies - 1, !attacks) == attacks) return attacks;
    }
    return !attacks;
  }

  // Answers are of no use from then on.
  bool stopped() const { return is_full() || cancelled(); }

  struct Known {
    int not_within = -1;
    int within = kMaxSearchPlies + 1;
  };

  const Certificate& certificate_;
  Board board_;
  std::size_t most_known_;
  const std::atomic<bool>* cancel_;
  CertificateVerdict verdict_;
  std::unordered_map<Position, Known, PositionHash> known_[2];  // the attacker is to move, is not
};

}  // namespace

Result<CertificateVerdict> check_certificate(const Certificate& certificate, std::uint64_t memory_bytes,
                                             const std::atomic<bool>* cancel) {
  Checker checker(certificate, memory_bytes, cancel);
  CertificateVerdict verdict = checker.check();
  if (checker.cancelled()) {
    return tl::unexpected(Error{ErrorKind::kInterrupted, "proof: interrupted, nothing is proven"});
  }
  if (checker.is_full()) {
    return resource_error(
        fmt::format("proof: checked by looking at every game, which takes more than {} positions to remember",
                    memory_bytes / kBytesPerCheckedPosition),
        {{Remedy::kMoreMemory}});
  }
  return verdict;
}

}  // namespace uisge
