// Holds the plane of a values solve, the plane's file, and the engine that sweeps the plane on the processors or on a
// card.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "solver/card/card_engine.h"
#include "solver/share_report.h"
#include "solver/solve_values/solve_values.h"
#include "solver/values/plane_store.h"
#include "solver/values/values_engine.h"
#include "solver/values/won_plane.h"

namespace uisge {

class SweptPlane {
 public:
  // The request, the table and `note` must outlive the object. If the request names no file and the plane is larger
  // than memory, the plane lies in the file `spill`; without `may_spill` that is a resource error.
  SweptPlane(const ValuesRequest& request, const PlacementTable& table, const PlaneStore::Note& note, std::string spill)
      : request_(request), table_(table), note_(note), spill_(std::move(spill)) {}

  // Chooses whether processors or a card do the sweeps, divides the memory, opens the plane file and makes the engine.
  // Leaves `left_free_bytes` of this machine's memory free. Errors: those of solve_values(). Throws std::bad_alloc.
  Result<void> make(std::optional<PositionCell> start, std::uint64_t left_free_bytes, const ShareReport& report);

  ValuesEngine& engine() { return *engine_; }
  const ValuesPlan& plan() const { return plan_; }
  const std::optional<CardUse>& card() const { return card_use_; }

  // The object that saves the plane to the plane file; null if the solve has no plane file.
  PlaneStore* store() { return store_; }
  // The path of the plane file, which is known before the file is opened; empty if the solve has no plane file.
  const std::string& path() const { return path_; }
  // Whether the solve continues from an existing plane file.
  bool goes_on() const { return goes_on_; }
  // The bytes that were read from the plane file or copied to the card, and the bytes that were written to the plane
  // file or copied back from the card.
  std::uint64_t bytes_read() const { return moved() == nullptr ? 0 : moved()->bytes_read(); }
  std::uint64_t bytes_written() const { return moved() == nullptr ? 0 : moved()->bytes_written(); }

  // The number of the plane's unsupported wins: positions that are marked as won although no move wins
  // (values/unsupported_wins.h). Returns 0 without counting if the plane is on a card, or if the solve does not
  // continue from an existing plane file. Makes the engine anew, so its next sweep is over all placements; after an
  // error there is no engine. Errors: those of the count; kBadFile if a tile was damaged since the last sweep.
  Result<std::uint64_t> unsupported_wins(const SweepCallbacks& callbacks);

  // Destroys the engine, so that there is memory for saving the results. Keeps a card's engine, which holds the plane.
  // Do not use engine() afterwards.
  void free_engine() {
    if (card_engine_ == nullptr) engine_.reset();
  }

 private:
  // The plane file that the user named, otherwise the one beside the output; empty without output.
  std::string wanted_path() const {
    return request_.plane.empty() && !request_.output.empty() ? plane_file_path(request_.output) : request_.plane;
  }
  Result<Card> fitting_card(const TileLayout& layout, std::uint64_t memory_bytes, const ShareReport& report);
  Result<std::optional<PlaneFile>> open_file_for_card(const TileLayout& layout);
  Result<PlaneFile> open_file(const std::string& path, const TileLayout& layout);
  Result<void> make_card_engine(const TileLayout& layout, std::optional<PlaneFile> file,
                                std::optional<PositionCell> start);
  Result<void> make_plane(const TileLayout& layout);
  const PlaneStore* moved() const { return card_engine_ != nullptr ? card_engine_ : store_; }

  const ValuesRequest& request_;
  const PlacementTable& table_;
  const PlaneStore::Note& note_;
  const std::string spill_;
  ValuesPlan plan_;
  ValuesOptions options_;  // those of the engine, unless a card does the sweeps
  std::optional<CardUse> card_use_;
  std::unique_ptr<WonPlane> plane_;  // null if the plane is on the card
  std::optional<Card> card_;
  std::unique_ptr<ValuesEngine> engine_;
  CardEngine* card_engine_ = nullptr;  // points to engine_ if a card does the sweeps, otherwise null
  PlaneStore* store_ = nullptr;        // points to plane_ or engine_; null if the plane has no file
  std::string path_;
  bool goes_on_ = false;
};

}  // namespace uisge
