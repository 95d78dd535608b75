#include "solver/card/cuda_driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "solver/card/card_error.h"

namespace uisge {

namespace {

template <class Function>
bool resolve(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

bool is_failed_kernel(CudaResult result) {
  switch (result) {
    case kCudaIllegalAddress:
    case kCudaLaunchTimeout:
    case kCudaAssert:
    case kCudaHardwareStackError:
    case kCudaIllegalInstruction:
    case kCudaMisalignedAddress:
    case kCudaInvalidAddressSpace:
    case kCudaInvalidPc:
    case kCudaLaunchFailed: return true;
    default: return false;
  }
}

bool is_lost_card(CudaResult result) {
  switch (result) {
    case kCudaEccUncorrectable:
    case kCudaNvlinkUncorrectable:
    case kCudaContextIsDestroyed:
    case kCudaUnknown: return true;
    default: return false;
  }
}

}  // namespace

Result<std::unique_ptr<CudaDriver>> CudaDriver::open(const std::string& library) {
#ifdef UISGE_STATIC_PROGRAM
  return card_error(fmt::format("card: this program is linked statically, so it cannot load {}", library));
#else
  // The library is never unloaded, since unloading would break the driver's own threads.
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr)
    return card_error(fmt::format("card: there is no CUDA driver ({})", ::dlerror()), {{Remedy::kInstallDriver}});
  std::unique_ptr<CudaDriver> driver(new CudaDriver(handle));
  if (const char* const missing = driver->resolve_all()) {
    return card_error(
        fmt::format("card: {} has no function {}: it is not a CUDA driver, or one that is too old", library, missing),
        {{Remedy::kInstallDriver}});
  }
  return driver;
#endif
}

const char* CudaDriver::resolve_all() {
  const char* missing = nullptr;
  const auto find = [&](const char* name, auto*& function) {
    if (!resolve(library_.get(), name, function) && missing == nullptr) missing = name;
  };
  find("cuInit", init);
  find("cuGetErrorName", get_error_name);
  find("cuGetErrorString", get_error_string);
  find("cuDriverGetVersion", driver_get_version);
  find("cuDeviceGetCount", device_get_count);
  find("cuDeviceGet", device_get);
  find("cuDeviceGetName", device_get_name);
  find("cuDeviceGetAttribute", device_get_attribute);
  find("cuDeviceTotalMem_v2", device_total_mem);
  find("cuDevicePrimaryCtxRetain", device_primary_ctx_retain);
  find("cuDevicePrimaryCtxRelease_v2", device_primary_ctx_release);
  find("cuCtxSetCurrent", ctx_set_current);
  find("cuModuleLoadDataEx", module_load_data_ex);
  find("cuModuleUnload", module_unload);
  find("cuModuleGetFunction", module_get_function);
  find("cuMemGetInfo_v2", mem_get_info);
  find("cuMemAlloc_v2", mem_alloc);
  find("cuMemFree_v2", mem_free);
  find("cuMemHostAlloc", mem_host_alloc);
  find("cuMemFreeHost", mem_free_host);
  find("cuMemHostRegister_v2", mem_host_register);
  find("cuMemHostUnregister", mem_host_unregister);
  find("cuStreamCreate", stream_create);
  find("cuStreamDestroy_v2", stream_destroy);
  find("cuStreamSynchronize", stream_synchronize);
  find("cuStreamWaitEvent", stream_wait_event);
  find("cuMemcpyHtoDAsync_v2", memcpy_h_to_d_async);
  find("cuMemcpyDtoHAsync_v2", memcpy_d_to_h_async);
  find("cuMemsetD8Async", memset_d8_async);
  find("cuLaunchKernel", launch_kernel);
  find("cuEventCreate", event_create);
  find("cuEventDestroy_v2", event_destroy);
  find("cuEventRecord", event_record);
  find("cuEventSynchronize", event_synchronize);
  find("cuEventElapsedTime", event_elapsed_time);
  return missing;
}

std::string CudaDriver::words_for(CudaResult result) const {
  const char* name = nullptr;
  const char* text = nullptr;
  if (get_error_name(result, &name) != kCudaSuccess || name == nullptr ||
      get_error_string(result, &text) != kCudaSuccess || text == nullptr) {
    return fmt::format("error {} of the driver", static_cast<int>(result));
  }
  return fmt::format("{} ({})", text, name);
}

Result<void> CudaDriver::check(CudaResult result, std::string_view doing) const {
  if (result == kCudaSuccess) return {};
  const std::string words = words_for(result);
  if (is_failed_kernel(result)) return card_error(fmt::format("card: a kernel failed: {}", words));
  if (is_lost_card(result)) return card_error(fmt::format("card: the card is lost: {}", words));
  return card_error(fmt::format("card: {} failed: {}", doing, words));
}

void CudaDriver::Close::operator()(void* library) const {
  static_cast<void>(::dlclose(library));
}

}  // namespace uisge
