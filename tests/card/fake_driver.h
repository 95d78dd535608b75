// A CUDA driver for tests, on machines without a card: a shared library by the name libcuda.so.1 that has the functions
// which solver/card/cuda_driver.h asks for, and behaves as if there were one card. What is declared here steers it.
//
// The memory of the card is memory of this machine, with garbage in it, and kernels are the emulated ones. Streams do
// only what somebody waits for, as late as they may, so that a wait that is missing shows as wrong data. Copies read
// their source when they are carried out.
//
// A program that opens this driver without knowing can be told by environment variables, read at its first call:
//   UISGE_FAKE_CARD_MEMORY=BYTES  UISGE_FAKE_CARD_DEVICES=0|1  UISGE_FAKE_CARD_COMPUTE=8.0
//   UISGE_FAKE_CARD_VERSION=12000  UISGE_FAKE_CARD_FAIL=CALL:NTH:CODE
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "solver/card/cuda_driver.h"
#include "tests/card/emulated_kernel.h"

namespace uisge::test {

struct FakeCardProperties {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t used_bytes = 0;                         // of it, by other programs
  std::uint64_t pinned_bytes = std::uint64_t{1} << 40;  // that can be pinned
  int devices = 1;
  int compute_major = 8;
  int compute_minor = 0;
  int version = 12000;
};

// What has been given and not given back.
struct FakeCardLive {
  std::size_t allocations = 0;
  std::size_t pinned = 0;  // or registered
  std::size_t streams = 0;
  std::size_t events = 0;
  std::size_t modules = 0;
  std::size_t contexts = 0;
  bool operator==(const FakeCardLive&) const = default;
};

// A new card: nothing lives, nothing is logged, nothing is to fail, it has no kernels but the emulated ones.
void reset_fake_card(const FakeCardProperties& properties = {});
// As it is for a program that does not know of it.
void reset_fake_card_by_environment();

// The nth call of a function from now on, 1 being the next, does nothing and returns the code. If that is the end of
// the card, so do all calls after it.
void fail_fake_call(std::string_view function, int nth, CudaResult code);

// The calls since the card is new, one a line: "cuMemcpyHtoDAsync_v2 stream 1, 64 bytes".
std::vector<std::string> fake_card_calls();
FakeCardLive fake_card_live();

// One more kernel, for modules that say that they have it.
void add_fake_kernel(const EmulatedKernel& kernel);

}  // namespace uisge::test
