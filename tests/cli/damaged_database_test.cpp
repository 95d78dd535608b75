// Every command that reads a database refuses a damaged database, and a file of another kind.
#include "tests/cli/run_program.h"
#include "tests/cli/small_database.h"

using namespace uisge;
using namespace uisge::test;

TEST_CASE("damaged files are refused by every command that reads one", "[cli][damage]") {
  const SmallDatabase database;
  const Bytes intact = read_bytes(database.path());
  for (std::size_t i = 0; i < intact.size(); i += 97) {
    Bytes bytes = intact;
    bytes[i] ^= std::byte{4};
    write_bytes(database.path(), bytes);
    for (const auto& arguments : std::vector<std::vector<std::string>>{{"query", database.path(), kPosition},
                                                                       {"check", database.path()},
                                                                       {"info", database.path()},
                                                                       {"verify", database.path()},
                                                                       {"diff", database.path(), database.path()}}) {
      check_refused(arguments, 3, database.path());
    }
  }
  write_bytes(database.path(), intact);
  CHECK(run_uisge({"check", database.path()}).exit_code == 0);
}

TEST_CASE("files that cannot be read are no answer either", "[cli][damage]") {
  const SmallDatabase database;
  CHECK(run_uisge({"query", database.file("nothing.uisge"), kPosition}).exit_code == 4);
  CHECK(run_uisge({"info", "/"}).exit_code == 3);
  CHECK(run_uisge({"info", "/dev/null"}).exit_code == 3);
}
