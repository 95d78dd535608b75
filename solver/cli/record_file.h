// Game records on disk.
#pragma once

#include <string>
#include <vector>

#include "core/game_record.h"

namespace uisge::cli {

// All games of a file, or of standard input where `path` is "-". Errors name it and the place: those of reading,
// kBadFile for a file that is too large to be one of games, usage for a mistake in a record.
Result<std::vector<GameRecord>> read_game_records(const std::string& path);

// Writes the game to `path`, in place of another game record if there is one. Errors: usage if the file is there and is
// no game record; resource if it cannot be written.
Result<void> save_game_record(const std::string& path, const GameRecord& record);

// Writes the game behind those that the file at `path` holds, if there is one, and returns how many there are now. The
// file is written anew: it is complete at any time, and the cost grows with it. Errors: usage if the file is there and
// is not all game records, resource if it cannot be written or another program wrote it meanwhile.
Result<std::size_t> append_game_record(const std::string& path, const GameRecord& record);

std::string today();  // "2026.11.23", as the tag Date has it, in the local time

}  // namespace uisge::cli
