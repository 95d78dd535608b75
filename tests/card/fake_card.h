// The card behind the tests' driver (fake_driver.h): its resources, and the pending work of its streams.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "tests/card/fake_driver.h"

namespace uisge::test {

enum class Needs { kNothing, kInit, kContext };

// A handle has its kind in the high 32 bits, and in the low bits a number: handles are numbered from 1 in the order of
// creation.
enum class HandleKind : std::uint32_t { kContext = 1, kModule, kStream, kEvent };
inline void* make_handle(HandleKind kind, std::uint32_t number) {
  return reinterpret_cast<void*>(std::uintptr_t{static_cast<std::uint32_t>(kind)} << 32 | number);
}
inline std::uint32_t number_of(const void* handle) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle));
}

class FakeCard {
 public:
  static FakeCard& instance();

  void reset(const FakeCardProperties& properties);
  void fail(std::string_view function, int nth, CudaResult code);
  void add_kernel(const EmulatedKernel& kernel);
  std::vector<std::string> calls();
  FakeCardLive live();

  // Logs a call of the driver and carries it out, unless it must fail. Only one call runs at a time.
  template <class Body>
  CudaResult call(std::string_view function, const std::string& numbers, Needs needs, const Body& body) {
    const std::lock_guard lock(mutex_);
    const CudaResult failure = begin(function, numbers, needs);
    return failure != kCudaSuccess ? failure : body();
  }
  // Does what call() does, for a driver function that frees something. Frees the resource even if the call must fail,
  // so tests see whether everything is freed.
  template <class Body>
  CudaResult give_back(std::string_view function, const std::string& numbers, const Body& body) {
    const std::lock_guard lock(mutex_);
    const CudaResult failure = begin(function, numbers, Needs::kContext);
    const CudaResult done = body();
    return failure != kCudaSuccess ? failure : done;
  }

  // The code that call() runs uses the functions below.
  const FakeCardProperties& properties() const { return properties_; }
  CudaResult init();
  CudaResult retain_context(CudaContext* context);
  CudaResult release_context();
  CudaResult make_current(CudaContext context) const;

  CudaResult load(CudaModule* module, std::string_view ptx, std::string& log);
  CudaResult unload(CudaModule module);
  CudaResult find_kernel(CudaFunction* function, CudaModule module, const std::string& name) const;

  std::uint64_t free_bytes() const;
  CudaResult allocate(CudaAddress* address, std::size_t bytes);
  CudaResult free(CudaAddress address);
  CudaResult pin(void** memory, std::size_t bytes);
  CudaResult unpin(void* memory);
  CudaResult register_memory(void* memory, std::size_t bytes);
  CudaResult unregister_memory(void* memory);

  CudaResult make_stream(CudaStream* stream);
  CudaResult destroy_stream(CudaStream stream);
  CudaResult synchronize_stream(CudaStream stream);
  CudaResult copy_in(CudaAddress to, const void* from, std::size_t bytes, CudaStream stream);
  CudaResult copy_out(void* to, CudaAddress from, std::size_t bytes, CudaStream stream);
  CudaResult fill(CudaAddress address, unsigned char value, std::size_t bytes, CudaStream stream);
  CudaResult launch(CudaFunction function, unsigned groups, unsigned threads, const void* parameters,
                    CudaStream stream);

  CudaResult make_event(CudaEvent* event);
  CudaResult destroy_event(CudaEvent event);
  CudaResult record(CudaEvent event, CudaStream stream);
  CudaResult wait_for(CudaStream stream, CudaEvent event);
  CudaResult synchronize_event(CudaEvent event);
  CudaResult elapsed(float* milliseconds, CudaEvent begin, CudaEvent end) const;

 private:
  struct Delete {
    void operator()(std::byte* memory) const;
  };
  struct Allocation {
    std::unique_ptr<std::byte, Delete> memory;  // null if the memory is only registered and belongs to the caller
    std::size_t bytes = 0;
  };
  // The key is the address at which an allocation begins.
  using Allocations = std::map<std::uintptr_t, Allocation>;

  // A point in the queue of `stream`: after the first `works` operations.
  struct Point {
    CudaStream stream = nullptr;
    std::uint64_t works = 0;
  };
  struct Stream {
    std::deque<std::function<void()>> queue;
    std::uint64_t done = 0;
    Point end(CudaStream handle) const { return {handle, done + queue.size()}; }
  };
  struct Event {
    Point recorded;
    std::optional<std::chrono::steady_clock::time_point> passed;
  };
  struct Failure {
    std::string function;
    int nth = 0;
    CudaResult code = kCudaSuccess;
  };

  FakeCard() { reset_by_environment(); }
  void reset_by_environment();
  CudaResult begin(std::string_view function, const std::string& numbers, Needs needs);
  CudaResult failure_of(std::string_view function);
  static CudaResult add_to(Allocations& allocations, std::size_t bytes, std::uintptr_t& address);
  static bool erase(Allocations& allocations, const void* memory, bool is_own);
  static bool holds(const Allocations& allocations, std::uintptr_t address, std::size_t bytes);
  static std::uint64_t bytes_of(const Allocations& allocations);
  // Whether a copy from or to the memory may be carried out. After a call of the driver has failed, only copies from or
  // to pinned memory may be carried out, since the caller may have freed other memory.
  bool is_safe(const void* memory, std::size_t bytes) const;
  CudaResult put(CudaStream stream, std::function<void()> work);
  void run_until(const Point& point);
  void run_all();
  void* next_handle(HandleKind kind) { return make_handle(kind, ++handles_[kind]); }

  std::mutex mutex_;
  FakeCardProperties properties_;
  std::vector<std::string> calls_;
  std::vector<Failure> failures_;
  bool has_failed_ = false;
  CudaResult end_of_card_ = kCudaSuccess;  // once the card is lost, every call returns this code
  bool is_initialized_ = false;
  std::size_t contexts_ = 0;
  std::map<HandleKind, std::uint32_t> handles_;

  std::vector<EmulatedKernel> kernels_;
  std::map<CudaModule, std::string> modules_;  // their text
  Allocations memory_;
  Allocations pinned_;
  std::map<CudaStream, Stream> streams_;
  std::map<CudaEvent, Event> events_;
};

}  // namespace uisge::test
