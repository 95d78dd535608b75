#include "solver/answers/routes.h"

#include <array>
#include <map>

#include "core/notation.h"
#include "explorer/request_parameters.h"
#include "solver/answers/checkpoint_summary.h"
#include "solver/answers/database_summary.h"
#include "solver/answers/found_position_text.h"
#include "solver/answers/plane_json.h"
#include "solver/units.h"

namespace uisge {

namespace {

constexpr std::size_t kPuzzlesAtOnce = 60;

Answered<ServedFile*> named_file(const ServedAnswers& answers, const explorer::RequestParameters& parameters) {
  const std::string* const name = parameters.find("file");
  if (name == nullptr) return refused(400, "file: is missing; /api/files lists the names");
  ServedFile* const file = answers.files().find(*name);
  if (file == nullptr) return refused(404, "file: there is none of that name; /api/files lists them");
  return file;
}

Answered<ServedFile*> file_for_statistics(const ServedAnswers& answers, const explorer::HttpRequest& request) {
  constexpr std::array<std::string_view, 1> kKnown{"file"};
  const auto parameters = UISGE_TRY(answered(explorer::RequestParameters::parse(request.query, kKnown)));
  ServedFile* const file = UISGE_TRY(named_file(answers, parameters));
  if (file->file->proof() != nullptr) return refused(400, file->name + ": is a proof, which has no statistics");
  if (file->file->kind() == AnswerFileKind::kNotes) {
    return refused(400, file->name + ": is a list of noted positions, which has no statistics");
  }
  return file;
}

Result<Json> statistics_of(ServedAnswers& answers, ServedFile& file, const std::atomic<bool>& given_up) {
  if (file.file->database() == nullptr) {
    const std::string& path = file.file->path();
    auto json = UISGE_TRY(file.file->kind() == AnswerFileKind::kPlane
                              ? plane_json(path)
                              : summarise_checkpoint(path).map(
                                    [](const CheckpointSummary& summary) { return checkpoint_json(summary); }));
    json["by_crowns"] = nullptr;
    json["longest_wins"] = nullptr;
    return json;
  }
  const Database& database = *file.file->database();
  Json json = database_json(database);
  json["by_crowns"] = nullptr;
  json["longest_wins"] = nullptr;
  if (!answers.is_small_enough(database)) return json;
  const auto longest = UISGE_TRY(answers.longest_wins(file, given_up));
  json["longest_wins"] = Json::array();
  for (const FoundPosition& found : longest) {
    json["longest_wins"].push_back(
        {{"position", to_text(database.board(), database.position(found.cell))}, {"distance", found.label.distance}});
  }
  const auto counts = UISGE_TRY(answers.by_crowns(file, given_up));
  std::map<std::pair<int, int>, std::array<std::uint64_t, 3>> sums;
  for (const CrownCount& count : counts) {
    sums[{count.mover_crowns, count.opponent_crowns}].at(index(decode_label(count.code).outcome)) += count.raw;
  }
  json["by_crowns"] = Json::array();
  for (const auto& [crowns, sum] : sums) {
    json["by_crowns"].push_back({{"mover_crowns", crowns.first},
                                 {"opponent_crowns", crowns.second},
                                 {"won", json_integer(sum[index(Outcome::kWin)])},
                                 {"lost", json_integer(sum[index(Outcome::kLoss)])},
                                 {"drawn", json_integer(sum[index(Outcome::kDraw)])}});
  }
  return json;
}

struct PuzzleQuestion {
  ServedFile* file;  // a database with distances
  std::size_t level;
  std::uint64_t seed;
};

Answered<PuzzleQuestion> puzzle_question(const ServedAnswers& answers, const explorer::HttpRequest& request) {
  constexpr std::array<std::string_view, 3> kKnown{"file", "level", "seed"};
  const auto parameters = UISGE_TRY(answered(explorer::RequestParameters::parse(request.query, kKnown)));
  ServedFile* const file = UISGE_TRY(named_file(answers, parameters));
  const auto level = parse_number<std::size_t>(parameters.text("level", "1"), 1, kPuzzleLevels.size());
  if (!level) return refused(400, "level: " + level.error().message);
  const auto seed =
      parse_number<std::uint64_t>(parameters.text("seed", "1"), 0, std::numeric_limits<std::uint64_t>::max());
  if (!seed) return refused(400, "seed: " + seed.error().message);
  if (file->file->database() == nullptr || !file->file->has_distances()) {
    return refused(400, file->name + ": puzzles come from databases with distances");
  }
  return PuzzleQuestion{file, *level, *seed};
}

}  // namespace

bool asks_for_statistics(const ServedAnswers& answers, const explorer::HttpRequest& request) {
  return file_for_statistics(answers, request).has_value();
}

bool asks_for_puzzles(const ServedAnswers& answers, const explorer::HttpRequest& request) {
  return puzzle_question(answers, request).has_value();
}

Answered<Json> statistics(ServedAnswers& answers, const explorer::HttpRequest& request) {
  ServedFile* const file = UISGE_TRY(file_for_statistics(answers, request));
  return answered(statistics_of(answers, *file, *request.given_up));
}

Answered<Json> puzzles(ServedAnswers& answers, const explorer::HttpRequest& request) {
  const auto [file, level, seed] = UISGE_TRY(puzzle_question(answers, request));
  const auto drawn =
      UISGE_TRY(answered(answers.puzzles(*file, kPuzzleLevels.at(level - 1), kPuzzlesAtOnce, seed, *request.given_up)));
  const Database& database = *file->file->database();
  Json list = Json::array();
  for (const FoundPosition& found : drawn) {
    list.push_back(found_json(database.board(), database.position(found.cell), found, true));
  }
  return Json{{"level", level}, {"puzzles", std::move(list)}};
}

}  // namespace uisge
