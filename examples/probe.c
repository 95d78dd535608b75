/* Asks a database about positions:  probe FILE POSITION...
 *
 * Prints the value of each position, and each of its moves with the value for the player who makes it. */
#include <stdio.h>
#include <stdlib.h>
#include <uisge.h>

static const char* const kValues[] = {"draw", "win", "loss"};

static void check(uisge_status status) {
  if (status == UISGE_OK) return;
  fprintf(stderr, "probe: %s\n", uisge_last_error());
  exit(status);
}

static void print_verdict(uisge_verdict verdict) {
  printf("%s", kValues[verdict.value]);
  if (verdict.distance >= 0) printf(" in %d", verdict.distance);
  printf("\n");
}

static void answer(uisge_probe* probe, const char* text) {
  uisge_position position;
  check(uisge_position_parse(text, &position));
  uisge_verdict verdict;
  uisge_ranked_move moves[UISGE_MAX_MOVES];
  size_t count;
  check(uisge_probe_ranked_moves(probe, &position, &verdict, moves, UISGE_MAX_MOVES, &count));
  printf("%s: ", text);
  print_verdict(verdict);
  for (size_t i = 0; i < count; ++i) {
    char move[8];
    check(uisge_move_text(&position, moves[i].move, move, sizeof move, NULL));
    printf("  %c %s ", moves[i].best ? '*' : ' ', move);
    print_verdict(moves[i].verdict);
  }
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: probe FILE POSITION...\n");
    return UISGE_ERROR_USAGE;
  }
  uisge_database* database;
  uisge_probe* probe;
  check(uisge_database_open(argv[1], &database));
  check(uisge_probe_open(database, 0, &probe));
  for (int i = 2; i < argc; ++i) answer(probe, argv[i]);
  check(uisge_probe_close(probe));
  check(uisge_database_close(database));
  return 0;
}
