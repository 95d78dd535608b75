// Measured cost of the two ways to do a placement's ply, by which the engine chooses between them.
#pragma once

#include <chrono>
#include <cstdint>

namespace uisge {

class StepCost {
 public:
  void add(bool sparse, std::uint64_t work, std::chrono::nanoseconds time) {
    Way& way = sparse ? sparse_ : dense_;
    way.work += static_cast<double>(work);
    way.nanoseconds += static_cast<double>(time.count());
  }
  void add(const StepCost& other) {
    sparse_.work += other.sparse_.work;
    sparse_.nanoseconds += other.sparse_.nanoseconds;
    dense_.work += other.dense_.work;
    dense_.nanoseconds += other.dense_.nanoseconds;
  }
  // Takes in a ply's measurements; older ones fade by half, so that the estimate follows the plies.
  void update(const StepCost& ply) {
    sparse_.fade(ply.sparse_);
    dense_.fade(ply.dense_);
  }

  // Estimated nanoseconds. Before anything was measured the rates of four pieces a side on one core stand in.
  double sparse(double states) const { return sparse_.rate(25.0) * states; }
  double dense(double blocks) const { return dense_.rate(60.0) * blocks; }

 private:
  struct Way {
    double work = 0;
    double nanoseconds = 0;
    double rate(double unmeasured) const { return work < kEnough ? unmeasured : nanoseconds / work; }
    void fade(const Way& ply) {
      if (ply.work < kEnough) return;
      work = work / 2 + ply.work;
      nanoseconds = nanoseconds / 2 + ply.nanoseconds;
    }
  };
  // Below this many blocks or states a mean says more about the clock than about the work.
  static constexpr double kEnough = 1000;
  Way sparse_;
  Way dense_;
};

}  // namespace uisge
