// The functions of a CUDA driver that solver/card/cuda_driver.h looks up, and the functions by which tests steer the
// driver.
#include "tests/card/fake_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "tests/card/fake_card.h"

using namespace uisge;
using namespace uisge::test;

namespace {

FakeCard& card() {
  return FakeCard::instance();
}

std::string stream_text(CudaStream stream) {
  return fmt::format("stream {}", number_of(stream));
}
std::string event_text(CudaEvent event) {
  return fmt::format("event {}", number_of(event));
}
std::string bytes_text(std::size_t bytes) {
  return fmt::format("{} bytes", bytes);
}
std::string copy_text(CudaStream stream, std::size_t bytes) {
  return fmt::format("{}, {}", stream_text(stream), bytes_text(bytes));
}

void put_text(char* to, std::size_t size, std::string_view text) {
  if (size == 0) return;
  const std::size_t copied = std::min(size - 1, text.size());
  std::memcpy(to, text.data(), copied);
  to[copied] = '\0';
}

struct ErrorWords {
  CudaResult code;
  const char* name;
  const char* text;
};
constexpr ErrorWords kErrorWords[] = {
    {kCudaInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {kCudaOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {kCudaNotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {kCudaDeviceUnavailable, "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
    {kCudaNoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {kCudaInvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {kCudaInvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {kCudaEccUncorrectable, "CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
    {kCudaInvalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {kCudaInvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {kCudaNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {kCudaNotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {kCudaIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {kCudaLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {kCudaUnknown, "CUDA_ERROR_UNKNOWN", "unknown error"}};

CudaResult find_words(CudaResult error, const char* ErrorWords::*member, const char** text) {
  for (const ErrorWords& words : kErrorWords) {
    if (words.code != error) continue;
    *text = words.*member;
    return kCudaSuccess;
  }
  *text = nullptr;
  return kCudaInvalidValue;
}

CudaResult attribute_of(const FakeCardProperties& properties, CudaAttribute attribute, int* value) {
  switch (attribute) {
    case kCudaMultiprocessorCount: *value = 132; return kCudaSuccess;
    case kCudaMemoryClockRate: *value = 3'201'000; return kCudaSuccess;
    case kCudaGlobalMemoryBusWidth: *value = 6144; return kCudaSuccess;
    case kCudaComputeCapabilityMajor: *value = properties.compute_major; return kCudaSuccess;
    case kCudaComputeCapabilityMinor: *value = properties.compute_minor; return kCudaSuccess;
  }
  return kCudaInvalidValue;
}

CudaResult load(CudaModule* module, const void* image, unsigned option_count, CudaJitOption* options, void** values) {
  std::string log;
  const CudaResult result = card().load(module, static_cast<const char*>(image), log);
  char* buffer = nullptr;
  std::size_t size = 0;
  for (unsigned i = 0; i < option_count; ++i) {
    if (options[i] == kCudaJitErrorLogBuffer) buffer = static_cast<char*>(values[i]);
    if (options[i] == kCudaJitErrorLogBufferSizeBytes) size = reinterpret_cast<std::uintptr_t>(values[i]);
  }
  if (buffer != nullptr) put_text(buffer, size, log);
  return result;
}

}  // namespace

namespace uisge::test {

void reset_fake_card(const FakeCardProperties& properties) {
  card().reset(properties);
}
void fail_fake_call(std::string_view function, int nth, CudaResult code) {
  card().fail(function, nth, code);
}
std::vector<std::string> fake_card_calls() {
  return card().calls();
}
int calls_of(const std::string& function) {
  const auto calls = fake_card_calls();
  return static_cast<int>(
      std::count_if(calls.begin(), calls.end(), [&](const std::string& call) { return call.starts_with(function); }));
}
FakeCardLive fake_card_live() {
  return card().live();
}
void add_fake_kernel(const EmulatedKernel& kernel) {
  card().add_kernel(kernel);
}

}  // namespace uisge::test

extern "C" {

CudaResult cuGetErrorName(CudaResult error, const char** name) {
  return find_words(error, &ErrorWords::name, name);
}
CudaResult cuGetErrorString(CudaResult error, const char** text) {
  return find_words(error, &ErrorWords::text, text);
}

CudaResult cuInit(unsigned /*flags*/) {
  return card().call("cuInit", "", Needs::kNothing, [] { return card().init(); });
}
CudaResult cuDriverGetVersion(int* version) {
  return card().call("cuDriverGetVersion", "", Needs::kNothing, [&] {
    *version = card().properties().version;
    return kCudaSuccess;
  });
}
CudaResult cuDeviceGetCount(int* count) {
  return card().call("cuDeviceGetCount", "", Needs::kInit, [&] {
    *count = card().properties().devices;
    return kCudaSuccess;
  });
}
CudaResult cuDeviceGet(CudaDevice* device, int number) {
  return card().call("cuDeviceGet", "", Needs::kInit, [&] {
    *device = number;
    return number >= 0 && number < card().properties().devices ? kCudaSuccess : kCudaInvalidDevice;
  });
}
CudaResult cuDeviceGetName(char* name, int size, CudaDevice /*device*/) {
  return card().call("cuDeviceGetName", "", Needs::kInit, [&] {
    put_text(name, static_cast<std::size_t>(size), "Fake H200");
    return kCudaSuccess;
  });
}
CudaResult cuDeviceGetAttribute(int* value, CudaAttribute attribute, CudaDevice /*device*/) {
  return card().call("cuDeviceGetAttribute", fmt::format("{}", static_cast<int>(attribute)), Needs::kInit,
                     [&] { return attribute_of(card().properties(), attribute, value); });
}
CudaResult cuDeviceTotalMem_v2(std::size_t* bytes, CudaDevice /*device*/) {
  return card().call("cuDeviceTotalMem_v2", "", Needs::kInit, [&] {
    *bytes = card().properties().memory_bytes;
    return kCudaSuccess;
  });
}
CudaResult cuDevicePrimaryCtxRetain(CudaContext* context, CudaDevice /*device*/) {
  return card().call("cuDevicePrimaryCtxRetain", "", Needs::kInit, [&] { return card().retain_context(context); });
}
CudaResult cuDevicePrimaryCtxRelease_v2(CudaDevice /*device*/) {
  return card().give_back("cuDevicePrimaryCtxRelease_v2", "", [] { return card().release_context(); });
}
CudaResult cuCtxSetCurrent(CudaContext context) {
  return card().call("cuCtxSetCurrent", "", Needs::kInit, [&] { return card().make_current(context); });
}

CudaResult cuModuleLoadDataEx(CudaModule* module, const void* image, unsigned option_count, CudaJitOption* options,
                              void** values) {
  return card().call("cuModuleLoadDataEx", "", Needs::kContext,
                     [&] { return load(module, image, option_count, options, values); });
}
CudaResult cuModuleUnload(CudaModule module) {
  return card().give_back("cuModuleUnload", "", [&] { return card().unload(module); });
}
CudaResult cuModuleGetFunction(CudaFunction* function, CudaModule module, const char* name) {
  return card().call("cuModuleGetFunction", name, Needs::kContext,
                     [&] { return card().find_kernel(function, module, name); });
}

CudaResult cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  return card().call("cuMemGetInfo_v2", "", Needs::kContext, [&] {
    *free = card().free_bytes();
    *total = card().properties().memory_bytes;
    return kCudaSuccess;
  });
}
CudaResult cuMemAlloc_v2(CudaAddress* address, std::size_t bytes) {
  return card().call("cuMemAlloc_v2", bytes_text(bytes), Needs::kContext,
                     [&] { return card().allocate(address, bytes); });
}
CudaResult cuMemFree_v2(CudaAddress address) {
  return card().give_back("cuMemFree_v2", "", [&] { return card().free(address); });
}
CudaResult cuMemHostAlloc(void** memory, std::size_t bytes, unsigned /*flags*/) {
  return card().call("cuMemHostAlloc", bytes_text(bytes), Needs::kContext, [&] { return card().pin(memory, bytes); });
}
CudaResult cuMemFreeHost(void* memory) {
  return card().give_back("cuMemFreeHost", "", [&] { return card().unpin(memory); });
}
CudaResult cuMemHostRegister_v2(void* memory, std::size_t bytes, unsigned /*flags*/) {
  return card().call("cuMemHostRegister_v2", bytes_text(bytes), Needs::kContext,
                     [&] { return card().register_memory(memory, bytes); });
}
CudaResult cuMemHostUnregister(void* memory) {
  return card().give_back("cuMemHostUnregister", "", [&] { return card().unregister_memory(memory); });
}

CudaResult cuStreamCreate(CudaStream* stream, unsigned /*flags*/) {
  return card().call("cuStreamCreate", "", Needs::kContext, [&] { return card().make_stream(stream); });
}
CudaResult cuStreamDestroy_v2(CudaStream stream) {
  return card().give_back("cuStreamDestroy_v2", stream_text(stream), [&] { return card().destroy_stream(stream); });
}
CudaResult cuStreamSynchronize(CudaStream stream) {
  return card().call("cuStreamSynchronize", stream_text(stream), Needs::kContext,
                     [&] { return card().synchronize_stream(stream); });
}
CudaResult cuStreamWaitEvent(CudaStream stream, CudaEvent event, unsigned /*flags*/) {
  return card().call("cuStreamWaitEvent", fmt::format("{}, {}", stream_text(stream), event_text(event)),
                     Needs::kContext, [&] { return card().wait_for(stream, event); });
}
CudaResult cuMemcpyHtoDAsync_v2(CudaAddress to, const void* from, std::size_t bytes, CudaStream stream) {
  return card().call("cuMemcpyHtoDAsync_v2", copy_text(stream, bytes), Needs::kContext,
                     [&] { return card().copy_in(to, from, bytes, stream); });
}
CudaResult cuMemcpyDtoHAsync_v2(void* to, CudaAddress from, std::size_t bytes, CudaStream stream) {
  return card().call("cuMemcpyDtoHAsync_v2", copy_text(stream, bytes), Needs::kContext,
                     [&] { return card().copy_out(to, from, bytes, stream); });
}
CudaResult cuMemsetD8Async(CudaAddress address, unsigned char value, std::size_t bytes, CudaStream stream) {
  return card().call("cuMemsetD8Async", copy_text(stream, bytes), Needs::kContext,
                     [&] { return card().fill(address, value, bytes, stream); });
}
CudaResult cuLaunchKernel(CudaFunction function, unsigned groups_x, unsigned groups_y, unsigned groups_z,
                          unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned /*shared_bytes*/,
                          CudaStream stream, void** parameters, void** /*extra*/) {
  const std::string numbers = fmt::format("{}, {} groups of {}", stream_text(stream), groups_x, threads_x);
  return card().call("cuLaunchKernel", numbers, Needs::kContext, [&] {
    if (groups_y != 1 || groups_z != 1 || threads_y != 1 || threads_z != 1) return kCudaInvalidValue;
    return card().launch(function, groups_x, threads_x, parameters[0], stream);
  });
}

CudaResult cuEventCreate(CudaEvent* event, unsigned /*flags*/) {
  return card().call("cuEventCreate", "", Needs::kContext, [&] { return card().make_event(event); });
}
CudaResult cuEventDestroy_v2(CudaEvent event) {
  return card().give_back("cuEventDestroy_v2", event_text(event), [&] { return card().destroy_event(event); });
}
CudaResult cuEventRecord(CudaEvent event, CudaStream stream) {
  return card().call("cuEventRecord", fmt::format("{}, {}", event_text(event), stream_text(stream)), Needs::kContext,
                     [&] { return card().record(event, stream); });
}
CudaResult cuEventSynchronize(CudaEvent event) {
  return card().call("cuEventSynchronize", event_text(event), Needs::kContext,
                     [&] { return card().synchronize_event(event); });
}
CudaResult cuEventElapsedTime(float* milliseconds, CudaEvent begin, CudaEvent end) {
  return card().call("cuEventElapsedTime", "", Needs::kContext,
                     [&] { return card().elapsed(milliseconds, begin, end); });
}

}  // extern "C"
