// A CUDA driver for tests, on machines without a card: a shared library named libcuda.so.1. It has the functions that
// solver/card/cuda_driver.h looks up, and behaves as if the machine had one card. The functions below steer it.
//
// The memory of the card is memory of this machine, with garbage in it, and kernels are the emulated ones. Streams do
// only what somebody waits for, as late as they may, so a missing wait shows as wrong data. Copies read their source
// when they are carried out.
//
// Environment variables, read at the first call, steer it in a program that does not know of it:
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
  std::uint64_t used_bytes = 0;                         // part of it that other programs use
  std::uint64_t pinned_bytes = std::uint64_t{1} << 40;  // most that can be pinned
  int devices = 1;
  int compute_major = 8;
  int compute_minor = 0;
  int version = 12000;
};

// The resources that are in use.
struct FakeCardLive {
  std::size_t allocations = 0;
  std::size_t pinned = 0;  // or registered
  std::size_t streams = 0;
  std::size_t events = 0;
  std::size_t modules = 0;
  std::size_t contexts = 0;
  bool operator==(const FakeCardLive&) const = default;
};

// A new card: nothing lives, nothing is logged, no call has to fail, and it has only the emulated kernels.
void reset_fake_card(const FakeCardProperties& properties = {});
// A new card with the properties that the environment variables give.
void reset_fake_card_by_environment();

// The nth call of a function from now on, 1 being the next, does nothing and returns the code. If that is the end of
// the card, so do all calls after it.
void fail_fake_call(std::string_view function, int nth, CudaResult code);

// The calls since the last reset, one per line: "cuMemcpyHtoDAsync_v2 stream 1, 64 bytes".
std::vector<std::string> fake_card_calls();
FakeCardLive fake_card_live();

// Adds a kernel, for modules whose text names it.
void add_fake_kernel(const EmulatedKernel& kernel);

}  // namespace uisge::test
