#include "solver/search/certificate_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/notation.h"
#include "db/parallel.h"
#include "solver/search/plain_rules.h"

namespace uisge {

namespace {

constexpr std::size_t kLinesPerChunk = 1024;

class NoneChecker {
 public:
  NoneChecker(const Certificate& certificate, std::uint64_t memory_bytes, const std::atomic<bool>* cancel)
      : certificate_(certificate),
        board_(certificate.position.size()),
        most_known_(memory_bytes / kBytesPerCheckedPosition),
        cancel_(cancel) {}

  CertificateVerdict check() {
    const Position& root = certificate_.position;
    if (!certificate_.strategy.empty()) {
      verdict_.flaw = kUselessStrategy;
      return verdict_;
    }
    for (int plies = 0; plies <= certificate_.plies && !verdict_.flaw && !stopped(); ++plies) {
      if (wins(root, plies)) flaw(root, fmt::format("the side to move wins in {}", plies));
      if (loses(root, plies)) flaw(root, fmt::format("the side to move loses in {}", plies));
    }
    return verdict_;
  }

  bool is_full() const { return known_[0].size() + known_[1].size() > most_known_; }
  bool cancelled() const { return wants_stop(cancel_); }

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

  // Whether the side to move can force a win within `plies`, and whether its opponent can (by plain minimax).
  bool wins(const Position& position, int plies) { return attacker_wins(position, plies, true); }
  bool loses(const Position& position, int plies) { return attacker_wins(position, plies, false); }

  bool attacker_wins(const Position& position, int plies, bool attacks) {
    if (stopped()) return false;
    Known& known = known_[attacks ? 0 : 1].try_emplace(position).first->second;
    if (plies <= known.not_within) return false;
    if (plies >= known.within) return true;
    const bool answer = search(position, plies, attacks);
    if (stopped()) return false;
    // The recursion may have met this position again and stored more facts in `known`. The reference `known` is still
    // valid, since the map never moves its elements.
    if (answer) {
      known.within = std::min(known.within, plies);
    } else {
      known.not_within = std::max(known.not_within, plies);
    }
    return answer;
  }

  bool search(const Position& position, int plies, bool attacks) {
    const PlainTurn turn = turn_of(position);
    if (turn.over) return turn.outcome == (attacks ? Outcome::kWin : Outcome::kLoss);
    if (plies == 0) return false;
    // The attacker needs a move that wins. The defender needs a move that does not lose.
    for (const PlainPly& ply : turn.plies) {
      if (attacker_wins(ply.after, plies - 1, !attacks) == attacks) return attacks;
    }
    return !attacks;
  }

  // Whether the check has given up, because its memory is full or it was cancelled. After that, the check's answers are
  // meaningless.
  bool stopped() const { return is_full() || cancelled(); }

  struct Known {
    int not_within = -1;         // the attacker cannot win within this number of plies
    int within = kMaxPlies + 1;  // the attacker can win within this number of plies; kMaxPlies + 1: not known
  };

  const Certificate& certificate_;
  Board board_;
  std::size_t most_known_;
  const std::atomic<bool>* cancel_;
  CertificateVerdict verdict_;
  std::unordered_map<Position, Known, PositionHash> known_[2];  // [0]: the attacker is to move; [1]: it is not
};

Result<CertificateVerdict> check_strategy(const Certificate& certificate, const std::atomic<bool>* cancel,
                                          const ReplayContext& frame) {
  const Board board(certificate.position.size());
  const Strategy& strategy = certificate.strategy;
  std::vector<const Strategy::value_type*> lines;
  lines.reserve(strategy.size());
  for (const auto& line : strategy) lines.push_back(&line);
  const auto cover = [&](const Position& position) -> std::optional<int> {
    const auto covered = strategy.find(position);
    return covered == strategy.end() ? std::nullopt : std::optional(covered->second.plies);
  };
  ReplayJob job{.lines = lines.size(),
                .chunks = (lines.size() + kLinesPerChunk - 1) / kLinesPerChunk,
                .make_replay = [&] { return LineReplay(board, certificate.rules, cover); }};
  job.replay_chunk = [&](LineReplay& replay, std::size_t chunk) -> Result<std::uint64_t> {
    const std::size_t begin = chunk * kLinesPerChunk;
    const std::size_t end = std::min(lines.size(), begin + kLinesPerChunk);
    for (std::size_t i = begin; i < end && !replay.flaw(); ++i) replay.check_line(lines[i]->first, lines[i]->second);
    return end - begin;
  };
  return replay_all(certificate, job, frame, cancel);
}

}  // namespace

Result<CertificateVerdict> check_certificate(const Certificate& certificate, std::uint64_t memory_bytes,
                                             const std::atomic<bool>* cancel, const ReplayContext& frame) {
  if (certificate.kind != ClaimKind::kNone) return check_strategy(certificate, cancel, frame);
  NoneChecker checker(certificate, memory_bytes, cancel);
  CertificateVerdict verdict = checker.check();
  if (checker.cancelled()) return interrupted_error("proof: interrupted, nothing is proven");
  if (checker.is_full()) {
    return resource_error(fmt::format("proof: the check looks at every game, and must remember more than {} positions",
                                      memory_bytes / kBytesPerCheckedPosition),
                          {{Remedy::kMoreMemory}});
  }
  return verdict;
}

}  // namespace uisge
