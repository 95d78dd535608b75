// Tests a card through the tests' driver: which calls the driver gets, which errors come back, and that everything is
// freed. This file is long because every call of the driver is tested once with success and once with failure.
#include <sys/mman.h>

#include "solver/card/card.h"
#include "tests/card/card_solve_fixture.h"

using namespace uisge;
using namespace uisge::test;

namespace {

using card_solve::open_card;

// The parameters of a kernel that adds a number to bytes; each group of threads adds to one byte.
struct AddParameters {
  std::uint8_t* bytes = nullptr;
  std::uint8_t number = 0;
};
void add(std::uint32_t group, const void* parameters) {
  const auto& add = *static_cast<const AddParameters*>(parameters);
  add.bytes[group] = static_cast<std::uint8_t>(add.bytes[group] + add.number);
}
constexpr EmulatedKernel kAdd{"add", add, sizeof(AddParameters)};
constexpr std::string_view kPtx = ".version 7.0\n.target sm_80\n.visible .entry add(\n.visible .entry elsewhere(\n";

using Bytes = std::array<std::uint8_t, 4>;

std::string refusal(const std::string& driver = UISGE_FAKE_DRIVER) {
  const auto card = Card::open(driver);
  check_error(card, ErrorKind::kResource);
  return card.error().message;
}

template <class T>
std::string message(const Result<T>& result) {
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::kResource);
  return result.error().message;
}

template <class T>
T made(Result<T> result) {
  if (!result) FAIL(result.error().message);
  return std::move(*result);
}

// Has four bytes on the card, four pinned bytes for copies in each direction, and two streams.
struct Bench {
  Bench() {
    add_fake_kernel(kAdd);
    REQUIRE(card.load(kPtx));
    kernel = made(card.kernel("add"));
  }
  Bytes& in() { return *reinterpret_cast<Bytes*>(source.data()); }
  Bytes& out() { return *reinterpret_cast<Bytes*>(target.data()); }
  bool copy_in(CardStream& stream) { return stream.copy_in(memory.address(), source.data(), 4).has_value(); }
  bool copy_out(CardStream& stream) { return stream.copy_out(target.data(), memory.address(), 4).has_value(); }
  Result<void> add(CardStream& stream, std::uint8_t number) {
    const AddParameters parameters{reinterpret_cast<std::uint8_t*>(memory.address()), number};
    return stream.launch(kernel, 4, 32, &parameters);
  }

  Card card = open_card();
  CardKernel kernel{};
  CardMemory memory = made(card.allocate(4));
  PinnedMemory source = made(card.allocate_pinned(4));
  PinnedMemory target = made(card.allocate_pinned(4));
  CardStream first = made(card.make_stream());
  CardStream second = made(card.make_stream());
  CardEvent event = made(card.make_event());
};

TEST_CASE("a card reports its name, version and sizes", "[card]") {
  {
    const Card card = open_card({.memory_bytes = 1 << 20, .used_bytes = 1 << 10, .compute_major = 9, .version = 11040});
    const CardInfo& info = card.info();
    CHECK(info.name == "Fake H200");
    CHECK(info.compute_major == 9);
    CHECK(info.compute_minor == 0);
    CHECK(info.driver_version == 11040);
    CHECK(info.multiprocessors == 132);
    CHECK(info.memory_bytes == 1 << 20);
    CHECK(info.free_bytes == (1 << 20) - (1 << 10));
    CHECK(info.bytes_per_second == 4'916'736'000'000);
    CHECK(fake_card_live() == FakeCardLive{.contexts = 1});
  }
  CHECK(fake_card_live() == FakeCardLive{});
  CHECK(fake_card_calls().back() == "cuDevicePrimaryCtxRelease_v2");
}

TEST_CASE("a card need not say how fast its memory is", "[card]") {
  reset_fake_card();
  fail_fake_call("cuDeviceGetAttribute", 4, kCudaInvalidValue);
  CHECK(made(Card::open(UISGE_FAKE_DRIVER)).info().bytes_per_second == 0);
}

TEST_CASE("without a driver there is no card", "[card]") {
  CHECK_THAT(refusal("/nowhere/libcuda.so.1"), Catch::StartsWith("card: there is no CUDA driver (") &&
                                                   Catch::Contains("/nowhere/libcuda.so.1") && Catch::EndsWith(")"));
  CHECK_THAT(refusal(__FILE__), Catch::StartsWith("card: there is no CUDA driver (") && Catch::Contains(__FILE__));
  CHECK(refusal(UISGE_BARE_DRIVER) ==
        "card: " UISGE_BARE_DRIVER " has no function cuGetErrorName: it is not a CUDA driver, or one that is too old");
}

TEST_CASE("a driver or a card that cannot be used is refused with the reason, and nothing stays allocated", "[card]") {
  struct Refused {
    std::string why;
    FakeCardProperties properties{};
    std::string_view failing_call{};
    CudaResult code = kCudaSuccess;
  };
  for (const auto& [why, properties, failing_call, code] : std::vector<Refused>{
           {"the driver shows no card", {.devices = 0}},
           {"the driver shows no card", {}, "cuInit", kCudaNoDevice},
           {"the driver does not start: unknown error (CUDA_ERROR_UNKNOWN)", {}, "cuInit", kCudaUnknown},
           {"the driver does not start: error 803 of the driver", {}, "cuInit", static_cast<CudaResult>(803)},
           {"Fake H200 has compute capability 6.1, 8.0 is needed", {.compute_major = 6, .compute_minor = 1}},
           {"the driver of Fake H200 is for CUDA 10.2, one for CUDA 11.0 or later is needed", {.version = 10020}},
           {"Fake H200 is in use by another program", {}, "cuDevicePrimaryCtxRetain", kCudaDeviceUnavailable},
           {"other programs have taken all memory of Fake H200", {}, "cuDevicePrimaryCtxRetain", kCudaOutOfMemory}}) {
    reset_fake_card(properties);
    fail_fake_call(failing_call, 1, code);
    CHECK(refusal() == "card: " + why);
    CHECK(fake_card_live() == FakeCardLive{});
  }
}

TEST_CASE("any call that fails while a card is opened is reported, and nothing stays allocated", "[card]") {
  for (const auto* const function :
       {"cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute",
        "cuDeviceTotalMem_v2", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuMemGetInfo_v2"}) {
    CAPTURE(function);
    reset_fake_card();
    fail_fake_call(function, 1, kCudaInvalidValue);
    CHECK_THAT(refusal(), Catch::EndsWith(" failed: invalid argument (CUDA_ERROR_INVALID_VALUE)"));
    CHECK(fake_card_live() == FakeCardLive{});
  }
}

TEST_CASE("a card gives memory until it has no more", "[card]") {
  const Card card = open_card({.memory_bytes = 3 << 20, .used_bytes = 1 << 20, .pinned_bytes = 1 << 20});
  CHECK(message(card.allocate(3 << 20)) == "card: 3.0 MiB of its memory are needed, 2.0 MiB are free");
  {
    CardMemory memory = made(card.allocate(1 << 20));
    CHECK(memory.bytes() == 1 << 20);
    CHECK(*card.free_bytes() == 1 << 20);
    memory = made(card.allocate(1 << 19));
    CHECK(*card.free_bytes() == 3 << 19);
    const CardMemory moved = std::move(memory);
    CHECK(fake_card_live().allocations == 1);
  }
  CHECK(*card.free_bytes() == 2 << 20);
  CHECK_THAT(message(card.allocate_pinned(2 << 20)),
             Catch::StartsWith("card: 2.0 MiB of this machine's memory have to be pinned, ") &&
                 Catch::EndsWith(" are available"));
  CHECK(made(card.allocate_pinned(64)).bytes() == 64);
  CHECK(fake_card_live() == FakeCardLive{.contexts = 1});
}

// The size is not a whole number of pages.
constexpr std::uint64_t kMuch = PinnedMemory::kLeastRegisteredBytes + 1;

// The number of the mapping's pages that are in memory.
std::size_t resident_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  std::vector<unsigned char> pages((bytes + kPage - 1) / kPage);
  REQUIRE(::mincore(begin, bytes, pages.data()) == 0);
  return static_cast<std::size_t>(std::ranges::count_if(pages, [](unsigned char page) { return (page & 1) != 0; }));
}

TEST_CASE("much pinned memory is registered with the card, and unregistered when it is freed", "[card]") {
  const Card card = open_card({.memory_bytes = 4});
  {
    PinnedMemory memory = made(card.allocate_pinned(kMuch));
    CHECK(memory.bytes() == kMuch);
    CHECK(resident_pages(memory.data(), kMuch) == (kMuch + 4095) / 4096);
    CHECK(fake_card_live() == FakeCardLive{.pinned = 1, .contexts = 1});
    CHECK(fake_card_calls().back() == "cuMemHostRegister_v2 67108865 bytes");
    // Copying to or from the memory works up to its last byte.
    const CardMemory on_card = made(card.allocate(1));
    CardStream stream = made(card.make_stream());
    memory.data()[kMuch - 1] = std::byte{7};
    REQUIRE(stream.copy_in(on_card.address(), memory.data() + kMuch - 1, 1));
    REQUIRE(stream.copy_out(memory.data(), on_card.address(), 1));
    REQUIRE(stream.synchronize());
    CHECK(memory.data()[0] == std::byte{7});
    memory = made(card.allocate_pinned(kMuch + 1));
    CHECK(fake_card_live().pinned == 1);
    memory = made(card.allocate_pinned(PinnedMemory::kLeastRegisteredBytes - 1));
    CHECK(fake_card_live().pinned == 1);
  }
  CHECK(fake_card_live() == FakeCardLive{.contexts = 1});
  CHECK(calls_of("cuMemHostRegister_v2") == 2);
  CHECK(calls_of("cuMemHostUnregister") == 2);
  CHECK(calls_of("cuMemHostAlloc") == 1);
  CHECK(calls_of("cuMemFreeHost") == 1);
}

TEST_CASE("a failure to pin much memory is reported, and nothing stays allocated", "[card]") {
  const Card card = open_card({.pinned_bytes = kMuch - 1});
  const auto check_refusal = [&](std::uint64_t bytes, const std::string& need) {
    CHECK_THAT(message(card.allocate_pinned(bytes)),
               Catch::StartsWith("card: " + need + " of this machine's memory have to be pinned, ") &&
                   Catch::EndsWith(" are available"));
  };
  SECTION("memory that this machine lacks is neither touched nor registered") {
    check_refusal(std::uint64_t{1} << 50, "1.0 PiB");
    CHECK(calls_of("cuMemHostRegister_v2") == 0);
  }
  SECTION("more memory than may be pinned") {
    check_refusal(kMuch, "64 MiB");
    CHECK(calls_of("cuMemHostRegister_v2") == 1);
  }
  SECTION("another error of the driver") {
    fail_fake_call("cuMemHostRegister_v2", 1, kCudaInvalidValue);
    CHECK(message(card.allocate_pinned(kMuch - 1)) ==
          "card: pinning memory failed: invalid argument (CUDA_ERROR_INVALID_VALUE)");
    CHECK(card.allocate_pinned(kMuch - 1));  // the card still works
  }
  SECTION("memory is freed even after a failure of the card") {
    const PinnedMemory memory = made(card.allocate_pinned(kMuch - 1));
    fail_fake_call("cuMemGetInfo_v2", 1, kCudaIllegalAddress);
    CHECK_FALSE(card.free_bytes());
  }
  CHECK(fake_card_live() == FakeCardLive{.contexts = 1});
}

TEST_CASE("kernels that cannot be compiled are refused with the compiler's first line", "[card]") {
  Card card = open_card();
  CHECK(message(card.load("nonsense")) ==
        "card: compiling the kernels failed: a PTX JIT compilation failed (CUDA_ERROR_INVALID_PTX): "
        "ptxas application ptx input, line 1; fatal   : Missing .version directive");
  CHECK(fake_card_live() == FakeCardLive{.contexts = 1});
  add_fake_kernel(kAdd);
  REQUIRE(card.load(kPtx));
  REQUIRE(card.load(kPtx));
  CHECK(fake_card_live() == FakeCardLive{.modules = 1, .contexts = 1});
  CHECK(card.kernel("add"));
  for (const std::string name : {"nothing", "elsewhere", "ad"}) {
    CHECK(message(card.kernel(name)) ==
          "card: looking for kernel " + name + " failed: named symbol not found (CUDA_ERROR_NOT_FOUND)");
  }
}

TEST_CASE("a stream does its work in order when a caller waits for it", "[card]") {
  Bench bench;
  bench.out() = {9, 9, 9, 9};
  REQUIRE(bench.copy_in(bench.first));
  REQUIRE(bench.add(bench.first, 10));
  REQUIRE(bench.first.fill_with_zeros(bench.memory.address() + 3, 1));
  REQUIRE(bench.copy_out(bench.first));
  bench.in() = {1, 2, 3, 4};  // the copy has not begun, so the card will get these bytes
  CHECK(bench.out() == Bytes{9, 9, 9, 9});
  REQUIRE(bench.first.synchronize());
  CHECK(bench.out() == Bytes{11, 12, 13, 0});
}

TEST_CASE("copies and clears of no bytes make no call", "[card]") {
  Bench bench;
  const std::size_t calls = fake_card_calls().size();
  CHECK(bench.first.copy_in(bench.memory.address(), nullptr, 0));
  CHECK(bench.first.copy_out(nullptr, bench.memory.address(), 0));
  CHECK(bench.first.fill_with_zeros(bench.memory.address(), 0));
  CHECK(fake_card_calls().size() == calls);
}

TEST_CASE("streams wait for each other only when they are told to", "[card]") {
  Bench bench;
  bench.in() = {1, 2, 3, 4};
  REQUIRE(bench.copy_in(bench.first));
  REQUIRE(bench.first.record(bench.event));
  SECTION("a stream that is not told to wait does not wait") {
    REQUIRE(bench.copy_out(bench.second));
    REQUIRE(bench.second.synchronize());
    CHECK(bench.out() != Bytes{1, 2, 3, 4});
  }
  SECTION("a stream waits for an event, but not for the work after the event") {
    REQUIRE(bench.add(bench.first, 10));
    REQUIRE(bench.second.wait_for(bench.event));
    REQUIRE(bench.first.record(bench.event));  // the second stream still waits for the earlier recording
    REQUIRE(bench.copy_out(bench.second));
    REQUIRE(bench.second.synchronize());
    CHECK(bench.out() == Bytes{1, 2, 3, 4});
  }
  SECTION("the program waits for an event") {
    REQUIRE(bench.copy_out(bench.first));
    REQUIRE(bench.event.synchronize());
    CHECK(bench.out() != Bytes{1, 2, 3, 4});
    REQUIRE(bench.first.record(bench.event));
    REQUIRE(bench.event.synchronize());
    CHECK(bench.out() == Bytes{1, 2, 3, 4});
  }
}

TEST_CASE("time passes between events", "[card]") {
  Bench bench;
  const CardEvent& event = bench.event;
  CardEvent later = made(bench.card.make_event());
  REQUIRE(later.synchronize());  // an event that was never recorded
  CHECK(message(later.seconds_since(event)) ==
        "card: taking the time failed: invalid resource handle (CUDA_ERROR_INVALID_HANDLE)");
  REQUIRE(bench.first.record(bench.event));
  REQUIRE(bench.add(bench.first, 1));
  REQUIRE(bench.first.record(later));
  CHECK(message(later.seconds_since(event)) == "card: taking the time failed: device not ready (CUDA_ERROR_NOT_READY)");
  REQUIRE(later.synchronize());
  CHECK(made(later.seconds_since(event)) >= 0);
}

TEST_CASE("an address that is not on the card is refused", "[card]") {
  Bench bench;
  const std::string refused = " failed: invalid argument (CUDA_ERROR_INVALID_VALUE)";
  CHECK(message(bench.first.copy_in(bench.memory.address() + 1, bench.source.data(), 4)) ==
        "card: copying to the card" + refused);
  CHECK(message(bench.first.copy_out(bench.target.data(), bench.memory.address() + 1, 4)) ==
        "card: copying from the card" + refused);
  const CardAddress stale = std::exchange(bench.memory, CardMemory()).address();
  CHECK(message(bench.first.fill_with_zeros(stale, 4)) == "card: clearing memory of the card" + refused);
}

TEST_CASE("the driver's functions are called in a fixed order", "[card]") {
  {
    Bench bench;
    REQUIRE(bench.copy_in(bench.first));
    REQUIRE(bench.first.record(bench.event));
    REQUIRE(bench.second.wait_for(bench.event));
    REQUIRE(bench.add(bench.second, 1));
    REQUIRE(bench.copy_out(bench.second));
    REQUIRE(bench.event.synchronize());
  }
  const std::vector<std::string> calls = fake_card_calls();
  const auto begin = std::ranges::find(calls, "cuCtxSetCurrent");
  const std::vector<std::string> expected{
      "cuCtxSetCurrent", "cuMemGetInfo_v2", "cuMemAlloc_v2 4 bytes", "cuMemHostAlloc 4 bytes", "cuMemHostAlloc 4 bytes",
      "cuStreamCreate", "cuStreamCreate", "cuEventCreate", "cuModuleLoadDataEx", "cuModuleGetFunction add",
      "cuMemcpyHtoDAsync_v2 stream 1, 4 bytes", "cuEventRecord event 1, stream 1",
      "cuStreamWaitEvent stream 2, event 1", "cuLaunchKernel stream 2, 4 groups of 32",
      "cuMemcpyDtoHAsync_v2 stream 2, 4 bytes", "cuEventSynchronize event 1", "cuEventDestroy_v2 event 1",
      // The stream's remaining work may need the memory that is freed next.
      "cuStreamSynchronize stream 2", "cuStreamDestroy_v2 stream 2", "cuStreamSynchronize stream 1",
      "cuStreamDestroy_v2 stream 1", "cuMemFreeHost", "cuMemFreeHost", "cuMemFree_v2", "cuModuleUnload",
      "cuDevicePrimaryCtxRelease_v2"};
  CHECK(std::vector<std::string>(begin, calls.end()) == expected);
}

TEST_CASE("after a kernel has failed every call fails, and everything is freed", "[card]") {
  {
    Bench bench;
    fail_fake_call("cuStreamSynchronize", 1, kCudaIllegalAddress);
    REQUIRE(bench.add(bench.first, 1));
    const std::string failed =
        "card: a kernel failed: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)";
    CHECK(message(bench.first.synchronize()) == failed);
    CHECK(message(bench.second.synchronize()) == failed);
    CHECK(message(bench.card.free_bytes()) == failed);
    CHECK(message(bench.event.synchronize()) == failed);
    CHECK(message(bench.card.allocate(1)) == failed);
  }
  CHECK(fake_card_live() == FakeCardLive{});
}

TEST_CASE("a lost card is reported", "[card]") {
  {
    Bench bench;
    fail_fake_call("cuMemcpyDtoHAsync_v2", 2, kCudaEccUncorrectable);
    CHECK(bench.copy_out(bench.first));
    const std::string lost =
        "card: the card is lost: uncorrectable ECC error encountered (CUDA_ERROR_ECC_UNCORRECTABLE)";
    CHECK(message(bench.first.copy_out(bench.target.data(), bench.memory.address(), 4)) == lost);
    CHECK(message(bench.add(bench.first, 1)) == lost);
  }
  CHECK(fake_card_live() == FakeCardLive{});
}

TEST_CASE("every call that asks for something reports its failure", "[card]") {
  const auto fails = [](const std::string& function, const std::string& doing, const auto& call) {
    Bench bench;
    fail_fake_call(function, 1, kCudaInvalidValue);
    CHECK(message(call(bench)) == "card: " + doing + " failed: invalid argument (CUDA_ERROR_INVALID_VALUE)");
    CHECK(bench.add(bench.first, 1));  // the card still works
  };
  fails("cuMemGetInfo_v2", "asking for free memory", [](Bench& bench) { return bench.card.free_bytes(); });
  fails("cuMemAlloc_v2", "taking memory of the card", [](Bench& bench) { return bench.card.allocate(1); });
  fails("cuMemHostAlloc", "pinning memory", [](Bench& bench) { return bench.card.allocate_pinned(1); });
  fails("cuMemHostRegister_v2", "pinning memory", [](Bench& bench) { return bench.card.allocate_pinned(kMuch); });
  fails("cuStreamCreate", "making a stream", [](Bench& bench) { return bench.card.make_stream(); });
  fails("cuEventCreate", "making an event", [](Bench& bench) { return bench.card.make_event(); });
  fails("cuLaunchKernel", "starting a kernel", [](Bench& bench) { return bench.add(bench.first, 1); });
  fails("cuEventRecord", "recording an event", [](Bench& bench) { return bench.first.record(bench.event); });
  fails("cuStreamWaitEvent", "waiting for another stream",
        [](Bench& bench) { return bench.first.wait_for(bench.event); });
  fails("cuEventSynchronize", "waiting for the card", [](Bench& bench) { return bench.event.synchronize(); });
}

TEST_CASE("another thread must first say that it uses the card", "[card]") {
  const Card card = open_card();
  bool knew = true;
  bool knows = false;
  std::thread([&] {
    knew = card.free_bytes().has_value();
    knows = card.use_in_this_thread() && card.free_bytes();
  }).join();
  CHECK_FALSE(knew);
  CHECK(knows);
}

}  // namespace
