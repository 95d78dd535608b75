// A build without libcurl says in one line that it fetches from folders only. This test program is built without
// libcurl.
#include "solver/fetch/file_source.h"
#include "tests/test.h"

using namespace uisge;

TEST_CASE("a build without libcurl fetches from folders only, and says so", "[fetch]") {
  const std::atomic<bool> cancel{false};
  CHECK(open_source("somewhere", cancel));
  for (const char* address : {"http://127.0.0.1:1", "HTTPS://example.org/uisge/"}) {
    test::check_error(open_source(address, cancel), ErrorKind::kUsage,
                      "was built without libcurl and fetches from folders only");
  }
}
