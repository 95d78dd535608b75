// Game records on disk.
#pragma once

#include <string>
#include <vector>

#include "core/game_record.h"

namespace uisge::cli {

// Reads the games of a file, or of standard input if `path` is "-". A game with a mistake becomes an error (usage),
// which names the file and the place. Errors of the call: read errors, and kBadFile for a file that is too large to be
// a record.
Result<std::vector<Result<GameRecord>>> read_game_records(const std::string& path, const RecordDefaults& defaults);

// Appends the game to the records of the file at `path`, or makes the file, and returns the number of games in the
// file. If the file ends with `earlier`, an earlier text of the same game, that text is replaced. The whole file is
// written again, so it is complete at any time, and the cost grows with the file. Errors: usage if the file has
// anything but game records, resource if it cannot be written or another program wrote it meanwhile.
Result<std::size_t> append_game_record(const std::string& path, const GameRecord& record,
                                       const std::string& earlier = {});

std::string today();  // "2026.11.23", in local time: the form of the tag Date

}  // namespace uisge::cli
