// One CUDA card, through its driver, which is loaded when a card is wanted: the program needs neither at build time nor
// to run.
//
// Everything that a card does is asked for in a stream and done later, in the order of the stream. Streams do not wait
// for each other, unless one waits for an event that the other has recorded. What a stream copies has to stay where it
// is until the stream has been waited for.
//
// Errors are resource errors that name the card: no driver, no card, one that is too old, no memory (need and have), a
// launch that failed, a card that is lost. After the last two nothing but destroying is of use. Objects belong to the
// thread that opened the card, and the card has to outlive all of the others.
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

// Where something lies in the card's memory. Arithmetic in bytes; means nothing on this side.
enum class CardAddress : std::uint64_t {};
constexpr CardAddress operator+(CardAddress address, std::uint64_t bytes) {
  return static_cast<CardAddress>(static_cast<std::uint64_t>(address) + bytes);
}

struct CardInfo {
  std::string name;
  int compute_major = 0;
  int compute_minor = 0;
  int driver_version = 0;  // of CUDA, 1000 * major + 10 * minor
  int multiprocessors = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_bytes = 0;        // when the card was opened
  std::uint64_t bytes_per_second = 0;  // of its memory, by its data sheet: clock times width; 0: it does not say
};

// What the driver has given, to be given back to it. `bytes`: of memory.
struct GiveBack {
  const CudaDriver* driver = nullptr;
  void (*give_back)(const CudaDriver& driver, void* thing, std::uint64_t bytes) = nullptr;
  std::uint64_t bytes = 0;
  void operator()(void* thing) const { give_back(*driver, thing, bytes); }
};
using CardHandle = std::unique_ptr<void, GiveBack>;

// Memory of the card. Not zeroed.
class CardMemory {
 public:
  CardAddress address() const { return CardAddress{reinterpret_cast<std::uintptr_t>(memory_.get())}; }
  std::uint64_t bytes() const { return memory_.get_deleter().bytes; }

 private:
  friend class Card;
  CardHandle memory_;
};

// Memory of this machine that a card copies from and to at full speed, and beside other work. Not zeroed.
class PinnedMemory {
 public:
  // From this size on, the program maps and touches the memory itself, on all processors, and the driver only registers
  // it: 12 GiB on a machine with an H200 take 0.7 s instead of the 4.6 s that the driver takes alone.
  static constexpr std::uint64_t kLeastRegisteredBytes = std::uint64_t{64} << 20;

  std::byte* data() const { return static_cast<std::byte*>(memory_.get()); }
  std::uint64_t bytes() const { return memory_.get_deleter().bytes; }

 private:
  friend class Card;
  CardHandle memory_;
};

// A point in a stream.
class CardEvent {
 public:
  // Until what was in the stream before it, when it was last recorded, is done. At once if it never was.
  Result<void> synchronize() const;
  // Between two events that were recorded and have come to pass.
  Result<double> seconds_since(const CardEvent& earlier) const;

 private:
  friend class Card;
  friend class CardStream;
  const CudaDriver& driver() const { return *handle_.get_deleter().driver; }
  CardHandle handle_;
};

// A kernel of a loaded module; a handle, which the card owns.
enum class CardKernel : std::uintptr_t {};

class CardStream {
 public:
  Result<void> copy_in(CardAddress to, const void* from, std::uint64_t bytes);
  Result<void> copy_out(void* to, CardAddress from, std::uint64_t bytes);
  Result<void> fill_with_zeros(CardAddress address, std::uint64_t bytes);
  // `groups` groups of `threads` threads each. The parameters are one object, which is copied by this call.
  Result<void> launch(CardKernel kernel, std::uint32_t groups, std::uint32_t threads, const void* parameters);
  Result<void> record(CardEvent& event);
  // What is put into this stream from now on waits until the event, as it was last recorded, has come to pass.
  Result<void> wait_for(const CardEvent& event);
  // Until everything is done.
  Result<void> synchronize() const;

 private:
  friend class Card;
  const CudaDriver& driver() const { return *handle_.get_deleter().driver; }
  CardHandle handle_;
};

class Card {
 public:
  // The first card that the driver shows. The driver is a library's name or path; tests have one of their own.
  static Result<Card> open(const std::string& driver = std::string(kCardDriver));
  Card(Card&& other) noexcept;
  Card& operator=(Card&& other) = delete;
  ~Card();

  const CardInfo& info() const { return info_; }
  // For a thread other than the one that opened it, one at a time.
  Result<void> use_in_this_thread() const;
  Result<std::uint64_t> free_bytes() const;

  // Compiles the kernels for this card. PTX is text with a zero behind its end. Kernels that were loaded before go.
  Result<void> load(std::string_view ptx);
  // REQUIRES: load() was successful. An error if the module has no kernel of this name.
  Result<CardKernel> kernel(const std::string& name) const;

  // REQUIRES: not zero bytes.
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
