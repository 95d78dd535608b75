// The tags of a game record, such as [White "Ann"], and what they say about the game. Pure functions.
#pragma once

#include <optional>

#include "core/game_record.h"
#include "core/record_text.h"

namespace uisge {

struct TaggedRecord {
  GameRecord record;                 // without moves
  std::optional<GameResult> result;  // what the tag Result says
};

// Reads the tags of a game, up to its moves. Errors (usage) begin with "line 3, column 7: ".
Result<TaggedRecord> parse_tags(RecordText& text, const RecordDefaults& defaults);

}  // namespace uisge
