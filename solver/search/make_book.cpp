#include "solver/search/make_book.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/notation.h"
#include "db/parallel.h"
#include "solver/resources.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_session.h"

namespace uisge {

namespace {

using Clock = std::chrono::steady_clock;

// The least time between two syncs to the disk. A power cut loses at most what was found in a time of kSyncInterval,
// and one more search.
constexpr auto kSyncInterval = std::chrono::seconds(1);

class BookAppender {
 public:
  BookAppender(const std::string& path, FileDescriptor file, std::uint64_t bytes)
      : path_(path), file_(std::move(file)), bytes_(bytes) {}

  Result<void> append(std::string_view text) {
    UISGE_TRY(write_at(file_, path_, bytes_, std::as_bytes(std::span(text))));
    bytes_ += text.size();
    if (Clock::now() - last_sync_ < kSyncInterval) return {};
    last_sync_ = Clock::now();
    return sync_contents(file_.number(), path_);
  }
  Result<void> finish() { return sync_to_disk(file_, path_); }

 private:
  const std::string& path_;
  FileDescriptor file_;
  std::uint64_t bytes_;
  Clock::time_point last_sync_ = Clock::now();
};

class BookMaker {
 public:
  explicit BookMaker(const BookRequest& request)
      : request_(request), identity_(request.identity), board_(identity_.start.size()) {}

  Result<BookResult> make() {
    begin_ = Clock::now();
    auto appender = UISGE_TRY(open());
    UISGE_TRY(search_last_ply(appender));
    derive_verdicts(identity_, result_.entries, result_.verdicts);
    for (std::size_t i = std::max(lines_, last_ply_size_); i < result_.entries.size(); ++i) {
      UISGE_TRY(appender.append(book_line(identity_, result_.entries, result_.verdicts, i)));
    }
    if (!is_complete_) {
      UISGE_TRY(appender.append(kBookEnd));
    }
    UISGE_TRY(appender.finish());
    result_.elapsed = Clock::now() - begin_;
    return std::move(result_);
  }

 private:
  // Opens the file, reads the lines that an earlier run has written, and cuts off an incomplete last line.
  Result<BookAppender> open() {
    const std::string& path = request_.path;
    auto file = UISGE_TRY(open_to_write(path, kBookFile));
    // The header is compared first: the positions of another book could take any amount of memory.
    const auto begun = UISGE_TRY(read_book_identity(path));
    if (begun) UISGE_TRY(require_same(*begun));
    const std::uint64_t most = available_memory() / 2 / kBytesPerBookEntry;
    auto present = UISGE_TRY(read_book(path, most));
    std::uint64_t bytes = 0;
    if (present) {
      UISGE_TRY(take_over(*present));
      bytes = present->bytes;
    } else {
      auto entries = book_entries(identity_, most);
      if (!entries) {
        std::error_code ignored;
        if (!begun) std::filesystem::remove(path, ignored);  // the file holds no line of a book
        return resource_error(fmt::format(
            "memory: a book of {} plies has more than {} positions, the most that memory holds; {}", identity_.plies,
            most, begun ? "once more is free, the same command goes on" : "make one of fewer plies"));
      }
      result_.entries = *std::move(entries);
    }
    result_.verdicts.resize(result_.entries.size());
    const auto is_of_last_ply = [&](const BookEntry& entry) { return entry.ply == identity_.plies; };
    last_ply_size_ = static_cast<std::size_t>(
        std::find_if_not(result_.entries.begin(), result_.entries.end(), is_of_last_ply) - result_.entries.begin());
    UISGE_TRY(cut_to(file, path, bytes));
    BookAppender appender(path, std::move(file), bytes);
    if (bytes == 0) UISGE_TRY(appender.append(book_header(identity_, result_.entries)));
    return appender;
  }

  Result<void> take_over(BookInFile& present) {
    lines_ = present.lines.size();
    is_complete_ = present.is_complete;
    const bool has_last_ply = lines_ > 0 && present.entries[lines_ - 1].ply < identity_.plies;
    if (has_last_ply || is_complete_) {
      if (const auto flaw = false_line_of(present)) return bad_file(fmt::format("{}: {}", request_.path, *flaw));
    }
    result_.entries = std::move(present.entries);
    result_.verdicts = std::move(present.verdicts);
    return {};
  }

  Result<void> require_same(const BookIdentity& other) const {
    const auto differs = [&](const std::string& what, const std::string& wanted) {
      return usage_error(fmt::format("{}: is a book of {}, not of {}", request_.path, what, wanted),
                         {{Remedy::kOtherOutput}});
    };
    if (other.rules != identity_.rules) return differs(to_string(other.rules), to_string(identity_.rules));
    if (other.start != identity_.start) {
      return differs(to_text(Board(other.start.size()), other.start), to_text(board_, identity_.start));
    }
    const auto extent = [](const BookIdentity& of) {
      return fmt::format("{} {} and depth {}", of.plies, of.plies == 1 ? "ply" : "plies", of.depth);
    };
    if (extent(other) != extent(identity_)) return differs(extent(other), extent(identity_));
    return {};
  }

  Result<void> search_last_ply(BookAppender& appender) {
    const std::vector<std::size_t> unproved = lines_without_proof();
    if (lines_ >= last_ply_size_ && unproved.empty()) return {};
    const ProofLimits limits{.max_plies = identity_.depth,
                             .memory_bytes = request_.memory_bytes,
                             .threads = request_.threads,
                             .cancel = request_.cancel,
                             .observer = [this](const ProofProgress&) { report(); }};
    session_ = UISGE_TRY(ProofSession::make(board_, identity_.rules, limits));
    UISGE_TRY(make_proof_folder());
    for (const std::size_t i : unproved) UISGE_TRY(prove_again(i));
    for (std::size_t i = lines_; i < last_ply_size_; ++i, ++lines_) {
      // A short search ends before it polls the cancel flag, so the flag is checked here.
      if (wants_stop(request_.cancel)) return interrupted();
      UISGE_TRY(decide(i));
      UISGE_TRY(appender.append(book_line(identity_, result_.entries, result_.verdicts, i)));
      ++result_.searched;
      report();
    }
    result_.nodes = session_->nodes();
    return {};
  }

  // The lines of the book's file whose proof files are missing, for example because only the book was copied.
  std::vector<std::size_t> lines_without_proof() const {
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < std::min(lines_, last_ply_size_); ++i) {
      std::error_code unknown;
      if (has_book_proof(identity_, result_.entries[i], result_.verdicts[i]) &&
          !std::filesystem::exists(book_proof_path(request_.path, i), unknown)) {
        lines.push_back(i);
      }
    }
    return lines;
  }

  Result<void> prove_again(std::size_t index) {
    if (wants_stop(request_.cancel)) return interrupted();
    UISGE_TRY(decide(index, result_.verdicts[index]));
    ++result_.searched;
    report();
    return {};
  }

  Result<void> make_proof_folder() const {
    const std::string folder = book_proof_folder(request_.path);
    if (::mkdir(folder.c_str(), 0777) == 0 || errno == EEXIST) return require_writable_folder_of(folder + "/proof");
    return system_error(folder, "cannot be made", errno);
  }

  // Decides the position of an entry of the last ply, mostly by a search, and writes the proof beside the book. If the
  // book tells the verdict, another verdict is an error.
  Result<void> decide(std::size_t index, std::optional<Verdict> told = {}) {
    const BookEntry& entry = result_.entries[index];
    const auto over = verdict_by_rules(identity_, entry.position);
    const ProofResult proved = over ? ProofResult() : prove(*session_, entry.position);
    if (proved.end == ProofEnd::kCancelled) return interrupted();
    const Verdict verdict = over ? *over : proved.verdict;
    if (told && *told != verdict) {
      return bad_file(fmt::format("{}: line {}: a search finds another verdict", request_.path, line_of_entry(index)));
    }
    result_.verdicts[index] = verdict;
    if (over || !has_book_proof(identity_, entry, verdict)) return {};
    const auto certificate = certify(*session_, entry.position, proved);
    if (!certificate && certificate.error().kind == ErrorKind::kInterrupted) return interrupted();
    if (!certificate) return tl::unexpected(certificate.error());
    const auto place = UISGE_TRY(OutputPlace::claim(book_proof_path(request_.path, index), kProofFile));
    return write_certificate(place, board_, *certificate);
  }

  tl::unexpected<Error> interrupted() const {
    return interrupted_error(
        fmt::format("{}: interrupted, {} of {} positions are searched and kept; the same "
                    "command goes on from there",
                    request_.path, lines_, last_ply_size_));
  }

  void report() const {
    if (!request_.observer) return;
    request_.observer({lines_, last_ply_size_, result_.searched, session_->nodes(), Clock::now() - begin_});
  }

  const BookRequest& request_;
  const BookIdentity& identity_;
  Board board_;
  Clock::time_point begin_;
  BookResult result_;
  std::size_t last_ply_size_ = 0;
  std::size_t lines_ = 0;  // the number of lines in the file
  bool is_complete_ = false;
  std::unique_ptr<ProofSession> session_;
};

}  // namespace

Result<BookResult> make_book(const BookRequest& request) {
  return BookMaker(request).make();
}

bool has_book_proof(const BookIdentity& identity, const BookEntry& entry, Verdict verdict) {
  return verdict.is_win_or_loss() && verdict.plies > 0 && entry.ply == identity.plies;
}

}  // namespace uisge
