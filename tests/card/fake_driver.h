// A CUDA driver for tests, on machines without a card: a shared library named libcuda.so.1. The library has the
// functions that solver/card/cuda_driver.h looks up, and behaves as if the machine had one card. The functions below
// steer it.
//
// The card's memory is memory of this process and starts with garbage. Launches run the emulated kernels
// (emulated_kernel.h). A stream does its work only when a caller waits for that work, so a missing wait shows as wrong
// data. A copy reads its source when the stream does the copy, not when the caller asks for the copy.
//
// Environment variables steer the driver in programs that do not call these functions. The driver reads these variables
// at its first call:
//   UISGE_FAKE_CARD_DEVICES=0|1  UISGE_FAKE_CARD_COMPUTE=8.0  UISGE_FAKE_CARD_VERSION=12000
//   UISGE_FAKE_CARD_FAIL=CALL:NTH:CODE
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
  std::uint64_t used_bytes = 0;                         // the part of memory_bytes that other programs use
  std::uint64_t pinned_bytes = std::uint64_t{1} << 40;  // the most host memory that can be pinned
  int devices = 1;
  int compute_major = 8;
  int compute_minor = 0;
  int version = 12000;
};

// How many of the card's resources are in use, by kind.
struct FakeCardLive {
  std::size_t allocations = 0;
  std::size_t pinned = 0;  // pinned or registered
  std::size_t streams = 0;
  std::size_t events = 0;
  std::size_t modules = 0;
  std::size_t contexts = 0;
  bool operator==(const FakeCardLive&) const = default;
};

// Replaces the card by a new one with these properties. The new card has no resources, an empty log of calls, no
// planned failures, and no kernels but the emulated ones.
void reset_fake_card(const FakeCardProperties& properties = {});

// Makes the nth future call of a function fail with the code; if nth is 1, the next call fails. If the code means that
// the card is lost, all later calls fail, too.
void fail_fake_call(std::string_view function, int nth, CudaResult code);

// The calls since the last reset, each as a text such as "cuMemcpyHtoDAsync_v2 stream 1, 64 bytes".
std::vector<std::string> fake_card_calls();
// The number of these calls of a function, whatever their arguments.
int calls_of(const std::string& function);
FakeCardLive fake_card_live();

// Adds a kernel. A module has this kernel if the module's text names it.
void add_fake_kernel(const EmulatedKernel& kernel);

}  // namespace uisge::test
