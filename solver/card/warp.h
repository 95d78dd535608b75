// A warp: 32 lanes that execute the same operations, each on its own values.
//
// A kernel here is a function for a card. It also compiles as plain C++, for tests on machines without a card. On a
// card a lane is a thread, and each function here is one instruction or a few. In plain C++ a lane is an iteration of a
// loop. A kernel must keep a value that differs between lanes in a PerLane. A kernel accesses a PerLane only within
// Warp::each or through the functions below. All other variables are equal in every lane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#ifdef __CUDA__
#define UISGE_ON_CARD __attribute__((device, always_inline))
#else
#include <atomic>
#define UISGE_ON_CARD
#endif

namespace uisge {

inline constexpr int kLanes = 32;

#ifdef __CUDA__

template <class T>
class PerLane {
 public:
  UISGE_ON_CARD T& operator[](int) { return value_; }
  UISGE_ON_CARD const T& operator[](int) const { return value_; }

 private:
  T value_{};
};

class Warp {
 public:
  // Calls body(lane) for every lane.
  template <class Body>
  UISGE_ON_CARD static void each(const Body& body) {
    body(lane());
  }

  // Returns the mask of the lanes for which test(lane) is true.
  template <class Test>
  UISGE_ON_CARD static std::uint32_t ballot(const Test& test) {
    return static_cast<std::uint32_t>(__nvvm_vote_ballot_sync(kAll, test(lane())));
  }

  template <class T>
  UISGE_ON_CARD static T broadcast(const PerLane<T>& values, int from) {
    return by_words(values[0], [from](std::uint32_t word) {
      return static_cast<std::uint32_t>(__nvvm_shfl_sync_idx_i32(kAll, static_cast<int>(word), from, kLanes - 1));
    });
  }

  // Each lane gets the value of the lane whose number differs from its own in the bits of `mask`.
  template <class T>
  UISGE_ON_CARD static PerLane<T> exchange(const PerLane<T>& values, int mask) {
    PerLane<T> others;
    others[0] = by_words(values[0], [mask](std::uint32_t word) {
      return static_cast<std::uint32_t>(__nvvm_shfl_sync_bfly_i32(kAll, static_cast<int>(word), mask, kLanes - 1));
    });
    return others;
  }

  // Adds `value` to the counter atomically, once per warp.
  UISGE_ON_CARD static void add(std::uint32_t* counter, std::uint32_t value) {
    if (lane() == 0) __nvvm_atom_add_gen_i(reinterpret_cast<int*>(counter), static_cast<int>(value));
  }

  // Adds `value` to the counter atomically, once per lane that calls the function. Returns the old count.
  UISGE_ON_CARD static std::uint32_t take(std::uint32_t* counter, std::uint32_t value) {
    return static_cast<std::uint32_t>(__nvvm_atom_add_gen_i(reinterpret_cast<int*>(counter), static_cast<int>(value)));
  }

  // Raises *most to at least `value` atomically, once per warp.
  UISGE_ON_CARD static void raise(std::uint32_t* most, std::uint32_t value) {
    if (lane() == 0) __nvvm_atom_max_gen_ui(most, value);
  }

  // Reads a value that other warps may change meanwhile. The result may be an earlier value.
  template <class T>
  UISGE_ON_CARD static T load(const T* from) {
    return *from;
  }
  // Writes a value. Several lanes may write to the same place if they write the same value.
  template <class T>
  UISGE_ON_CARD static void store(T* to, T value) {
    *to = value;
  }
  // Sets `bits` in the word atomically, once per lane that calls the function. Returns the word's old bits.
  UISGE_ON_CARD static std::uint32_t set(std::uint32_t* word, std::uint32_t bits) {
    return static_cast<std::uint32_t>(__nvvm_atom_or_gen_i(reinterpret_cast<int*>(word), static_cast<int>(bits)));
  }
  UISGE_ON_CARD static std::uint64_t set(std::uint64_t* word, std::uint64_t bits) {
    return static_cast<std::uint64_t>(
        __nvvm_atom_or_gen_ll(reinterpret_cast<long long*>(word), static_cast<long long>(bits)));
  }

 private:
  static constexpr unsigned kAll = 0xFFFF'FFFF;
  UISGE_ON_CARD static int lane() { return static_cast<int>(__nvvm_read_ptx_sreg_tid_x() % kLanes); }

  template <class T, class Change>
  UISGE_ON_CARD static T by_words(const T& value, const Change& change) {
    std::uint32_t words[(sizeof(T) + 3) / 4]{};
    __builtin_memcpy(words, &value, sizeof(T));
    for (std::uint32_t& word : words) word = change(word);
    T changed;
    __builtin_memcpy(&changed, words, sizeof(T));
    return changed;
  }
};

#else

template <class T>
class PerLane {
 public:
  T& operator[](int lane) { return values_[static_cast<std::size_t>(lane)]; }
  const T& operator[](int lane) const { return values_[static_cast<std::size_t>(lane)]; }

 private:
  std::array<T, kLanes> values_{};
};

class Warp {
 public:
  template <class Body>
  static void each(const Body& body) {
    for (int lane = 0; lane < kLanes; ++lane) body(lane);
  }

  template <class Test>
  static std::uint32_t ballot(const Test& test) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) lanes |= static_cast<std::uint32_t>(test(lane) ? 1 : 0) << lane;
    return lanes;
  }

  template <class T>
  static T broadcast(const PerLane<T>& values, int from) {
    return values[from];
  }

  template <class T>
  static PerLane<T> exchange(const PerLane<T>& values, int mask) {
    PerLane<T> others;
    each([&](int lane) { others[lane] = values[lane ^ mask]; });
    return others;
  }

  static void add(std::uint32_t* counter, std::uint32_t value) {
    std::atomic_ref(*counter).fetch_add(value, std::memory_order_relaxed);
  }

  static std::uint32_t take(std::uint32_t* counter, std::uint32_t value) {
    return std::atomic_ref(*counter).fetch_add(value, std::memory_order_relaxed);
  }

  static void raise(std::uint32_t* most, std::uint32_t value) {
    const std::atomic_ref all(*most);
    std::uint32_t known = all.load(std::memory_order_relaxed);
    while (value > known && !all.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
  }

  template <class T>
  static T load(const T* from) {
    return std::atomic_ref(*const_cast<T*>(from)).load(std::memory_order_relaxed);
  }
  template <class T>
  static void store(T* to, T value) {
    std::atomic_ref(*to).store(value, std::memory_order_relaxed);
  }
  template <class T>
  static T set(T* word, T bits) {
    return std::atomic_ref(*word).fetch_or(bits, std::memory_order_relaxed);
  }
};

#endif

}  // namespace uisge
