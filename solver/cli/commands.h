// The table of the subcommands, in the groups and the order of `uisge --help`.
#pragma once

#include <vector>

#include "solver/cli/program.h"

namespace uisge::cli {

using AddCommand = void (*)(Program&);

void add_show(Program& program);
void add_perft(Program& program);
void add_plan(Program& program);
void add_solve(Program& program);
void add_fetch(Program& program);
void add_query(Program& program);
void add_play(Program& program);
void add_annotate(Program& program);
void add_engine(Program& program);
void add_search(Program& program);
void add_prove(Program& program);
void add_verify_proof(Program& program);
void add_book(Program& program);
void add_reach(Program& program);
void add_info(Program& program);
void add_check(Program& program);
void add_verify(Program& program);
void add_diff(Program& program);
void add_find(Program& program);
void add_serve(Program& program);
void add_export(Program& program);
void add_extract(Program& program);
void add_bench(Program& program);
void add_help(Program& program);

struct CommandGroup {
  const char* title;  // a heading in the output of `uisge --help`
  std::vector<AddCommand> commands;
};

inline const std::vector<CommandGroup> kCommandGroups{
    {"Commands to play and look", {add_show, add_play, add_annotate, add_serve, add_engine}},
    {"Commands to make or fetch databases", {add_plan, add_solve, add_fetch}},
    {"Commands to ask databases",
     {add_query, add_find, add_diff, add_info, add_check, add_verify, add_export, add_extract}},
    {"Commands to look ahead without a database",
     {add_search, add_prove, add_book, add_verify_proof, add_reach, add_perft}},
    {"Commands about the program", {add_bench, add_help}},
};

inline void add_commands(Program& program) {
  for (const CommandGroup& group : kCommandGroups) {
    program.begin_group(group.title);
    for (const AddCommand add : group.commands) add(program);
  }
}

}  // namespace uisge::cli
