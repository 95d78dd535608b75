// The tables of a board on the card, as kernels read them (card_tables.h).
#pragma once

#include <bit>

#include "solver/card/card.h"
#include "solver/card/card_step.h"
#include "solver/placements/placement_table.h"

namespace uisge {

// An address of the card as a pointer, which only kernels may follow.
template <class T>
T* pointer(CardAddress address) {
  return std::bit_cast<T*>(address);
}

class TablesOnCard {
 public:
  // Copies the tables to the card, and waits until the copies are done.
  static Result<TablesOnCard> make(const Card& card, const PlacementTable& table, CardStream& stream);
  static std::uint64_t bytes_for(const PlacementTable& table) {
    return 2 * table.transition_count() * sizeof(CardMove) + table.size() * sizeof(CardPlacement);
  }
  const CardTables& tables() const { return tables_; }

 private:
  CardMemory moves_;
  CardMemory back_moves_;
  CardMemory placements_;
  CardMemory colourings_;  // two tables: the colourings' ranks by mask, then their masks by rank
  CardTables tables_{};
};

}  // namespace uisge
