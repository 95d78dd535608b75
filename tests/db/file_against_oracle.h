// Compares a database file, read by the independent reader (docs/formats/database.md), with the oracle.
#pragma once

#include <string>
#include <vector>

#include "tests/db/independent_reader.h"
#include "tests/oracle/oracle_solution.h"

namespace independent_reader {

Bytes file_bytes(const std::string& path);

// The oracle's labels of the file's game, in the order of the universe (tests/oracle/oracle_universe.h).
std::vector<oracle::Label> oracle_labels(const Reader& reader, const oracle::Universe& universe);

// The texts of the positions whose labels in the file differ from `labels`. A file of codec 3 has no distances, so only
// its values are compared.
std::vector<std::string> wrong_labels(const Reader& reader, const oracle::Universe& universe,
                                      const std::vector<oracle::Label>& labels);

}  // namespace independent_reader
