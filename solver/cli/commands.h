// The table of the subcommands, in the order of `uisge --help`. Each is a file of its own, named after it.
#pragma once

#include <vector>

#include "solver/cli/program.h"

namespace uisge::cli {

using AddCommand = void (*)(Program&);

void add_show(Program& program);
void add_perft(Program& program);
void add_plan(Program& program);
void add_solve(Program& program);
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

inline const std::vector<AddCommand> kCommands{
    add_show,   add_perft,  add_plan,  add_solve,        add_query,   add_play,  add_annotate, add_serve,
    add_engine, add_search, add_prove, add_verify_proof, add_book,    add_reach, add_info,     add_check,
    add_verify, add_diff,   add_find,  add_export,       add_extract, add_bench, add_help,
};

}  // namespace uisge::cli
