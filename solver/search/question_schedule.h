// Chooses the next question for a prover that does not know who wins or in how many plies.
//
// The questions are "can this side win within N plies?" for both sides and a growing series of N. The first N grows
// with the number of pieces, and is large enough that proofs are easy to find. Each further N gets half the work of the
// N before it. A question with the answer "no" gets no more work. Thread-safe, except won(), is_empty() and
// nobody_within().
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "solver/search/number_search.h"

namespace uisge {

class QuestionSchedule {
 public:
  // The number of positions that a thread visits, in about ten milliseconds, before it takes another question.
  static constexpr std::uint64_t kSliceVisits = 1 << 14;

  struct Slice {
    Attacker attacker;
    int plies;
    std::size_t number;
  };
  struct Won {
    Attacker attacker;
    int plies;
  };

  // A limit of plies so high that proofs are easy to find, for `pieces` pieces per side (docs/search.md).
  static constexpr int generous_plies(int pieces) { return 16 * pieces + 1; }

  explicit QuestionSchedule(int pieces) {
    double weight = 1;
    for (int plies = generous_plies(pieces);; plies = 2 * plies - 1) {
      const int most = std::min(plies, kMaxSearchPlies);
      for (const Attacker attacker : {Attacker::kMover, Attacker::kOpponent}) {
        questions_.push_back({attacker, most, weight, 0, true});
      }
      if (most == kMaxSearchPlies) break;
      weight /= 2;
    }
  }

  // Returns the open question that has been taken the fewest times in proportion to its weight; nothing if all
  // questions are answered.
  std::optional<Slice> take() {
    const std::lock_guard lock(mutex_);
    Question* least = nullptr;
    for (Question& question : questions_) {
      if (question.is_open && (least == nullptr || question.slices / question.weight < least->slices / least->weight)) {
        least = &question;
      }
    }
    if (least == nullptr) return std::nullopt;
    ++least->slices;
    return Slice{least->attacker, least->plies, static_cast<std::size_t>(least - questions_.data())};
  }

  // Records an answer. Returns whether it is known now who wins.
  bool give_back(const Slice& slice, const NumberAnswer& answer) {
    const std::lock_guard lock(mutex_);
    if (answer.is_win() && (!won_ || answer.bound < won_->plies)) won_ = Won{slice.attacker, answer.bound};
    if (answer.is_no_win()) {
      for (Question& question : questions_) {
        if (question.attacker == slice.attacker && question.plies <= answer.bound) question.is_open = false;
      }
    }
    return won_.has_value();
  }

  std::optional<Won> won() const { return won_; }
  bool is_empty() const {
    return std::none_of(questions_.begin(), questions_.end(),
                        [](const Question& question) { return question.is_open; });
  }
  // The least N for which "can the mover win within N plies?" is open. This question gets more work than the mover's
  // other open questions. Returns kMaxSearchPlies if none of the mover's questions is open.
  int main_plies() {
    const std::lock_guard lock(mutex_);
    for (const Question& question : questions_) {
      if (question.is_open && question.attacker == Attacker::kMover) return question.plies;
    }
    return kMaxSearchPlies;
  }
  // The number of plies within which neither side can force a win.
  int nobody_within() const {
    int plies = 0;
    for (std::size_t i = 0; i + 1 < questions_.size(); i += 2) {
      if (questions_[i].is_open || questions_[i + 1].is_open) break;
      plies = questions_[i].plies;
    }
    return plies;
  }

 private:
  struct Question {
    Attacker attacker;
    int plies;
    double weight;
    double slices;
    bool is_open;
  };

  std::mutex mutex_;
  std::vector<Question> questions_;  // in ascending order of plies, and for equal plies the mover's question first
  std::optional<Won> won_;
};

}  // namespace uisge
