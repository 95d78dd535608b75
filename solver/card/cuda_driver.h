// Loads the driver of CUDA cards, a shared library, at run time, and finds the functions that card.cpp calls.
//
// This file declares the part of NVIDIA's CUDA driver API that we use. The values of the API's constants and the names
// of its functions never change, so no header of NVIDIA's is needed.
//
// Most functions need a current context in the calling thread; CudaFunctions names those that do not.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.h"

namespace uisge {

using CudaContext = void*;
using CudaModule = void*;
using CudaFunction = void*;
using CudaStream = void*;
using CudaEvent = void*;
using CudaDevice = int;
using CudaAddress = unsigned long long;

// Values of the driver's type CUresult: those that card.cpp distinguishes, and those that the tests' driver returns.
enum CudaResult : int {
  kCudaSuccess = 0,
  kCudaInvalidValue = 1,
  kCudaOutOfMemory = 2,
  kCudaNotInitialized = 3,
  kCudaDeviceUnavailable = 46,  // another process has the card for itself, or no process may use the card
  kCudaNoDevice = 100,
  kCudaInvalidDevice = 101,
  kCudaInvalidContext = 201,
  kCudaEccUncorrectable = 214,
  kCudaInvalidPtx = 218,
  kCudaNvlinkUncorrectable = 220,
  kCudaInvalidHandle = 400,
  kCudaNotFound = 500,
  kCudaNotReady = 600,
  kCudaIllegalAddress = 700,
  kCudaLaunchTimeout = 702,
  kCudaContextIsDestroyed = 709,
  kCudaAssert = 710,
  kCudaHardwareStackError = 714,
  kCudaIllegalInstruction = 715,
  kCudaMisalignedAddress = 716,
  kCudaInvalidAddressSpace = 717,
  kCudaInvalidPc = 718,
  kCudaLaunchFailed = 719,
  kCudaUnknown = 999
};

// The driver's type CUdevice_attribute.
enum CudaAttribute : int {
  kCudaMultiprocessorCount = 16,
  kCudaMemoryClockRate = 36,       // in kHz
  kCudaGlobalMemoryBusWidth = 37,  // in bits
  kCudaComputeCapabilityMajor = 75,
  kCudaComputeCapabilityMinor = 76
};

// The driver's type CUjit_option. The API takes the values of options as an array of void*. The elements are the values
// themselves, not pointers to values.
enum CudaJitOption : int { kCudaJitErrorLogBuffer = 5, kCudaJitErrorLogBufferSizeBytes = 6 };

inline constexpr unsigned kCudaStreamNonBlocking =
    1;  // CU_STREAM_NON_BLOCKING: the stream does not wait for the default stream

// The functions of the API, under their names without the prefix `cu` and without version endings such as `_v2`.
struct CudaFunctions {
  // The functions up to and including ctx_set_current need no context.
  CudaResult (*get_error_name)(CudaResult error, const char** name);
  CudaResult (*get_error_string)(CudaResult error, const char** text);
  CudaResult (*init)(unsigned flags);
  CudaResult (*driver_get_version)(int* version);
  CudaResult (*device_get_count)(int* count);
  CudaResult (*device_get)(CudaDevice* device, int number);
  CudaResult (*device_get_name)(char* name, int size, CudaDevice device);
  CudaResult (*device_get_attribute)(int* value, CudaAttribute attribute, CudaDevice device);
  CudaResult (*device_total_mem)(std::size_t* bytes, CudaDevice device);
  CudaResult (*device_primary_ctx_retain)(CudaContext* context, CudaDevice device);
  CudaResult (*device_primary_ctx_release)(CudaDevice device);
  CudaResult (*ctx_set_current)(CudaContext context);

  CudaResult (*module_load_data_ex)(CudaModule* module, const void* image, unsigned option_count,
                                    CudaJitOption* options, void** values);
  CudaResult (*module_unload)(CudaModule module);
  CudaResult (*module_get_function)(CudaFunction* function, CudaModule module, const char* name);

  CudaResult (*mem_get_info)(std::size_t* free, std::size_t* total);
  CudaResult (*mem_alloc)(CudaAddress* address, std::size_t bytes);
  CudaResult (*mem_free)(CudaAddress address);
  CudaResult (*mem_host_alloc)(void** memory, std::size_t bytes, unsigned flags);
  CudaResult (*mem_free_host)(void* memory);
  CudaResult (*mem_host_register)(void* memory, std::size_t bytes, unsigned flags);
  CudaResult (*mem_host_unregister)(void* memory);

  CudaResult (*stream_create)(CudaStream* stream, unsigned flags);
  CudaResult (*stream_destroy)(CudaStream stream);
  CudaResult (*stream_synchronize)(CudaStream stream);
  CudaResult (*stream_wait_event)(CudaStream stream, CudaEvent event, unsigned flags);
  CudaResult (*memcpy_h_to_d_async)(CudaAddress to, const void* from, std::size_t bytes, CudaStream stream);
  CudaResult (*memcpy_d_to_h_async)(void* to, CudaAddress from, std::size_t bytes, CudaStream stream);
  CudaResult (*memset_d8_async)(CudaAddress address, unsigned char value, std::size_t bytes, CudaStream stream);
  CudaResult (*launch_kernel)(CudaFunction function, unsigned groups_x, unsigned groups_y, unsigned groups_z,
                              unsigned threads_x, unsigned threads_y, unsigned threads_z, unsigned shared_bytes,
                              CudaStream stream, void** parameters, void** extra);

  CudaResult (*event_create)(CudaEvent* event, unsigned flags);
  CudaResult (*event_destroy)(CudaEvent event);
  CudaResult (*event_record)(CudaEvent event, CudaStream stream);
  CudaResult (*event_synchronize)(CudaEvent event);
  CudaResult (*event_elapsed_time)(float* milliseconds, CudaEvent begin, CudaEvent end);
};

class CudaDriver : public CudaFunctions {
 public:
  // Loads a library by name or path, and looks up in it the functions of CudaFunctions. Errors: resource.
  static Result<std::unique_ptr<CudaDriver>> open(const std::string& library);

  // A description of the result, for example "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)".
  std::string words_for(CudaResult result) const;
  // Nothing on success, otherwise an error that names the action `doing`, such as "copying to the card".
  Result<void> check(CudaResult result, std::string_view doing) const;

 private:
  struct Close {
    void operator()(void* library) const;
  };
  explicit CudaDriver(void* library) : CudaFunctions{}, library_(library) {}
  const char* resolve_all();  // null, or the name of a missing function

  std::unique_ptr<void, Close> library_;
};

}  // namespace uisge
