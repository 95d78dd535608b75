#include "tests/fetch/published_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "db/format.h"
#include "solver/fetch/sha256.h"
#include "tests/test.h"

namespace uisge::test {

std::string like_a_database(std::size_t bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::string contents(kDatabaseFile.magic);
  while (contents.size() < bytes) contents += static_cast<char>(random());
  return contents;
}

std::string changed_at(std::size_t place, std::string text) {
  text.at(place) = static_cast<char>(text.at(place) + 1);
  return text;
}

std::string index_entry(const std::string& name, const std::string& contents) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(contents)));
  return fmt::format(R"({{"name": "{}", "bytes": {}, "sha256": "{}", "board": "7x6", "pieces": 4, "stuck": "loses", )"
                     R"("diagonal_jumps": false, "holds": "distances"}})",
                     name, contents.size(), sum.finish());
}

std::string index_of(const std::vector<std::string>& entries) {
  return fmt::format(R"({{"format": "uisge-index 1", "files": [{}]}})", fmt::join(entries, ", "));
}

std::map<std::string, std::string> published(const std::vector<std::string>& names) {
  std::map<std::string, std::string> files;
  std::vector<std::string> entries;
  for (const std::string& name : names) {
    const unsigned seed = static_cast<unsigned>(entries.size());
    const std::string contents = like_a_database(300'000 + seed, seed);
    entries.push_back(index_entry(name, contents));
    files["/" + name] = contents;
  }
  files["/index.json"] = index_of(entries);
  return files;
}

void write_files(const std::string& folder, const std::map<std::string, std::string>& files) {
  for (const auto& [path, contents] : files) std::ofstream(folder + path, std::ios::binary) << contents;
}

}  // namespace uisge::test
