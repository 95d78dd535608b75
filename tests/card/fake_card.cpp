// This file is long because it has every driver function that the program looks up.
#include "tests/card/fake_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace uisge::test {

namespace {

// Uses all processors if there is enough to do. OpenMP is not used: this library could load a second OpenMP runtime
// into the process, which would start threads of its own.
void run_groups(const EmulatedKernel& kernel, std::uint32_t groups, const void* parameters) {
  constexpr std::uint32_t kGroupsOfThread = 8;
  std::atomic<std::uint32_t> next{0};
  const auto run = [&] {
    for (;;) {
      const std::uint32_t group = next.fetch_add(1, std::memory_order_relaxed);
      if (group >= groups) return;
      kernel.run(group, parameters);
    }
  };
  std::vector<std::jthread> helpers;
  const std::uint32_t useful = std::min(groups / kGroupsOfThread, std::thread::hardware_concurrency());
  for (std::uint32_t i = 1; i < useful; ++i) helpers.emplace_back(run);
  run();
}

constexpr std::size_t kAlignment = 256;
constexpr int kGarbage = 0xB5;

CudaContext only_context() {
  return make_handle(HandleKind::kContext, 1);
}
thread_local CudaContext current_context = nullptr;

// Whether the code ends the use of the card: after a call that returns such a code, every later call fails too, as with
// the real driver.
bool ends_card(CudaResult code) {
  return code == kCudaEccUncorrectable || code == kCudaNvlinkUncorrectable || code == kCudaIllegalAddress ||
         code == kCudaLaunchTimeout || (code >= kCudaAssert && code <= kCudaLaunchFailed) || code == kCudaUnknown;
}

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

void take_number(std::string_view text, int& number) {
  std::from_chars(text.data(), text.data() + text.size(), number);
}

}  // namespace

FakeCard& FakeCard::instance() {
  static FakeCard card;
  return card;
}

void FakeCard::reset_by_environment() {
  FakeCardProperties properties;
  take_number(variable("UISGE_FAKE_CARD_DEVICES"), properties.devices);
  take_number(variable("UISGE_FAKE_CARD_VERSION"), properties.version);
  if (const auto compute = variable("UISGE_FAKE_CARD_COMPUTE"); !compute.empty()) {
    take_number(compute, properties.compute_major);
    take_number(compute.substr(std::min(compute.size(), compute.find('.') + 1)), properties.compute_minor);
  }
  reset(properties);
  const auto failure = variable("UISGE_FAKE_CARD_FAIL");
  const auto first = failure.find(':');
  const auto last = failure.rfind(':');
  if (first == last) return;
  int nth = 0;
  int code = 0;
  take_number(failure.substr(first + 1, last - first - 1), nth);
  take_number(failure.substr(last + 1), code);
  fail(failure.substr(0, first), nth, static_cast<CudaResult>(code));
}

void FakeCard::reset(const FakeCardProperties& properties) {
  const std::lock_guard lock(mutex_);
  properties_ = properties;
  calls_.clear();
  failures_.clear();
  has_failed_ = false;
  end_of_card_ = kCudaSuccess;
  is_initialized_ = false;
  contexts_ = 0;
  handles_.clear();
  kernels_.assign(emulated_kernels().begin(), emulated_kernels().end());
  modules_.clear();
  streams_.clear();
  events_.clear();
  memory_.clear();
  pinned_.clear();
}

void FakeCard::fail(std::string_view function, int nth, CudaResult code) {
  const std::lock_guard lock(mutex_);
  failures_.push_back({std::string(function), nth, code});
}

void FakeCard::add_kernel(const EmulatedKernel& kernel) {
  const std::lock_guard lock(mutex_);
  kernels_.push_back(kernel);
}

std::vector<std::string> FakeCard::calls() {
  const std::lock_guard lock(mutex_);
  return calls_;
}

FakeCardLive FakeCard::live() {
  const std::lock_guard lock(mutex_);
  return {memory_.size(), pinned_.size(), streams_.size(), events_.size(), modules_.size(), contexts_};
}

CudaResult FakeCard::begin(std::string_view function, const std::string& numbers, Needs needs) {
  calls_.push_back(numbers.empty() ? std::string(function) : fmt::format("{} {}", function, numbers));
  const CudaResult failure = failure_of(function);
  if (failure != kCudaSuccess) {
    has_failed_ = true;
    if (ends_card(failure)) end_of_card_ = failure;
  }
  if (end_of_card_ != kCudaSuccess) {
    for (auto& [handle, stream] : streams_) {
      stream.done += stream.queue.size();
      stream.queue.clear();
    }
    return end_of_card_;
  }
  if (failure != kCudaSuccess) return failure;
  if (needs != Needs::kNothing && !is_initialized_) return kCudaNotInitialized;
  if (needs == Needs::kContext && (contexts_ == 0 || current_context != only_context())) return kCudaInvalidContext;
  return kCudaSuccess;
}

CudaResult FakeCard::failure_of(std::string_view function) {
  CudaResult code = kCudaSuccess;
  for (Failure& failure : failures_) {
    if (failure.function == function && --failure.nth == 0) code = failure.code;
  }
  return code;
}

CudaResult FakeCard::init() {
  is_initialized_ = true;
  return kCudaSuccess;
}

CudaResult FakeCard::retain_context(CudaContext* context) {
  ++contexts_;
  *context = only_context();
  return kCudaSuccess;
}

CudaResult FakeCard::release_context() {
  if (contexts_ == 0) return kCudaInvalidContext;
  --contexts_;
  return kCudaSuccess;
}

CudaResult FakeCard::make_current(CudaContext context) const {
  if (context != nullptr && (contexts_ == 0 || context != only_context())) return kCudaInvalidContext;
  current_context = context;
  return kCudaSuccess;
}

CudaResult FakeCard::load(CudaModule* module, std::string_view ptx, std::string& log) {
  if (ptx.find(".version") == std::string_view::npos) {
    log = "ptxas application ptx input, line 1; fatal   : Missing .version directive\nptxas fatal   : aborted\n";
    return kCudaInvalidPtx;
  }
  *module = next_handle(HandleKind::kModule);
  modules_[*module] = ptx;
  return kCudaSuccess;
}

CudaResult FakeCard::unload(CudaModule module) {
  return modules_.erase(module) == 1 ? kCudaSuccess : kCudaInvalidHandle;
}

// Finds only kernels that the module's text has and that can be emulated.
CudaResult FakeCard::find_kernel(CudaFunction* function, CudaModule module, const std::string& name) const {
  const auto found = modules_.find(module);
  if (found == modules_.end()) return kCudaInvalidHandle;
  if (found->second.find(fmt::format(".entry {}(", name)) == std::string::npos) return kCudaNotFound;
  const auto kernel =
      std::ranges::find(kernels_, name, [](const EmulatedKernel& each) { return std::string(each.name); });
  if (kernel == kernels_.end()) return kCudaNotFound;
  *function = reinterpret_cast<void*>(kernel - kernels_.begin() + 1);
  return kCudaSuccess;
}

void FakeCard::Delete::operator()(std::byte* memory) const {
  ::operator delete (memory, std::align_val_t{kAlignment});
}

CudaResult FakeCard::add_to(Allocations& allocations, std::size_t bytes, std::uintptr_t& address) {
  auto* const memory = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kAlignment}, std::nothrow));
  if (memory == nullptr) return kCudaOutOfMemory;
  std::memset(memory, kGarbage, bytes);
  address = reinterpret_cast<std::uintptr_t>(memory);
  allocations[address] = {std::unique_ptr<std::byte, Delete>(memory), bytes};
  return kCudaSuccess;
}

bool FakeCard::erase(Allocations& allocations, const void* memory, bool is_own) {
  const auto found = allocations.find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == allocations.end() || (found->second.memory != nullptr) != is_own) return false;
  allocations.erase(found);
  return true;
}

bool FakeCard::holds(const Allocations& allocations, std::uintptr_t address, std::size_t bytes) {
  const auto next = allocations.upper_bound(address);
  if (next == allocations.begin()) return false;
  const auto& [begin, allocation] = *std::prev(next);
  const std::uintptr_t offset = address - begin;
  return offset <= allocation.bytes && bytes <= allocation.bytes - offset;
}

std::uint64_t FakeCard::bytes_of(const Allocations& allocations) {
  std::uint64_t bytes = 0;
  for (const auto& [address, allocation] : allocations) bytes += allocation.bytes;
  return bytes;
}

std::uint64_t FakeCard::free_bytes() const {
  const std::uint64_t taken = bytes_of(memory_) + properties_.used_bytes;
  return properties_.memory_bytes - std::min(properties_.memory_bytes, taken);
}

CudaResult FakeCard::allocate(CudaAddress* address, std::size_t bytes) {
  if (bytes == 0) return kCudaInvalidValue;
  if (bytes > free_bytes()) return kCudaOutOfMemory;
  std::uintptr_t made = 0;
  const CudaResult result = add_to(memory_, bytes, made);
  *address = made;
  return result;
}

CudaResult FakeCard::free(CudaAddress address) {
  run_all();
  return memory_.erase(address) == 1 ? kCudaSuccess : kCudaInvalidValue;
}

CudaResult FakeCard::pin(void** memory, std::size_t bytes) {
  if (bytes == 0) return kCudaInvalidValue;
  if (bytes_of(pinned_) + bytes > properties_.pinned_bytes) return kCudaOutOfMemory;
  std::uintptr_t made = 0;
  const CudaResult result = add_to(pinned_, bytes, made);
  *memory = reinterpret_cast<void*>(made);
  return result;
}

CudaResult FakeCard::unpin(void* memory) {
  run_all();
  return erase(pinned_, memory, true) ? kCudaSuccess : kCudaInvalidValue;
}

CudaResult FakeCard::register_memory(void* memory, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (memory == nullptr || bytes == 0 || holds(pinned_, address, 1)) return kCudaInvalidValue;
  if (bytes_of(pinned_) + bytes > properties_.pinned_bytes) return kCudaOutOfMemory;
  pinned_[address] = {nullptr, bytes};
  return kCudaSuccess;
}

// The real driver does not promise to wait for the streams' work, so this driver does not wait.
CudaResult FakeCard::unregister_memory(void* memory) {
  return erase(pinned_, memory, false) ? kCudaSuccess : kCudaInvalidValue;
}

CudaResult FakeCard::make_stream(CudaStream* stream) {
  *stream = next_handle(HandleKind::kStream);
  streams_[*stream];
  return kCudaSuccess;
}

CudaResult FakeCard::destroy_stream(CudaStream stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return kCudaInvalidHandle;
  run_until(found->second.end(stream));
  streams_.erase(found);
  return kCudaSuccess;
}

CudaResult FakeCard::synchronize_stream(CudaStream stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return kCudaInvalidHandle;
  run_until(found->second.end(stream));
  return kCudaSuccess;
}

CudaResult FakeCard::put(CudaStream stream, std::function<void()> work) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return kCudaInvalidHandle;
  found->second.queue.push_back(std::move(work));
  return kCudaSuccess;
}

void FakeCard::run_until(const Point& point) {
  const auto found = streams_.find(point.stream);
  if (found == streams_.end()) return;  // the event was never recorded, or all work is done
  Stream& stream = found->second;
  while (stream.done < point.works) {
    const std::function<void()> work = std::move(stream.queue.front());
    stream.queue.pop_front();
    ++stream.done;  // counted before work(), since work() may call this function again
    work();
  }
}

void FakeCard::run_all() {
  for (const auto& [handle, stream] : streams_) run_until(stream.end(handle));
}

bool FakeCard::is_safe(const void* memory, std::size_t bytes) const {
  return !has_failed_ || holds(pinned_, reinterpret_cast<std::uintptr_t>(memory), bytes);
}

CudaResult FakeCard::copy_in(CudaAddress to, const void* from, std::size_t bytes, CudaStream stream) {
  if (from == nullptr || !holds(memory_, to, bytes)) return kCudaInvalidValue;
  return put(stream, [=, this] {
    if (is_safe(from, bytes)) std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  });
}

CudaResult FakeCard::copy_out(void* to, CudaAddress from, std::size_t bytes, CudaStream stream) {
  if (to == nullptr || !holds(memory_, from, bytes)) return kCudaInvalidValue;
  return put(stream, [=, this] {
    if (is_safe(to, bytes)) std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  });
}

CudaResult FakeCard::fill(CudaAddress address, unsigned char value, std::size_t bytes, CudaStream stream) {
  if (!holds(memory_, address, bytes)) return kCudaInvalidValue;
  return put(stream, [=] { std::memset(reinterpret_cast<void*>(address), value, bytes); });
}

CudaResult FakeCard::launch(CudaFunction function, unsigned groups, unsigned threads, const void* parameters,
                            CudaStream stream) {
  const auto number = reinterpret_cast<std::uintptr_t>(function);
  if (number == 0 || number > kernels_.size() || modules_.empty()) return kCudaInvalidHandle;
  if (groups == 0 || groups > INT32_MAX || threads == 0 || threads > 1024) return kCudaInvalidValue;
  const EmulatedKernel kernel = kernels_[number - 1];
  const auto* const begin = static_cast<const std::byte*>(parameters);
  return put(stream, [=, copy = std::vector<std::byte>(begin, begin + kernel.parameter_bytes)] {
    run_groups(kernel, groups, copy.data());
  });
}

CudaResult FakeCard::make_event(CudaEvent* event) {
  *event = next_handle(HandleKind::kEvent);
  events_[*event];
  return kCudaSuccess;
}

CudaResult FakeCard::destroy_event(CudaEvent event) {
  return events_.erase(event) == 1 ? kCudaSuccess : kCudaInvalidHandle;
}

CudaResult FakeCard::record(CudaEvent event, CudaStream stream) {
  const auto found = events_.find(event);
  if (found == events_.end()) return kCudaInvalidHandle;
  if (streams_.count(stream) == 0) return kCudaInvalidHandle;
  const Point point{stream, streams_[stream].end(stream).works + 1};
  found->second = {point, std::nullopt};
  return put(stream, [=, this] {
    const auto recorded = events_.find(event);
    const bool is_last = recorded != events_.end() && recorded->second.recorded.stream == stream &&
                         recorded->second.recorded.works == point.works;
    if (is_last) recorded->second.passed = std::chrono::steady_clock::now();
  });
}

// Makes the stream wait for the event as it is recorded now. If the event is recorded again after this call, the stream
// does not wait for that.
CudaResult FakeCard::wait_for(CudaStream stream, CudaEvent event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return kCudaInvalidHandle;
  return put(stream, [this, point = found->second.recorded] { run_until(point); });
}

CudaResult FakeCard::synchronize_event(CudaEvent event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return kCudaInvalidHandle;
  run_until(found->second.recorded);
  return kCudaSuccess;
}

CudaResult FakeCard::elapsed(float* milliseconds, CudaEvent begin, CudaEvent end) const {
  const auto first = events_.find(begin);
  const auto last = events_.find(end);
  for (const auto& found : {first, last}) {
    if (found == events_.end() || found->second.recorded.stream == nullptr) return kCudaInvalidHandle;
    if (!found->second.passed) return kCudaNotReady;
  }
  *milliseconds = std::chrono::duration<float, std::milli>(*last->second.passed - *first->second.passed).count();
  return kCudaSuccess;
}

}  // namespace uisge::test
