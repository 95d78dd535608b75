#include "solver/cluster/rank_group.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <thread>

namespace uisge {

namespace {

constexpr std::size_t kMessageLimit = std::size_t{1} << 30;  // MPI counts the bytes of a message in an int

// A blocking call of MPI would keep a processor busy that other ranks may need. So this function polls, and sleeps
// between two polls for a sixteenth of the time waited so far, but at least kShortest and at most kLongest.
void wait(MPI_Request request) {
  using namespace std::chrono_literals;
  constexpr int kEagerLooks = 100;
  constexpr std::chrono::nanoseconds kShortest = 50us;
  constexpr std::chrono::nanoseconds kLongest = 10ms;
  const auto start = std::chrono::steady_clock::now();
  for (int look = 0;; ++look) {
    int is_done = 0;
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    if (is_done != 0) return;
    if (look <= kEagerLooks) continue;
    const std::chrono::nanoseconds waited = std::chrono::steady_clock::now() - start;
    std::this_thread::sleep_for(std::clamp(waited / 16, kShortest, kLongest));
  }
}

// Encodes an error for the other ranks, which run the same program: the kind, the number of remedies, each remedy with
// its amount, and the message.
Bytes packed(const Error& error) {
  Bytes bytes;
  put_number<std::uint32_t>(bytes, error.kind);
  put_number<std::uint32_t>(bytes, error.advice.size());
  for (const Advice& advice : error.advice) {
    put_number<std::uint32_t>(bytes, advice.remedy);
    put_number(bytes, advice.amount);
  }
  for (const char c : error.message) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

Error unpacked(ByteView bytes) {
  Error error{static_cast<ErrorKind>(get_number<std::uint32_t>(bytes, 0)), {}};
  const auto remedies = get_number<std::uint32_t>(bytes, 4);
  std::size_t at = 8;
  for (std::uint32_t i = 0; i < remedies; ++i, at += 12) {
    error.advice.push_back(
        {static_cast<Remedy>(get_number<std::uint32_t>(bytes, at)), get_number<std::uint64_t>(bytes, at + 4)});
  }
  for (const std::byte byte : bytes.subspan(at)) error.message.push_back(static_cast<char>(byte));
  return error;
}

}  // namespace

RankGroup::RankGroup(int argc, char** argv, ReportFailure report) : report_(report) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  if (provided < MPI_THREAD_FUNNELED) {
    abort({ErrorKind::kResource, "mpi: this MPI does not allow threads (MPI_THREAD_FUNNELED)"});
  }
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here);
  int size_here = 1;
  MPI_Comm_size(here, &size_here);
  size_here_ = static_cast<std::size_t>(size_here);
  MPI_Comm_free(&here);
}

RankGroup::~RankGroup() {
  MPI_Finalize();
}

void RankGroup::sum(std::span<std::uint64_t> numbers) const {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
                 &request);
  wait(request);
}

bool RankGroup::is_same(std::uint64_t number) const {
  std::array<std::uint64_t, 2> greatest{number, ~number};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, greatest.data(), 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD, &request);
  wait(request);
  return greatest[0] == ~greatest[1];
}

void RankGroup::broadcast(Bytes& bytes, int from) const {
  std::uint64_t size = bytes.size();
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&size, 1, MPI_UINT64_T, from, MPI_COMM_WORLD, &request);
  wait(request);
  bytes.resize(size);
  for (std::size_t at = 0; at < bytes.size(); at += kMessageLimit) {
    const std::size_t count = std::min(kMessageLimit, bytes.size() - at);
    MPI_Ibcast(bytes.data() + at, static_cast<int>(count), MPI_BYTE, from, MPI_COMM_WORLD, &request);
    wait(request);
  }
}

Result<void> RankGroup::agree(const Result<void>& mine) const {
  int first = mine ? size_ : rank_;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &request);
  wait(request);
  if (first == size_) return {};
  Bytes bytes;
  if (rank_ == first) {
    Error error = mine.error();
    if (rank_ != 0) {
      std::array<char, 256> host{};
      gethostname(host.data(), host.size() - 1);
      error.message += fmt::format(" (rank {}, {})", rank_, host.data());
    }
    bytes = packed(error);
  }
  broadcast(bytes, first);
  return tl::unexpected(unpacked(bytes));
}

void RankGroup::abort(const Error& error) const {
  // Several threads may fail at once. The first reports its error; the others wait here until the process ends.
  static std::mutex aborting;
  const std::lock_guard lock(aborting);
  unmute_standard_error();
  const int exit_code = report_(error);
  // Only the thread that started MPI may call MPI_Abort. mpirun also ends the job if a process ends before
  // MPI_Finalize.
  int is_main_thread = 0;
  MPI_Is_thread_main(&is_main_thread);
  if (is_main_thread != 0) MPI_Abort(MPI_COMM_WORLD, exit_code);
  _exit(exit_code);
}

}  // namespace uisge
