// The index of published files: what a folder or a server offers for `uisge fetch`. scripts/release_data.sh writes it,
// docs/commands.md shows its fields.
//
// An index is not trusted. The names in an index become names of files on this machine. So a name consists of letters,
// digits and ".-_", and has no folder. It ends in .proof if the file is a proof, otherwise in .uisge. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "db/format.h"

namespace uisge {

inline constexpr std::string_view kIndexName = "index.json";
// Enough for about 5,000 files.
inline constexpr std::size_t kMostIndexBytes = std::size_t{1} << 20;

enum class PublishedContents : std::uint8_t { kDistances, kValues, kProof };

// The word that stands for the contents in the index: "distances", "values" or "proof".
std::string_view to_string(PublishedContents contents);
// The kind of file that has these contents. The first bytes of a file show its kind.
const FileKind& file_kind(PublishedContents contents);

struct PublishedFile {
  std::string name;         // "7x6-4-loses.uisge"
  std::uint64_t bytes = 0;  // at least 1
  std::string sha256;       // 64 hexadecimal digits in lower case
  DatabaseIdentity identity;
  PublishedContents contents = PublishedContents::kDistances;
};

// The files in the order of the index, each name once. Error messages begin with `where`. Errors: kBadFile if the text
// is not an index, is of a newer version, or is larger than kMostIndexBytes, or if the entry of a file is wrong.
Result<std::vector<PublishedFile>> parse_index(std::string_view text, const std::string& where);

}  // namespace uisge
