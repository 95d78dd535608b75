// Prints the size of each public type, which programs that are built with the headers rely on: a line "NAME BYTES".
#include <cstdio>

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
}
