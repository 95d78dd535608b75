// Makes a small set of published files for tests, and the index of these files.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace uisge::test {

// Returns a file that begins like a database. All further bytes are random; `seed` determines them.
std::string like_a_database(std::size_t bytes, unsigned seed);

// Returns the text with the byte at `place` changed.
std::string changed_at(std::size_t place, std::string text);

// Returns the entry that an index has for a database.
std::string index_entry(const std::string& name, const std::string& contents);
std::string index_of(const std::vector<std::string>& entries);

// Returns the contents of files, keyed by paths such as "/a.uisge". The index has the path "/index.json". Every other
// file has about 300 KB and begins like a database.
std::map<std::string, std::string> published(const std::vector<std::string>& names);

void write_files(const std::string& folder, const std::map<std::string, std::string>& files);

}  // namespace uisge::test
