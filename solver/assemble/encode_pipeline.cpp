#include "solver/assemble/encode_pipeline.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <memory>
#include <mutex>
#include <optional>

#include "solver/ratio.h"
#include "solver/tbb_start.h"

namespace uisge {

namespace {

// Holds the first error that any of several threads reports. The error ends the work of all threads.
class SharedFailure {
 public:
  bool is_there() const { return failed_.load(std::memory_order_relaxed); }
  void set(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::mutex mutex_;
  std::optional<Error> error_;
  std::atomic<bool> failed_{false};
};

}  // namespace

Result<void> encode_and_append(std::size_t groups, std::size_t threads,
                               const std::function<Result<EncodedGroup>(std::size_t worker, std::size_t group)>& encode,
                               DatabaseWriter& writer, const std::function<void(double)>& report,
                               const std::atomic<bool>& cancel) {
  using Shared = std::shared_ptr<EncodedGroup>;
  SharedFailure failure;
  std::size_t next = 0;
  std::size_t written = 0;
  const auto take = [&](tbb::flow_control& control) -> std::size_t {
    if (next == groups || failure.is_there() || cancel.load(std::memory_order_relaxed)) control.stop();
    return next++;
  };
  const auto encode_one = [&](std::size_t group) -> Shared {
    if (failure.is_there()) return nullptr;
    auto encoded = encode(static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()), group);
    if (encoded) return std::make_shared<EncodedGroup>(std::move(*encoded));
    failure.set(encoded.error());
    return nullptr;
  };
  const auto write = [&](const Shared& group) {
    if (failure.is_there() || !group) return;
    for (const EncodedPlacement& placement : *group) {
      if (auto done = writer.append(placement); !done) return failure.set(done.error());
    }
    report(ratio(++written, groups));
  };
  TbbThreads(threads).execute([&] {
    tbb::parallel_pipeline(threads * 2,
                           tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, take) &
                               tbb::make_filter<std::size_t, Shared>(tbb::filter_mode::parallel, encode_one) &
                               tbb::make_filter<Shared, void>(tbb::filter_mode::serial_in_order, write));
  });
  if (failure.error()) return tl::unexpected(*failure.error());
  if (written != groups) return stopped_while_writing();
  return {};
}

tl::unexpected<Error> stopped_while_writing() {
  return interrupted_error("solve: stopped while the database was written");
}

}  // namespace uisge
