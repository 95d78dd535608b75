#include "tests/db/naive_labels.h"

#include "core/moves.h"
#include "db/codec_trainer.h"
#include "db/placement_census.h"
#include "db/position_cell.h"
#include "db/writer.h"

namespace uisge::test {

NaiveLabels naive_labels(const DatabaseIdentity& identity) {
  const Board board(identity.board);
  const Colourings colourings(identity.pieces);
  NaiveLabels result{identity, placement_census(board, identity.pieces), {}};
  const auto positions = static_cast<std::uint32_t>(positions_per_placement(identity.pieces));
  result.labels.assign(result.placements.size(), std::vector<LabelCode>(positions, kDrawCode));

  // An undecided live position, the cells that its moves lead to, and whether a move wins at once.
  struct Open {
    PositionCell cell;
    std::vector<PositionCell> successors;
    bool completes = false;
  };
  std::vector<Open> open;
  const auto label = [&](PositionCell cell) -> LabelCode& { return result.labels[cell.placement][cell.index]; };
  for (std::uint32_t p = 0; p < result.placements.size(); ++p) {
    for (std::uint32_t i = 0; i < positions; ++i) {
      if (!is_live_index(identity.pieces, i)) continue;
      const Position position = position_at(board, colourings, result.placements[p], i);
      const GameEnd end = game_end(board, identity.rules, position);
      if (end != GameEnd::kNotOver) {
        label({p, i}) = encode_label({outcome_of(end, identity.rules.stuck), 0});
        continue;
      }
      Open here{{p, i}, {}, false};
      for (const Move move : playable_moves(board, identity.rules, position)) {
        const Position next = play(board, position, move);
        if (next.is_live()) {
          here.successors.push_back(find_cell(board, result.placements, colourings, next).value());
        } else {
          here.completes = true;
        }
      }
      open.push_back(std::move(here));
    }
  }
  // This loop decides ply after ply. The labels of a ply are set only after all of them are found.
  for (Plies distance = 1;; ++distance) {
    std::vector<std::pair<PositionCell, LabelCode>> decided;
    std::erase_if(open, [&](const Open& here) {
      bool wins = here.completes;
      bool loses = !here.completes;
      for (const PositionCell next : here.successors) {
        const LabelCode code = label(next);
        const Outcome outcome = decode_label(code).outcome;
        wins = wins || outcome == Outcome::kLoss;
        loses = loses && outcome == Outcome::kWin;
      }
      if (!wins && !loses) return false;
      decided.emplace_back(here.cell, encode_label({wins ? Outcome::kWin : Outcome::kLoss, distance}));
      return true;
    });
    if (decided.empty()) return result;
    for (const auto& [cell, code] : decided) label(cell) = code;
  }
}

void write_database(const std::string& path, const NaiveLabels& labels, CodecId codec) {
  const Board board(labels.identity.board);
  CodecTrainer trainer(codec, labels.identity.pieces, static_cast<std::uint32_t>(labels.placements.size()));
  for (std::size_t k = 0; k < trainer.sample().size(); ++k) trainer.add(k, labels.labels[trainer.sample()[k]]);
  const auto place = OutputPlace::claim(path, kDatabaseFile);
  REQUIRE(place);
  auto writer = DatabaseWriter::create(*place, labels.identity, labels.placements, trainer.finish());
  REQUIRE(writer);
  PlacementEncoder encoder(writer->plan());
  LabelStatistics statistics(board, labels.identity.pieces,
                             start_cell(board, labels.identity.pieces, labels.placements));
  for (std::uint32_t p = 0; p < labels.placements.size(); ++p) {
    std::vector<LabelCode> told = labels.labels[p];
    if (!stores_distances(codec)) {
      for (LabelCode& code : told) code = encode_label(without_distance(decode_label(code)));
    }
    statistics.add(p, labels.placements[p], told);
    REQUIRE(writer->append(encoder.encode(p, labels.labels[p])));
  }
  REQUIRE(writer->finish(statistics.summary()));
}

WrittenDatabase::WrittenDatabase(const NaiveLabels& labels, CodecId codec) {
  write_database(path(), labels, codec);
  database_.emplace(Database::open(path()).value());
}

Bytes read_bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  REQUIRE(stream);
  const auto bytes = std::as_bytes(std::span(chars));
  return {bytes.begin(), bytes.end()};
}

void write_bytes(const std::string& path, ByteView bytes) {
  // Overwrites an existing file in place. To empty the file first would be slow, since some file systems sync a file
  // that was emptied and written anew.
  const bool exists = std::filesystem::exists(path);
  std::fstream stream(path,
                      exists ? std::ios::binary | std::ios::in | std::ios::out : std::ios::binary | std::ios::out);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(stream.flush());
  stream.close();
  std::filesystem::resize_file(path, bytes.size());
}

}  // namespace uisge::test
