#include "solver/card/card.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <utility>

#include "solver/card/card_error.h"
#include "solver/card/cuda_driver.h"
#include "solver/card/touch_memory.h"
#include "solver/resources.h"
#include "solver/units.h"
#include "solver/zeroed_memory.h"

namespace uisge {

namespace {

// The kernels are compiled to PTX 7.0, which needs CUDA 11.0, for sm_80 (cmake/card_kernels.cmake).
constexpr int kLeastDriverVersion = 11000;
constexpr int kLeastComputeMajor = 8;

constexpr std::size_t kLogBytes = 8192;

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// The memory transfers two bits per clock cycle on each line of its bus.
std::uint64_t bytes_per_second(int clock_khz, int bus_bits) {
  if (clock_khz <= 0 || bus_bits <= 0) return 0;
  return std::uint64_t{2000} * static_cast<unsigned>(clock_khz) * (static_cast<unsigned>(bus_bits) / 8);
}

void free_memory(const CudaDriver& driver, void* address, std::uint64_t /*bytes*/) {
  static_cast<void>(driver.mem_free(reinterpret_cast<std::uintptr_t>(address)));
}
void free_pinned(const CudaDriver& driver, void* memory, std::uint64_t /*bytes*/) {
  static_cast<void>(driver.mem_free_host(memory));
}
void free_registered(const CudaDriver& driver, void* memory, std::uint64_t bytes) {
  const ZeroedMemory mapped(memory, UnmapMemory{bytes});
  static_cast<void>(driver.mem_host_unregister(memory));
}
// Waits for the stream first, because work in the stream may use memory that is freed next.
void destroy_stream(const CudaDriver& driver, void* stream, std::uint64_t /*bytes*/) {
  static_cast<void>(driver.stream_synchronize(stream));
  static_cast<void>(driver.stream_destroy(stream));
}
void destroy_event(const CudaDriver& driver, void* event, std::uint64_t /*bytes*/) {
  static_cast<void>(driver.event_destroy(event));
}

tl::unexpected<Error> no_room_to_pin(std::uint64_t bytes) {
  return card_error(fmt::format("card: {} of this machine's memory have to be pinned, {} are available",
                                format_size(bytes), format_size(available_memory())));
}

}  // namespace

Result<void> CardEvent::synchronize() const {
  return driver().check(driver().event_synchronize(handle_.get()), "waiting for the card");
}

Result<double> CardEvent::seconds_since(const CardEvent& earlier) const {
  float milliseconds = 0;
  const auto result = driver().event_elapsed_time(&milliseconds, earlier.handle_.get(), handle_.get());
  UISGE_TRY(driver().check(result, "taking the time"));
  return double{milliseconds} / 1000;
}

Result<void> CardStream::copy_in(CardAddress to, const void* from, std::uint64_t bytes) {
  if (bytes == 0) return {};
  const auto result = driver().memcpy_h_to_d_async(static_cast<CudaAddress>(to), from, bytes, handle_.get());
  return driver().check(result, "copying to the card");
}

Result<void> CardStream::copy_out(void* to, CardAddress from, std::uint64_t bytes) {
  if (bytes == 0) return {};
  const auto result = driver().memcpy_d_to_h_async(to, static_cast<CudaAddress>(from), bytes, handle_.get());
  return driver().check(result, "copying from the card");
}

Result<void> CardStream::fill_with_zeros(CardAddress address, std::uint64_t bytes) {
  if (bytes == 0) return {};
  const auto result = driver().memset_d8_async(static_cast<CudaAddress>(address), 0, bytes, handle_.get());
  return driver().check(result, "clearing memory of the card");
}

Result<void> CardStream::launch(CardKernel kernel, std::uint32_t groups, std::uint32_t threads,
                                const void* parameters) {
  void* list[] = {const_cast<void*>(parameters)};
  const auto result = driver().launch_kernel(std::bit_cast<CudaFunction>(kernel), groups, 1, 1, threads, 1, 1, 0,
                                             handle_.get(), list, nullptr);
  return driver().check(result, "starting a kernel");
}

Result<void> CardStream::record(CardEvent& event) {
  return driver().check(driver().event_record(event.handle_.get(), handle_.get()), "recording an event");
}

Result<void> CardStream::wait_for(const CardEvent& event) {
  const auto result = driver().stream_wait_event(handle_.get(), event.handle_.get(), 0);
  return driver().check(result, "waiting for another stream");
}

Result<void> CardStream::synchronize() const {
  return driver().check(driver().stream_synchronize(handle_.get()), "waiting for the card");
}

Card::Card(std::unique_ptr<CudaDriver> driver) : driver_(std::move(driver)) {}
Card::Card(Card&& other) noexcept = default;

Card::~Card() {
  if (driver_ == nullptr) return;
  unload();
  if (context_ != nullptr) static_cast<void>(driver_->device_primary_ctx_release(device_));
}

Result<Card> Card::open(const std::string& driver) {
  auto opened = UISGE_TRY(CudaDriver::open(driver));
  Card card(std::move(opened));
  UISGE_TRY(card.choose_device());
  UISGE_TRY(card.ask_for_info());
  UISGE_TRY(card.take_context());
  return card;
}

Result<void> Card::choose_device() {
  const auto no_card = [] { return card_error("card: the driver shows no card"); };
  int count = 0;
  const CudaResult started = driver_->init(0);
  if (started == kCudaNoDevice) return no_card();
  if (started != kCudaSuccess) {
    return card_error(fmt::format("card: the driver does not start: {}", driver_->words_for(started)));
  }
  UISGE_TRY(driver_->check(driver_->device_get_count(&count), "counting cards"));
  if (count == 0) return no_card();
  return driver_->check(driver_->device_get(&device_, 0), "finding the card");
}

// Also refuses a card or a driver that is too old for the kernels.
Result<void> Card::ask_for_info() {
  std::array<char, 256> name{};
  int clock_khz = 0;
  int bus_bits = 0;
  CudaResult result = driver_->driver_get_version(&info_.driver_version);
  const auto ask = [&](CudaAttribute attribute, int& value) {
    if (result == kCudaSuccess) result = driver_->device_get_attribute(&value, attribute, device_);
  };
  if (result == kCudaSuccess) result = driver_->device_get_name(name.data(), static_cast<int>(name.size()), device_);
  ask(kCudaComputeCapabilityMajor, info_.compute_major);
  ask(kCudaComputeCapabilityMinor, info_.compute_minor);
  ask(kCudaMultiprocessorCount, info_.multiprocessors);
  std::size_t bytes = 0;
  if (result == kCudaSuccess) result = driver_->device_total_mem(&bytes, device_);
  UISGE_TRY(driver_->check(result, "asking what the card is"));
  // Some cards do not report clock and bus width, so errors of these two queries are ignored.
  ask(kCudaMemoryClockRate, clock_khz);
  ask(kCudaGlobalMemoryBusWidth, bus_bits);
  info_.name = name.data();
  info_.memory_bytes = bytes;
  info_.bytes_per_second = bytes_per_second(clock_khz, bus_bits);

  if (info_.compute_major < kLeastComputeMajor) {
    return card_error(fmt::format("card: {} has compute capability {}.{}, {}.0 is needed", info_.name,
                                  info_.compute_major, info_.compute_minor, kLeastComputeMajor));
  }
  if (info_.driver_version < kLeastDriverVersion) {
    return card_error(fmt::format("card: the driver of {} is for CUDA {}, one for CUDA {} or later is needed",
                                  info_.name, version_text(info_.driver_version), version_text(kLeastDriverVersion)),
                      {{Remedy::kInstallDriver}});
  }
  return {};
}

Result<void> Card::take_context() {
  void* context = nullptr;
  const CudaResult result = driver_->device_primary_ctx_retain(&context, device_);
  if (result == kCudaDeviceUnavailable) {
    return card_error(fmt::format("card: {} is in use by another program", info_.name));
  }
  if (result == kCudaOutOfMemory) {
    return card_error(fmt::format("card: other programs have taken all memory of {}", info_.name));
  }
  UISGE_TRY(driver_->check(result, "opening the card"));
  context_ = context;
  UISGE_TRY(use_in_this_thread());
  info_.free_bytes = UISGE_TRY(free_bytes());
  return {};
}

Result<void> Card::use_in_this_thread() const {
  return driver_->check(driver_->ctx_set_current(context_), "opening the card");
}

Result<std::uint64_t> Card::free_bytes() const {
  std::size_t free = 0;
  std::size_t total = 0;
  UISGE_TRY(driver_->check(driver_->mem_get_info(&free, &total), "asking for free memory"));
  return free;
}

void Card::unload() {
  if (module_ != nullptr) static_cast<void>(driver_->module_unload(std::exchange(module_, nullptr)));
}

Result<void> Card::load(std::string_view ptx) {
  unload();
  std::string log(kLogBytes, '\0');
  std::array options{kCudaJitErrorLogBuffer, kCudaJitErrorLogBufferSizeBytes};
  std::array<void*, options.size()> values{log.data(), std::bit_cast<void*>(log.size())};
  const CudaResult result =
      driver_->module_load_data_ex(&module_, ptx.data(), options.size(), options.data(), values.data());
  auto done = driver_->check(result, "compiling the kernels");
  if (done) return done;
  module_ = nullptr;
  const std::string first_line = log.substr(0, log.find_first_of(std::string_view("\0\r\n", 3)));
  if (!first_line.empty()) done.error().message += ": " + first_line;
  return done;
}

Result<CardKernel> Card::kernel(const std::string& name) const {
  CudaFunction function = nullptr;
  const auto result = driver_->module_get_function(&function, module_, name.c_str());
  UISGE_TRY(driver_->check(result, fmt::format("looking for kernel {}", name)));
  return CardKernel{reinterpret_cast<std::uintptr_t>(function)};
}

Result<CardMemory> Card::allocate(std::uint64_t bytes) const {
  CudaAddress address = 0;
  const CudaResult result = driver_->mem_alloc(&address, bytes);
  if (result == kCudaOutOfMemory) {
    const auto free = UISGE_TRY(free_bytes());
    return card_error(
        fmt::format("card: {} of its memory are needed, {} are free", format_size(bytes), format_size(free)));
  }
  UISGE_TRY(driver_->check(result, "taking memory of the card"));
  CardMemory memory;
  memory.memory_ =
      CardHandle(std::bit_cast<void*>(static_cast<std::uintptr_t>(address)), {driver_.get(), free_memory, bytes});
  return memory;
}

Result<PinnedMemory> Card::allocate_pinned(std::uint64_t bytes) const {
  if (bytes >= PinnedMemory::kLeastRegisteredBytes) return register_memory(bytes);
  void* address = nullptr;
  const CudaResult result = driver_->mem_host_alloc(&address, bytes, 0);
  if (result == kCudaOutOfMemory) return no_room_to_pin(bytes);
  UISGE_TRY(driver_->check(result, "pinning memory"));
  PinnedMemory memory;
  memory.memory_ = CardHandle(address, {driver_.get(), free_pinned, bytes});
  return memory;
}

Result<PinnedMemory> Card::register_memory(std::uint64_t bytes) const {
  if (bytes > available_memory()) return no_room_to_pin(bytes);  // touching more memory would end the process
  ZeroedMemory mapped = map_zeroed_memory(bytes, Commitment::kCounted);
  if (mapped == nullptr) return no_room_to_pin(bytes);
  touch_memory(mapped.get(), bytes);
  const CudaResult result = driver_->mem_host_register(mapped.get(), bytes, 0);
  if (result == kCudaOutOfMemory) {
    mapped.reset();  // frees the memory, so that it counts as available
    return no_room_to_pin(bytes);
  }
  UISGE_TRY(driver_->check(result, "pinning memory"));
  PinnedMemory memory;
  memory.memory_ = CardHandle(mapped.release(), {driver_.get(), free_registered, bytes});
  return memory;
}

Result<CardStream> Card::make_stream() const {
  CudaStream handle = nullptr;
  const auto result = driver_->stream_create(&handle, kCudaStreamNonBlocking);
  UISGE_TRY(driver_->check(result, "making a stream"));
  CardStream stream;
  stream.handle_ = CardHandle(handle, {driver_.get(), destroy_stream});
  return stream;
}

Result<CardEvent> Card::make_event() const {
  CudaEvent handle = nullptr;
  const auto result = driver_->event_create(&handle, 0);
  UISGE_TRY(driver_->check(result, "making an event"));
  CardEvent event;
  event.handle_ = CardHandle(handle, {driver_.get(), destroy_event});
  return event;
}

}  // namespace uisge
