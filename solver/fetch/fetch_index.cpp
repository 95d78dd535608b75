#include "solver/fetch/fetch_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/piece_count.h"
#include "solver/search/certificate_file.h"

namespace uisge {

namespace {

using nlohmann::json;

constexpr std::string_view kFormat = "uisge-index ";
constexpr int kVersion = 1;
constexpr std::size_t kMostNameBytes = 100;
// An index has at most 2^20 bytes, and a file's entry more than 64. So the sizes in an index sum to less than 2^64.
constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 50;

struct Contents {
  PublishedContents contents;
  std::string_view word;
  std::string_view ending;
};
constexpr std::array<Contents, 3> kContents{{{PublishedContents::kDistances, "distances", ".uisge"},
                                             {PublishedContents::kValues, "values", ".uisge"},
                                             {PublishedContents::kProof, "proof", ".proof"}}};

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= kMostNameBytes && is_letter_or_digit(name.front()) &&
         std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_'; });
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// A field of an untrusted JSON object; none if the field is missing or has another type.
std::optional<std::string> text_of(const json& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<std::uint64_t> number_of(const json& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

// The errors do not name the index file.
Result<DatabaseIdentity> parse_identity(const json& object) {
  const auto board = UISGE_TRY(parse_board_size(text_of(object, "board").value_or("")));
  const auto stuck = UISGE_TRY(parse_stuck_rule(text_of(object, "stuck").value_or("")));
  const std::uint64_t pieces = number_of(object, "pieces").value_or(0);
  if (pieces < kMinPieces || pieces > kMaxPieces) return bad_file("\"pieces\" is not a number of pieces a side");
  const auto jumps = object.find("diagonal_jumps");
  if (jumps == object.end() || !jumps->is_boolean()) return bad_file("\"diagonal_jumps\" is not true or false");
  return DatabaseIdentity{board, static_cast<int>(pieces), {stuck, jumps->get<bool>()}};
}

Result<PublishedFile> parse_file(const json& object) {
  if (!object.is_object()) return bad_file("not an object");
  PublishedFile file;
  file.name = text_of(object, "name").value_or("");
  if (!is_plain_name(file.name)) return bad_file("\"name\" is not a plain name of a file");
  const std::string holds = text_of(object, "holds").value_or("");
  const auto contents = std::ranges::find(kContents, holds, &Contents::word);
  if (contents == kContents.end()) return bad_file("\"holds\" is not \"distances\", \"values\" or \"proof\"");
  if (!file.name.ends_with(contents->ending)) {
    return bad_file(fmt::format("\"name\" does not end in {}", contents->ending));
  }
  file.contents = contents->contents;
  file.bytes = number_of(object, "bytes").value_or(0);
  if (file.bytes == 0 || file.bytes > kMostFileBytes) return bad_file("\"bytes\" is not the size of a file");
  file.sha256 = text_of(object, "sha256").value_or("");
  if (!is_sha256(file.sha256)) return bad_file("\"sha256\" is not 64 hexadecimal digits in lower case");
  file.identity = UISGE_TRY(parse_identity(object));
  return file;
}

}  // namespace

std::string_view to_string(PublishedContents contents) {
  return std::ranges::find(kContents, contents, &Contents::contents)->word;
}

const FileKind& file_kind(PublishedContents contents) {
  return contents == PublishedContents::kProof ? kProofFile : kDatabaseFile;
}

Result<std::vector<PublishedFile>> parse_index(std::string_view text, const std::string& where) {
  if (text.size() > kMostIndexBytes) {
    return bad_file(fmt::format("{}: has more than {} bytes, so it is not an index", where, kMostIndexBytes));
  }
  const json index = json::parse(text, nullptr, false);
  // The parser takes a zero byte for the end of the text.
  const bool is_whole = text.find('\0') == std::string_view::npos;
  const std::string format = is_whole && index.is_object() ? text_of(index, "format").value_or("") : "";
  if (!format.starts_with(kFormat)) return bad_file(fmt::format("{}: not an index of published files", where));
  if (format != fmt::format("{}{}", kFormat, kVersion)) {
    return bad_file(fmt::format("{}: an index of another version, which this program does not know", where));
  }
  const auto entries = index.find("files");
  if (entries == index.end() || !entries->is_array()) return bad_file(fmt::format("{}: has no list of files", where));
  std::vector<PublishedFile> files;
  std::set<std::string> names;
  for (const json& entry : *entries) {
    auto file = parse_file(entry);
    const std::string place = fmt::format("{}: file {}", where, files.size() + 1);
    if (!file) return bad_file(fmt::format("{}: {}", place, file.error().message));
    if (!names.insert(file->name).second) return bad_file(fmt::format("{}: {} is there twice", place, file->name));
    files.push_back(*std::move(file));
  }
  return files;
}

}  // namespace uisge
