// One CUDA card and its driver. The driver is loaded only if a card is asked for; the program builds and runs without
// it.
//
// Work for the card is put into a stream and done later, in the order of the stream. Streams run independently of each
// other, but a stream can wait for an event that another stream has recorded. Memory that a stream copies from or to
// must stay allocated until the copy is done.
//
// Errors are resource errors that name the card: no driver, no card, a card that is too old, too little memory (with
// the needed and the available bytes), a failed launch, a lost card. After a failed launch or the loss of the card,
// objects may only be destroyed. Objects belong to the thread that opened the card, and the card must outlive them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"

namespace uisge {

inline constexpr std::string_view kCardDriver = "libcuda.so.1";

class CudaDriver;  // the functions of the driver: cuda_driver.h

// An address in the card's memory, which the host must not dereference. `address + n` is n bytes further.
enum class CardAddress : std::uint64_t {};
constexpr CardAddress operator+(CardAddress address, std::uint64_t bytes) {
  return static_cast<CardAddress>(static_cast<std::uint64_t>(address) + bytes);
}

struct CardInfo {
  std::string name;
  int compute_major = 0;
  int compute_minor = 0;
  int driver_version = 0;  // the driver's CUDA version: 1000 * major + 10 * minor
  int multiprocessors = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_bytes = 0;        // free memory when the card was opened
  std::uint64_t bytes_per_second = 0;  // bandwidth of the card's memory, from its clock and bus width; 0: unknown
};

// A deleter that returns a resource to the driver. `bytes` is the size of the resource if it is memory.
struct GiveBack {
  const CudaDriver* driver = nullptr;
  void (*give_back)(const CudaDriver& driver, void* thing, std::uint64_t bytes) = nullptr;
  std::uint64_t bytes = 0;
  void operator()(void* thing) const { give_back(*driver, thing, bytes); }
};
using CardHandle = std::unique_ptr<void, GiveBack>;

// Memory of the card, not zeroed when allocated.
class CardMemory {
 public:
  CardAddress address() const { return CardAddress{reinterpret_cast<std::uintptr_t>(memory_.get())}; }
  std::uint64_t bytes() const { return memory_.get_deleter().bytes; }

 private:
  friend class Card;
  CardHandle memory_;
};

// Main memory that the card can access by itself, so that copies run at full speed and at the same time as other work.
// Not zeroed when allocated.
class PinnedMemory {
 public:
  // The program itself maps and touches memory of at least this size, on all processors. The driver only registers it.
  // For 12 GiB on a machine with an H200, the program's way takes 0.7 s, and leaving everything to the driver takes 4.6
  // s.
  static constexpr std::uint64_t kLeastRegisteredBytes = std::uint64_t{64} << 20;

  std::byte* data() const { return static_cast<std::byte*>(memory_.get()); }
  std::uint64_t bytes() const { return memory_.get_deleter().bytes; }

 private:
  friend class Card;
  CardHandle memory_;
};

// Marks a point in the work of a stream.
class CardEvent {
 public:
  // Waits until the card has done all work that a stream was given before that stream last recorded the event. Returns
  // at once if the event was never recorded.
  Result<void> synchronize() const;
  // The time between two events. REQUIRES: both events were recorded, and the card has done the work before both
  // events.
  Result<double> seconds_since(const CardEvent& earlier) const;

 private:
  friend class Card;
  friend class CardStream;
  const CudaDriver& driver() const { return *handle_.get_deleter().driver; }
  CardHandle handle_;
};

// A kernel of a loaded module: a handle that the card owns.
enum class CardKernel : std::uintptr_t {};

class CardStream {
 public:
  Result<void> copy_in(CardAddress to, const void* from, std::uint64_t bytes);
  Result<void> copy_out(void* to, CardAddress from, std::uint64_t bytes);
  Result<void> fill_with_zeros(CardAddress address, std::uint64_t bytes);
  // Launches `groups` groups of `threads` threads each. `parameters` points to one object, which the call copies.
  Result<void> launch(CardKernel kernel, std::uint32_t groups, std::uint32_t threads, const void* parameters);
  Result<void> record(CardEvent& event);
  // Makes later work of this stream wait until the card has done all work that another stream was given before that
  // stream last recorded the event.
  Result<void> wait_for(const CardEvent& event);
  // Waits until all work of the stream is done.
  Result<void> synchronize() const;

 private:
  friend class Card;
  const CudaDriver& driver() const { return *handle_.get_deleter().driver; }
  CardHandle handle_;
};

class Card {
 public:
  // Opens the first card that the driver lists. `driver` is a library's name or path; the tests pass a driver of their
  // own.
  static Result<Card> open(const std::string& driver = std::string(kCardDriver));
  Card(Card&& other) noexcept;
  Card& operator=(Card&& other) = delete;
  ~Card();

  const CardInfo& info() const { return info_; }
  // Lets the calling thread use the card, although another thread opened it. Only one thread may use the card at a
  // time.
  Result<void> use_in_this_thread() const;
  Result<std::uint64_t> free_bytes() const;

  // Compiles the kernels for this card, and unloads the kernels that were loaded before. REQUIRES: `ptx` ends in a zero
  // byte.
  Result<void> load(std::string_view ptx);
  // Errors: the loaded module has no kernel of this name. REQUIRES: load() was successful.
  Result<CardKernel> kernel(const std::string& name) const;

  // REQUIRES: `bytes` is not 0.
  Result<CardMemory> allocate(std::uint64_t bytes) const;
  Result<PinnedMemory> allocate_pinned(std::uint64_t bytes) const;
  Result<CardStream> make_stream() const;
  Result<CardEvent> make_event() const;

 private:
  explicit Card(std::unique_ptr<CudaDriver> driver);
  Result<void> choose_device();
  Result<void> ask_for_info();
  Result<void> take_context();
  void unload();
  Result<PinnedMemory> register_memory(std::uint64_t bytes) const;

  std::unique_ptr<CudaDriver> driver_;
  int device_ = 0;
  void* context_ = nullptr;
  void* module_ = nullptr;
  CardInfo info_;
};

}  // namespace uisge
