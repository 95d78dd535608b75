// Chooses the next question for a prover that does not know who wins or in how many plies.
//
// The questions are "can this side win within N plies" for both sides and a growing series of N. The first N is so
// large for the number of pieces that proofs are easy to find. Each N gets half the work of the N before, so the first
// N gets more work than all other N together. A disproved question gets no more work. Thread-safe.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include "solver/search/number_search.h"

namespace uisge {

class QuestionSchedule {
 public:
  // A slice takes about ten milliseconds.
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

  // A limit, in plies, that is so high that proofs are easy to find, for positions with `pieces` pieces per side
  // (docs/search.md).
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

  QuestionSchedule(Attacker attacker, int plies) { questions_.push_back({attacker, plies, 1, 0, true}); }

  // Returns a slice of the open question that has had the fewest slices in proportion to its weight; none if all
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

  // Records an answer. Returns whether the answer decides who wins.
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
  // The least N of the open questions whether the mover wins, which gets the most work of them; kMaxSearchPlies if none
  // is open.
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
  std::vector<Question> questions_;  // in ascending order of plies; for each number the mover's question comes first
  std::optional<Won> won_;
};

}  // namespace uisge
