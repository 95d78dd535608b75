// The measured costs of the two ways to decide a placement in one ply, dense and sparse (placement_step.h). The engine
// takes the cheaper way.
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
  // Halves the weight of earlier measurements, then adds those of `ply`, so that the estimates follow the latest plies.
  // Dense and sparse work are measured apart. An estimate stays as it is if `ply` did too little work of its kind.
  void update(const StepCost& ply) {
    sparse_.fade(ply.sparse_);
    dense_.fade(ply.dense_);
  }

  // These functions estimate how many nanoseconds a placement takes. `states` is the number of positions whose moves
  // are taken back, `blocks` the number of blocks. Until a way has been measured, its rate is that of four pieces a
  // side on one core.
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
  // A mean over fewer blocks or positions than this is not reliable, since the clock is not exact enough.
  static constexpr double kEnough = 1000;
  Way sparse_;
  Way dense_;
};

}  // namespace uisge
