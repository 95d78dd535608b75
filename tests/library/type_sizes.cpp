// Prints the size of each public type of C++ and C, one line "NAME BYTES" for each. Programs that are built with the
// headers rely on these sizes.
#include <cstdio>

#include "uisge.h"
#include "uisge/known.h"
#include "uisge/notes.h"
#include "uisge/proof.h"
#include "uisge/review.h"
#include "uisge/solver.h"

namespace {

template <class T>
void print(const char* name) {
  std::printf("%s %zu\n", name, sizeof(T));
}

}  // namespace

#define PRINT(TYPE) print<uisge::TYPE>(#TYPE)
#define PRINT_C(TYPE) print<TYPE>(#TYPE)

int main() {
  PRINT(Analysis);
  PRINT(BoardSize);
  PRINT(CheckOptions);
  PRINT(CountRange);
  PRINT(Counts);
  PRINT(Database);
  PRINT(DistanceCounts);
  PRINT(GameRecord);
  PRINT(Identity);
  PRINT(Known);
  PRINT(LabelReader);
  PRINT(Move);
  PRINT(MoveReview);
  PRINT(Notes);
  PRINT(Position);
  PRINT(PositionClass);
  PRINT(Probe);
  PRINT(Proof);
  PRINT(Properties);
  PRINT(ProveOptions);
  PRINT(ProveProgress);
  PRINT(ProveReport);
  PRINT(RankedMove);
  PRINT(Rules);
  PRINT(SearchOptions);
  PRINT(SearchProgress);
  PRINT(SearchReport);
  PRINT(SolveOptions);
  PRINT(SolveProgress);
  PRINT(SolveReport);
  PRINT(Verdict);
  PRINT_C(uisge_identity);
  PRINT_C(uisge_known_start);
  PRINT_C(uisge_move);
  PRINT_C(uisge_position);
  PRINT_C(uisge_ranked_move);
  PRINT_C(uisge_rules);
  PRINT_C(uisge_verdict);
}
