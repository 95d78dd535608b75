// Handles for C programs: numbers in the form of pointers. Using a closed or made-up handle is an error, not a crash.
//
// A handle has three parts: its kind, the number of a slot, and a count. Each slot counts its openings and closings; a
// new handle takes this count. So a table refuses handles that are closed or of another kind. Slots are reused, and
// their memory is never freed. Looking up a handle takes no lock, so threads with different handles do not wait for
// each other.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace uisge::bindings {

enum class HandleKind : std::uint8_t { kDatabase, kProbe };

template <class T>
class HandleTable {
 public:
  explicit HandleTable(HandleKind kind) : kind_(static_cast<std::uintptr_t>(kind)) {}

  // While this object lives, nobody else can use the handle's slot. If failure() is not kNone, the object has no slot.
  class Use {
   public:
    enum class Failure : std::uint8_t { kNone, kUnknown, kBusy };
    explicit Use(Failure failure) : failure_(failure) {}
    Use(std::atomic<bool>& is_used, T& thing) : is_used_(&is_used), thing_(&thing) {}
    ~Use() {
      if (is_used_ != nullptr) is_used_->store(false, std::memory_order_release);
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Failure failure() const { return failure_; }
    T& operator*() const { return *thing_; }

   private:
    Failure failure_ = Failure::kNone;
    std::atomic<bool>* is_used_ = nullptr;
    T* thing_ = nullptr;
  };

  // Returns zero if the table is full. Throws std::bad_alloc if memory runs out; the table is then unchanged.
  std::uintptr_t add(std::unique_ptr<T> thing) {
    const std::lock_guard lock(mutex_);
    if (free_.empty() && !grow()) return 0;
    const std::uint32_t number = free_.back();
    free_.pop_back();
    Slot& slot = *this->slot(number);
    slot.thing = std::move(thing);
    const std::uint64_t uses = slot.uses.load(std::memory_order_relaxed) + 1;  // odd: open
    slot.uses.store(uses, std::memory_order_release);
    return static_cast<std::uintptr_t>(uses << kUsesAt | std::uint64_t{number} << kKindBits | kind_);
  }

  Use use(std::uintptr_t handle) {
    Slot* const slot = this->slot(number_in(handle));
    const std::uint64_t uses = handle >> kUsesAt;
    if (slot == nullptr || (uses & 1) == 0 || (handle & kKindMask) != kind_) return Use(Use::Failure::kUnknown);
    if (slot->uses.load(std::memory_order_acquire) != uses) return Use(Use::Failure::kUnknown);
    if (slot->is_used.exchange(true, std::memory_order_acquire)) return Use(Use::Failure::kBusy);
    // Another thread may have closed the handle since `uses` was read above.
    if (slot->uses.load(std::memory_order_acquire) == uses) return Use(slot->is_used, *slot->thing);
    slot->is_used.store(false, std::memory_order_release);
    return Use(Use::Failure::kUnknown);
  }

  // Closes the handle. Fails for the same reasons as use().
  typename Use::Failure remove(std::uintptr_t handle) {
    std::unique_ptr<T> thing;
    {
      const Use use = this->use(handle);
      if (use.failure() != Use::Failure::kNone) return use.failure();
      Slot& slot = *this->slot(number_in(handle));
      thing = std::move(slot.thing);
      slot.uses.fetch_add(1, std::memory_order_release);
    }
    const std::lock_guard lock(mutex_);
    // A slot is not reused if the number of its openings and closings would no longer fit into a handle.
    if (handle >> kUsesAt < kMaxUses) free_.push_back(static_cast<std::uint32_t>(number_in(handle)));
    return Use::Failure::kNone;
  }

 private:
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> uses{0};
    std::atomic<bool> is_used{false};
    std::unique_ptr<T> thing;
  };
  static constexpr unsigned kKindBits = 1;
  static constexpr std::uintptr_t kKindMask = (std::uintptr_t{1} << kKindBits) - 1;
  static constexpr unsigned kNumberBits = sizeof(std::uintptr_t) == 8 ? 20 : 12;
  static constexpr std::uintptr_t kNumberMask = (std::uintptr_t{1} << kNumberBits) - 1;
  static constexpr unsigned kUsesAt = kKindBits + kNumberBits;
  static constexpr std::uint64_t kMaxUses = (UINTPTR_MAX >> kUsesAt) - 2;
  static constexpr std::size_t kSegmentSlots = 256;
  static constexpr std::size_t kSegments = (std::size_t{1} << kNumberBits) / kSegmentSlots;
  using Segment = std::array<Slot, kSegmentSlots>;

  static std::uintptr_t number_in(std::uintptr_t handle) { return handle >> kKindBits & kNumberMask; }
  Slot* slot(std::uintptr_t number) {
    Segment* const segment = segments_[number / kSegmentSlots].load(std::memory_order_acquire);
    return segment == nullptr ? nullptr : &(*segment)[number % kSegmentSlots];
  }

  bool grow() {
    if (segment_count_ == kSegments) return false;
    // free_ has room for every slot's number. So if memory runs out, nothing has changed, and remove() needs no memory.
    free_.reserve((segment_count_ + 1) * kSegmentSlots);
    owned_.push_back(std::make_unique<Segment>());
    const auto first = static_cast<std::uint32_t>(segment_count_ * kSegmentSlots);
    for (std::uint32_t i = kSegmentSlots; i-- > 0;) free_.push_back(first + i);
    segments_[segment_count_++].store(owned_.back().get(), std::memory_order_release);
    return true;
  }

  std::uintptr_t kind_;
  std::array<std::atomic<Segment*>, kSegments> segments_{};
  std::mutex mutex_;  // guards the members below
  std::vector<std::unique_ptr<Segment>> owned_;
  std::size_t segment_count_ = 0;
  std::vector<std::uint32_t> free_;
};

}  // namespace uisge::bindings
