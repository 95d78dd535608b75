// This file is long because it both writes and reads the format, and the writer and the reader must agree.
#include "solver/exact/exact_plane_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/colouring.h"
#include "db/checksum.h"
#include "solver/solve_stopped.h"
#include "solver/values/tile_code.h"
#include "solver/values/tile_layout.h"

namespace uisge {

namespace {

// The sizes of the fields, in order: magic; version; identity; the number of courses; the number of placements; the
// number and the checksum of the noted positions; the hash of the rules; the numbers of stages of both courses.
constexpr std::size_t kExactSealedBytes = 8 + 2 + 5 + 1 + 4 * 8 + 2 * 4;
constexpr std::size_t kExactHeaderBytes = kExactSealedBytes + sizeof(Checksum);
constexpr std::size_t kStageBytes = 2 * 8 + 3 * 4;
constexpr std::size_t kStreamBytes = std::size_t{1} << 20;
constexpr std::uint32_t kNoExample = UINT32_MAX;
constexpr std::uint32_t kNoList = UINT32_MAX;

Checksum noted_checksum(const ExactPlaneOwner& owner) {
  ChecksumStream sum(0);
  Bytes part;
  for (const PositionCell cell : owner.noted) {
    put_number(part, cell.placement);
    put_number(part, cell.index);
    if (part.size() < kStreamBytes) continue;
    sum.add(part);
    part.clear();
  }
  sum.add(part);
  return sum.sum();
}

Bytes exact_header(const ExactPlaneOwner& owner, const ExactHistory& history) {
  Bytes header;
  for (const char c : kExactPlaneFile.magic) header.push_back(static_cast<std::byte>(c));
  put_number<std::uint16_t>(header, kExactPlaneVersion);
  put_identity(header, owner.identity);
  put_number<std::uint8_t>(header, history.courses.size());
  put_number<std::uint64_t>(header, owner.placements);
  put_number<std::uint64_t>(header, owner.noted.size());
  put_number<std::uint64_t>(header, noted_checksum(owner));
  put_number<std::uint64_t>(header, rules_hash(owner.identity.rules));
  for (std::size_t course = 0; course < 2; ++course) {
    put_number<std::uint32_t>(header, course < history.courses.size() ? history.courses[course].stages.size() : 0);
  }
  put_number<std::uint64_t>(header, checksum(header, 0));
  return header;
}

void put_course(Bytes& bytes, const CourseHistory& course) {
  put_number(bytes, course.won);
  for (const StageCounts& stage : course.stages) {
    put_number(bytes, stage.won);
    put_number(bytes, stage.lost);
    put_number<std::uint32_t>(bytes, stage.window);
    put_number(bytes, stage.example ? stage.example->placement : kNoExample);
    put_number(bytes, stage.example ? stage.example->index : kNoExample);
  }
}

// Reads the body (what follows the header) in order, and computes the checksum of the bytes that were read.
class BodyReader {
 public:
  BodyReader(const InputFile& file, Checksum seed) : file_(file), at_(kExactHeaderBytes), sum_(seed) {}

  // Returns the next `count` bytes, which are valid until the next call. Errors: kBadFile if the file ends before the
  // last of these bytes.
  Result<ByteView> take(std::size_t count) {
    auto bytes = next(count);
    if (bytes) sum_.add(*bytes);
    return bytes;
  }
  template <std::unsigned_integral T>
  Result<T> take_number() {
    const auto bytes = UISGE_TRY(take(sizeof(T)));
    return get_number<T>(bytes, 0);
  }
  // Takes the last bytes of the file. Errors: kBadFile if they are not the checksum of all bytes before them.
  Result<void> end() {
    const Checksum expected = sum_.sum();
    const auto bytes = UISGE_TRY(next(sizeof(Checksum)));
    if (get_number<Checksum>(bytes, 0) != expected || begin_ != buffer_.size() || at_ != file_.bytes())
      return damaged();
    return {};
  }
  // The error if the bytes cannot come from a solve.
  tl::unexpected<Error> damaged() const {
    return bad_file(fmt::format("{}: is damaged", file_.path()), {{Remedy::kRestart}});
  }

 private:
  Result<ByteView> next(std::size_t count) {
    if (buffer_.size() - begin_ < count) {
      const std::uint64_t left = file_.bytes() - at_;
      buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(std::exchange(begin_, 0)));
      const std::size_t kept = buffer_.size();
      if (left + kept < count) return bad_file(fmt::format("{}: is cut off", file_.path()), {{Remedy::kRestart}});
      const std::size_t more = std::min<std::uint64_t>(left, std::max(kStreamBytes, count - kept));
      buffer_.resize(kept + more);
      UISGE_TRY(file_.read(at_, std::span(buffer_).subspan(kept)));
      at_ += more;
    }
    begin_ += count;
    return ByteView(buffer_).subspan(begin_ - count, count);
  }

  const InputFile& file_;
  std::uint64_t at_;  // the file offset of the end of the buffer
  Bytes buffer_;
  std::size_t begin_ = 0;  // the index in buffer_ of the first byte that take() has not returned
  ChecksumStream sum_;
};

// Parses the parts of a plane file's body. Errors: those of reading, and kBadFile if the bytes cannot come from a
// solve.
class BodyParser {
 public:
  BodyParser(BodyReader& body, const ExactPlaneOwner& owner)
      : body_(body),
        owner_(owner),
        positions_(static_cast<std::uint32_t>(positions_per_placement(owner.identity.pieces))) {}

  Result<void> course(Course course, std::uint32_t stages, CourseHistory& log) {
    log.won = UISGE_TRY(body_.take_number<std::uint64_t>());
    for (std::uint32_t stage = 1; stage <= stages; ++stage) {
      const auto bytes = UISGE_TRY(body_.take(kStageBytes));
      StageCounts counts = stage_plies(course, stage);
      counts.won = get_number<std::uint64_t>(bytes, 0);
      counts.lost = get_number<std::uint64_t>(bytes, 8);
      counts.window = get_number<std::uint32_t>(bytes, 16);
      const PositionCell example{get_number<std::uint32_t>(bytes, 20), get_number<std::uint32_t>(bytes, 24)};
      if (example.placement != kNoExample) {
        if (example.placement >= owner_.placements || example.index >= positions_) return body_.damaged();
        counts.example = example;
      }
      log.stages.push_back(counts);
    }
    return {};
  }

  Result<void> labels(std::span<LabelCode> labels) {
    return numbers(labels, [](LabelCode code) { return code <= kMaxLabelCode; });
  }
  Result<void> lost_counts(std::span<std::uint32_t> counts) {
    return numbers(counts, [this](std::uint32_t count) { return count <= positions_; });
  }

  Result<void> newly_won(ChangeLists& lists) {
    std::vector<PieceState> states;
    for (std::size_t i = 0; i < owner_.placements; ++i) {
      const auto count = UISGE_TRY(body_.take_number<std::uint32_t>());
      if (count == 0) continue;
      if (count == kNoList) {
        lists.add_unlisted(placement_id(i));
        continue;
      }
      if (count > positions_) return body_.damaged();
      const auto bytes = UISGE_TRY(body_.take(count * sizeof(std::uint32_t)));
      states.clear();
      for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint32_t)) {
        states.push_back(PieceState{get_number<std::uint32_t>(bytes, at)});
        if (!is_state(states.back())) return body_.damaged();
      }
      lists.add(0, placement_id(i), states);
    }
    return {};
  }

  Result<void> tile(std::span<std::uint64_t> words) {
    const auto size = UISGE_TRY(body_.take_number<std::uint32_t>());
    if (size > words.size_bytes()) return body_.damaged();
    const auto code = UISGE_TRY(body_.take(size));
    if (!decode_words(code, owner_.identity.pieces, words)) return body_.damaged();
    return {};
  }

 private:
  template <class T, class IsGood>
  Result<void> numbers(std::span<T> out, const IsGood& is_good) {
    for (T& number : out) {
      const auto taken = UISGE_TRY(body_.take_number<T>());
      if (!is_good(taken)) return body_.damaged();
      number = taken;
    }
    return {};
  }
  bool is_state(PieceState state) const {
    const int pieces = owner_.identity.pieces;
    const std::uint32_t all = (1U << 2 * pieces) - 1;
    return mover_of(state) <= all && std::popcount(mover_of(state)) == pieces &&
           static_cast<std::uint32_t>(state) >> 12 <= all;
  }

  BodyReader& body_;
  const ExactPlaneOwner& owner_;
  std::uint32_t positions_;
};

}  // namespace

Result<void> write_exact_plane(AtomicFile& file, const ExactPlaneOwner& owner, const ExactHistory& history,
                               const CourseState& state) {
  const Bytes header = exact_header(owner, history);
  UISGE_TRY(file.append(header));
  ChecksumStream sum(get_number<Checksum>(header, kExactSealedBytes));
  const auto put = [&](ByteView bytes) {
    sum.add(bytes);
    return file.append(bytes);
  };
  Bytes part;
  const auto put_part = [&](bool is_all) {
    if (part.size() < kStreamBytes && !is_all) return Result<void>();
    auto done = put(part);
    part.clear();
    return done;
  };
  for (const CourseHistory& course : history.courses) put_course(part, course);
  for (const std::span<const LabelCode> labels :
       {std::span<const LabelCode>(history.first_course_labels), std::span<const LabelCode>(state.labels)}) {
    for (const LabelCode code : labels) {
      put_number(part, code);
      UISGE_TRY(put_part(false));
    }
  }
  for (const std::uint32_t count : state.lost_counts) put_number(part, count);
  std::vector<std::span<const PieceState>> lists;
  for (std::size_t i = 0; i < owner.placements; ++i) {
    const PlacementId id = placement_id(i);
    const auto pending = state.newly_won->pending(id, state.stages);
    put_number<std::uint32_t>(part, pending.is_unlisted ? kNoList : pending.states);
    if (!pending.is_unlisted && pending.states != 0) {
      lists.clear();
      state.newly_won->append_lists(id, state.stages, lists);
      for (const auto& list : lists) {
        for (const PieceState won : list) put_number<std::uint32_t>(part, won);
      }
    }
    UISGE_TRY(put_part(false));
  }
  const TileLayout layout(owner.placements, owner.identity.pieces);
  Bytes code(most_tile_code_bytes(layout.bytes_per_tile() / sizeof(std::uint64_t)));
  std::span<const std::uint64_t> rest = state.won;
  for (std::size_t i = 0; i < layout.tiles(); ++i) {
    const std::size_t words = layout.bytes(tile_id(i)) / sizeof(std::uint64_t);
    const std::size_t bytes = encode_words(rest.first(words), owner.identity.pieces, code);
    rest = rest.subspan(words);
    put_number<std::uint32_t>(part, bytes);
    part.insert(part.end(), code.begin(), code.begin() + static_cast<std::ptrdiff_t>(bytes));
    UISGE_TRY(put_part(false));
  }
  UISGE_TRY(put_part(true));
  put_number(part, sum.sum());
  return file.append(part);
}

Result<std::optional<ExactPlaneFile>> ExactPlaneFile::open(const OutputPlace& place, const DatabaseIdentity& identity,
                                                           bool restart) {
  using Found = std::optional<ExactPlaneFile>;
  const std::string& path = place.path();
  if (!place.is_taken()) return Found();
  auto input = UISGE_TRY(InputFile::open(path));
  if (input.bytes() == 0) return Found();
  ExactPlaneFile file(std::move(input));
  const auto damaged = [&](const char* what) -> Result<Found> {
    if (restart) return Found();
    return bad_file(fmt::format("{}: {}", path, what), {{Remedy::kRestart}});
  };
  if (file.file_.bytes() < kExactHeaderBytes) return damaged("is cut off within its header");
  file.header_.resize(kExactHeaderBytes);
  UISGE_TRY(file.file_.read(0, file.header_));
  const ByteView header(file.header_);
  if (const auto version = get_number<std::uint16_t>(header, 8); version != kExactPlaneVersion) {
    return bad_file(
        fmt::format("{}: is a plane of version {}, this program reads version {}", path, version, kExactPlaneVersion),
        {{Remedy::kOtherPlane}});
  }
  const auto found = parse_identity(header);
  if (!found || checksum(header.first(kExactSealedBytes), 0) != get_number<Checksum>(header, kExactSealedBytes)) {
    return damaged("its header is damaged");
  }
  if (*found != identity) {
    return bad_file(fmt::format("{}: is the plane of {}", path, to_string(*found)), {{Remedy::kOtherPlane}});
  }
  if (get_number<std::uint64_t>(header, 40) != rules_hash(identity.rules)) {
    return bad_file(fmt::format("{}: is the plane of a program with another understanding of the rules", path),
                    {{Remedy::kOtherPlane}});
  }
  if (restart) return Found();
  return Found(std::move(file));
}

Result<ExactHistory> ExactPlaneFile::read(const ExactPlaneOwner& owner, ExactEngine& engine,
                                          const std::atomic<bool>& cancel) const {
  const ByteView header(header_);
  BodyReader body(file_, get_number<Checksum>(header, kExactSealedBytes));
  const std::size_t courses = get_number<std::uint8_t>(header, 15);
  const std::size_t most_courses = owner.identity.rules.stuck == StuckRule::kWins ? 2 : 1;
  const std::uint32_t stages[] = {get_number<std::uint32_t>(header, 48), get_number<std::uint32_t>(header, 52)};
  if (courses == 0 || courses > most_courses || get_number<std::uint64_t>(header, 16) != owner.placements ||
      std::any_of(stages, stages + courses, [](std::uint32_t count) { return count == 0 || count > kMaxStages; })) {
    return body.damaged();
  }
  if (get_number<std::uint64_t>(header, 24) != owner.noted.size() ||
      get_number<std::uint64_t>(header, 32) != noted_checksum(owner)) {
    return usage_error(
        fmt::format("{}: the solve of this file notes other positions; note the same positions", file_.path()),
        {{Remedy::kRestart}});
  }
  BodyParser parser(body, owner);
  ExactHistory history;
  for (std::size_t i = 0; i < courses; ++i) {
    UISGE_TRY(parser.course(static_cast<Course>(i), stages[i], history.courses.emplace_back()));
  }
  history.first_course_labels.assign(courses == 2 ? owner.noted.size() : 0, kDrawCode);
  UISGE_TRY(parser.labels(history.first_course_labels));
  const CourseState state = engine.begin_after(static_cast<Course>(courses - 1), stages[courses - 1]);
  UISGE_TRY(parser.labels(state.labels));
  UISGE_TRY(parser.lost_counts(state.lost_counts));
  UISGE_TRY(parser.newly_won(*state.newly_won));
  const TileLayout layout(owner.placements, owner.identity.pieces);
  std::span<std::uint64_t> rest = state.won;
  for (std::size_t i = 0; i < layout.tiles(); ++i) {
    if (cancel.load(std::memory_order_relaxed)) return solve_stopped();
    const std::size_t words = layout.bytes(tile_id(i)) / sizeof(std::uint64_t);
    UISGE_TRY(parser.tile(rest.first(words)));
    rest = rest.subspan(words);
  }
  UISGE_TRY(body.end());
  return history;
}

}  // namespace uisge
