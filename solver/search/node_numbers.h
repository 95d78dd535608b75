// The arithmetic of NumberSearch (number_search.h): the initial numbers of a node, and what follows from the numbers of
// its children. Pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "core/movegen.h"
#include "core/piece_count.h"
#include "core/rules.h"
#include "solver/search/fact_table.h"
#include "solver/search/open_numbers.h"

namespace uisge {

inline constexpr float kInfinite = std::numeric_limits<float>::infinity();

// A position that is searched, with a limit of plies.
struct NumberNode {
  static constexpr int kNever = kMaxSearchPlies;  // the bound if the attacker can never win

  Pieces pieces;
  PositionKey key;
  std::uint64_t open_hash = 0;
  ProofNumbers numbers;
  int bound = 0;

  void settle(bool won, int within) {
    numbers = won ? ProofNumbers{0, kInfinite} : ProofNumbers{kInfinite, 0};
    bound = within;
  }
};
static_assert(sizeof(NumberNode) == 64);

// The numbers of a node at which the attacker (kAttacks) or the defender is to move.
template <bool kAttacks>
struct NodeNumbers {
  // The proof and disproof numbers of an open question never exceed kMostOpen, even if they are sums over many
  // children.
  static constexpr float kMostOpen = 1e30F;
  static constexpr float kShareOfOthers = 0.5F;  // the head of number_search.h explains it
  // The initial proof number of a position, an estimate of a proof's size: kProofSizes[attacker's blanks][defender's
  // crowns]. Each of these blanks doubles the estimate, since the attacker needs one move more. Each of these crowns
  // multiplies it by 1.3, since the defender needs one move less.
  static constexpr auto kProofSizes = [] {
    std::array<std::array<float, kMaxPieces + 1>, kMaxPieces + 1> sizes{};
    float of_blanks = 1;
    for (auto& row : sizes) {
      float size = of_blanks;
      for (float& entry : row) {
        entry = size;
        size *= 1.3F;
      }
      of_blanks *= 2;
    }
    return sizes;
  }();

  // A node has two numbers, and so have the limits. `one` is the number that the best child determines: the proof
  // number at the attacker's turn, the disproof number at the defender's turn. `all` is the other number, to which all
  // children contribute.
  static float one(const ProofNumbers& numbers) { return kAttacks ? numbers.proof : numbers.disproof; }
  static float all(const ProofNumbers& numbers) { return kAttacks ? numbers.disproof : numbers.proof; }
  static ProofNumbers of(float one, float all) { return kAttacks ? ProofNumbers{one, all} : ProofNumbers{all, one}; }

  static ProofNumbers initial(const Pieces& pieces, int moves) {
    const SquareSet attacker_bb = kAttacks ? pieces.mover_bb : pieces.opponent_bb;
    const SquareSet defender_bb = kAttacks ? pieces.opponent_bb : pieces.mover_bb;
    const auto blanks = static_cast<std::size_t>((attacker_bb - pieces.crowns_bb).size());
    const auto crowns = static_cast<std::size_t>((defender_bb & pieces.crowns_bb).size());
    const float size = kProofSizes[blanks][crowns];
    const auto width = static_cast<float>(moves);
    return kAttacks ? ProofNumbers{size, width} : ProofNumbers{width * size, 1};
  }

  // What follows from a node's children: the two best children, and the node's proof and disproof numbers.
  struct Sums {
    NumberNode* best = nullptr;
    NumberNode* second = nullptr;
    float rest = 0;  // what the children other than `best` contribute to the number `all`
    ProofNumbers numbers;
  };
  [[gnu::always_inline]] static Sums sum_up(NumberNode* first, NumberNode* last) {
    Sums sums;
    sums.best = first;
    float least = kInfinite;
    float second = kInfinite;
    float sum = 0;
    float most = 0;
    for (NumberNode* child = first; child != last; ++child) {
      const float own = one(child->numbers);
      sum += all(child->numbers);
      most = std::max(most, all(child->numbers));
      if (own < least) {
        if (child != first) {
          sums.second = sums.best;
          second = least;
        }
        sums.best = child;
        least = own;
      } else if (own < second) {
        sums.second = child;
        second = own;
      }
    }
    if (least == 0) {
      sums.numbers = of(0, kInfinite);
      return sums;
    }
    sums.rest = std::min((sum - all(sums.best->numbers)) * kShareOfOthers, kMostOpen);
    sums.numbers = of(least, std::min(most + (sum - most) * kShareOfOthers, kMostOpen));
    return sums;
  }

  // Returns the bound of the fact that is proved about a node: the number of plies that the fact states. The fact may
  // answer other questions later, so its bound is made from the bounds of the node's children, not from the limit of
  // the question.
  static int bound_of(const NumberNode* first, const NumberNode* last, bool won) {
    // At the attacker's turn, the child with the least bound counts; at the defender's turn, the child with the
    // greatest bound. Only children that are proved to have the node's result (`won`) count.
    int bound = kAttacks ? NumberNode::kNever : 0;
    for (const NumberNode* child = first; child != last; ++child) {
      if ((won ? child->numbers.proof : child->numbers.disproof) != 0) continue;
      bound = kAttacks ? std::min(bound, child->bound) : std::max(bound, child->bound);
    }
    return std::min(bound + 1, NumberNode::kNever);
  }
};

}  // namespace uisge
