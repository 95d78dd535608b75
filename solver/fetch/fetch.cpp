#include "solver/fetch/fetch.h"

#include <fmt/format.h>

#include <filesystem>

#include "db/file.h"
#include "solver/fetch/part_file.h"
#include "solver/resources.h"
#include "solver/units.h"

namespace uisge {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kComparedBytes = std::size_t{1} << 20;

class Fetcher {
 public:
  explicit Fetcher(const FetchRequest& request) : request_(request) {}

  Result<FetchReport> run() {
    report_.was_fetched.resize(request_.files.size());
    UISGE_TRY(compare_all());
    UISGE_TRY(prepare_folder());
    for (std::size_t i = 0; i < request_.files.size(); ++i) {
      if (!report_.was_fetched[i]) continue;
      UISGE_TRY(take(request_.files[i]));
    }
    return report_;
  }

 private:
  std::string path_of(const PublishedFile& file) const { return request_.folder + "/" + file.name; }

  // Adds `bytes` to the number of finished bytes, and reports the progress. Returns an error if the work was cancelled.
  Result<void> poll(const PublishedFile& file, std::uint64_t bytes) {
    done_ += bytes;
    if (request_.observer) request_.observer({file.name, is_comparing_, done_, total_, report_.received});
    if (!request_.cancel) return {};
    return interrupted_error(fmt::format("{}: stopped", file.name));
  }

  // Finds out which files are missing, and how many bytes they have in all.
  Result<void> compare_all() {
    std::uint64_t missing_bytes = 0;
    for (std::size_t i = 0; i < request_.files.size(); ++i) {
      const PublishedFile& file = request_.files[i];
      std::error_code ignored;
      report_.was_fetched[i] = !fs::exists(path_of(file), ignored);
      (report_.was_fetched[i] ? missing_bytes : total_) += file.bytes;
    }
    for (std::size_t i = 0; i < request_.files.size(); ++i) {
      if (report_.was_fetched[i]) continue;
      UISGE_TRY(compare(request_.files[i]));
    }
    is_comparing_ = false;
    done_ = 0;
    total_ = missing_bytes;
    return {};
  }

  Result<void> compare(const PublishedFile& file) {
    const auto differs = [&] {
      return usage_error(fmt::format("{}: is there already and is not the file of the index", path_of(file)),
                         {{Remedy::kMoveAway}});
    };
    const auto present = UISGE_TRY(InputFile::open(path_of(file)));
    if (present.bytes() != file.bytes) return differs();
    Sha256 sum;
    Bytes buffer(std::min<std::uint64_t>(kComparedBytes, file.bytes));
    for (std::uint64_t at = 0; at < file.bytes;) {
      const auto next = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), file.bytes - at));
      UISGE_TRY(present.read(at, next));
      UISGE_TRY(poll(file, next.size()));
      sum.add(next);
      at += next.size();
    }
    if (sum.finish() != file.sha256) return differs();
    return {};
  }

  // Makes the folder, and checks that the disk has room for the missing files.
  Result<void> prepare_folder() {
    std::error_code failure;
    if (total_ == 0) return {};
    if (!fs::exists(request_.folder, failure)) {
      fs::create_directory(request_.folder, failure);
      if (failure) return resource_error(fmt::format("{}: {}", request_.folder, failure.message()));
    }
    std::uint64_t held = 0;
    for (const PublishedFile& file : request_.files) {
      const std::uint64_t bytes = fs::file_size(path_of(file) + ".part", failure);
      if (!failure) held += std::min(bytes, file.bytes);
    }
    const std::uint64_t needed = total_ - std::min(held, total_);
    const std::uint64_t free = free_disk(request_.folder + "/");
    if (needed <= free) return {};
    return resource_error(
        fmt::format("{}: {} are to be fetched, {} are free", request_.folder, format_size(needed), format_size(free)),
        {{Remedy::kOtherFolder}});
  }

  Result<void> take(const PublishedFile& file) {
    const std::uint64_t before = done_;
    for (;;) {
      const auto outcome = UISGE_TRY(take_once(file));
      if (outcome == Outcome::kComplete) return {};
      done_ = before;
    }
  }

  enum class Outcome { kComplete, kOldPart };

  // Returns kOldPart if an earlier fetch left a part of an older file. Then the part has been removed, unless another
  // file has its name.
  Result<Outcome> take_once(const PublishedFile& file) {
    const std::string place = request_.source.place_of(file.name);
    auto part = UISGE_TRY(PartFile::open(path_of(file), file, [&](std::uint64_t bytes) { return poll(file, bytes); }));
    const std::uint64_t held = part.bytes();
    if (held < file.bytes) {
      const auto taken = request_.source.read(file.name, held, [&](ByteView bytes) -> Result<void> {
        auto appended = part.append(bytes);
        if (!appended && appended.error().kind == ErrorKind::kBadFile) {
          static_cast<void>(part.remove());
          return error_in(place, appended.error());
        }
        if (!appended) return appended;
        report_.received += bytes.size();
        return poll(file, bytes.size());
      });
      if (!taken) return tl::unexpected(with_way_on(taken.error(), part.bytes()));
    }
    if (part.bytes() < file.bytes) {
      return bad_file(
          fmt::format("{}: ends after {} of the {} bytes that the index says", place, part.bytes(), file.bytes));
    }
    if (const std::string sum = part.finish(); sum != file.sha256) {
      const auto removed = part.remove();
      if (held > 0 && removed) return Outcome::kOldPart;
      if (held > 0) return tl::unexpected(removed.error());
      return bad_file(fmt::format("{}: has the SHA-256 {}, the index says {}; {}", place, sum, file.sha256,
                                  removed ? "what came is removed" : removed.error().message));
    }
    UISGE_TRY(part.publish());
    return Outcome::kComplete;
  }

  // If bytes have arrived, adds to the message: the same command continues the transfer.
  static Error with_way_on(Error error, std::uint64_t bytes) {
    const bool is_kept = error.kind == ErrorKind::kResource || error.kind == ErrorKind::kInterrupted;
    if (is_kept && error.advice.empty() && bytes > 0) {
      error.message += fmt::format("; the same command goes on after {} bytes", bytes);
    }
    return error;
  }

  const FetchRequest& request_;
  FetchReport report_;
  bool is_comparing_ = true;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

Result<FetchReport> fetch(const FetchRequest& request) {
  return Fetcher(request).run();
}

}  // namespace uisge
