// Reads and writes files of game records.
#pragma once

#include <string>
#include <vector>

#include "core/game_record.h"

namespace uisge::cli {

// Reads the games of a file, or of standard input if `path` is "-". A game with a mistake becomes an error (usage),
// which names the file and the place. The call itself fails with read errors, and with kBadFile if the file is too
// large to be a record.
Result<std::vector<Result<GameRecord>>> read_game_records(const std::string& path, const RecordDefaults& defaults);

// Appends the game to the records of the file at `path`, or makes the file, and returns the number of games in the
// file. If the file ends with `earlier`, an earlier text of the same game, that text is replaced. The whole file is
// written anew and then replaces the old file: the file is complete at any time, but a long file takes long. Errors:
// usage if the file has anything but game records; resource if the file cannot be written, or if another program has
// changed it during the call.
Result<std::size_t> append_game_record(const std::string& path, const GameRecord& record,
                                       const std::string& earlier = {});

std::string today();  // "2026.11.23", in local time: the form of the tag Date

}  // namespace uisge::cli
