#include "solver/units.h"
#include "solver/answers/json.h"
#include "tests/test.h"

using namespace uisge;
using namespace uisge::cli;
using uisge::test::contains;

TEST_CASE("sizes are whole numbers with binary units", "[cli][units]") {
  CHECK(parse_size("1").value() == 1);
  CHECK(parse_size("4096").value() == 4096);
  CHECK(parse_size("64k").value() == 65536);
  CHECK(parse_size("64K").value() == 65536);
  CHECK(parse_size("512M").value() == 536'870'912);
  CHECK(parse_size("8G").value() == 8'589'934'592);
  CHECK(parse_size("8GB").value() == 8'589'934'592);
  CHECK(parse_size("8GiB").value() == 8'589'934'592);
  CHECK(parse_size("1T").value() == 1'099'511'627'776);
  for (const char* const text : {"512M", "512m", "512MB", "512mb", "512MiB", "512mib", "536870912b"}) {
    CAPTURE(text);
    CHECK(parse_size(text).value() == 536'870'912);
  }
  CHECK(parse_size("18446744073709551615").value() == UINT64_MAX);
  CHECK(parse_size("16383P").value() == 16383ULL << 50);
}

TEST_CASE("sizes that make no sense are refused", "[cli][units]") {
  for (const char* text : {"", "G", "8 G", " 8G", "8G ", "8Q", "8Gi", "8GG", "-8G", "+8G", "1.5G", "0", "0G", "0x10",
                           "18446744073709551616", "16384P", "99999999999T"}) {
    CAPTURE(text);
    test::check_error(parse_size(text), ErrorKind::kUsage);
  }
}

TEST_CASE("numbers are decimal digits within their bounds", "[cli][units]") {
  CHECK(parse_number("0", 0, 9).value() == 0);
  CHECK(parse_number("9", 0, 9).value() == 9);
  CHECK(parse_number("010", 1, 99).value() == 10);  // not octal
  CHECK(parse_number("18446744073709551615", 0, UINT64_MAX).value() == UINT64_MAX);
  for (const char* text : {"", "10", "-1", "+1", " 1", "1 ", "0x1", "1.0", "1e0", "nan", "18446744073709551616"}) {
    CAPTURE(text);
    REQUIRE(!parse_number(text, 0, 9));
    CHECK(contains(parse_number(text, 0, 9).error().message, "a whole number from 0 to 9"));
  }
  CHECK(!parse_number("1", 2, 3));
  CHECK(parse_seconds("2").value() == 2);
  CHECK(parse_seconds("0.25").value() == 0.25);
  CHECK(parse_seconds("010").value() == 10);
  for (const char* text : {"", "0", "-1", "nan", "inf", "1e3", "0x10", "1,5", "1.5.", "1 ", "9999999999"}) {
    CAPTURE(text);
    CHECK(!parse_seconds(text));
  }
  CHECK(parse_seconds("1000000000").value() == 1e9);
  CHECK(contains(parse_seconds("1000000001").error().message, "above 0 and up to 1000000000,"));
}

TEST_CASE("sizes, counts and times are printed as people read them", "[cli][units]") {
  CHECK(format_size(0) == "0 bytes");
  CHECK(format_size(1023) == "1023 bytes");
  CHECK(format_size(1024) == "1.0 KiB");
  CHECK(format_size(1024 * 1024 - 1) == "1.0 MiB");
  CHECK(format_size(536'870'912) == "512 MiB");
  CHECK(format_size(3'800'000'000) == "3.5 GiB");
  CHECK(format_size(UINT64_MAX) == "16384 PiB");

  CHECK(format_count(0) == "0");
  CHECK(format_count(999) == "999");
  CHECK(format_count(1000) == "1,000");
  CHECK(format_count(466'704'000) == "466,704,000");
  CHECK(format_count(UINT64_MAX) == "18,446,744,073,709,551,615");

  CHECK(format_number_of(0, "stage") == "0 stages");
  CHECK(format_number_of(1, "thread") == "1 thread");
  CHECK(format_number_of(16, "thread") == "16 threads");

  using std::chrono::duration;
  CHECK(format_duration(duration<double>(0.834)) == "0.83 s");
  CHECK(format_duration(duration<double>(9.996)) == "10.0 s");
  CHECK(format_duration(duration<double>(59.96)) == "1 min 00 s");
  CHECK(format_duration(duration<double>(890.0)) == "14 min 50 s");
  CHECK(format_duration(duration<double>(3599.6)) == "1 h 00 min");
  CHECK(format_duration(duration<double>(11100.0)) == "3 h 05 min");
}

TEST_CASE("integers that a double cannot hold become JSON strings", "[cli][json]") {
  CHECK(json_integer(0).dump() == "0");
  CHECK(json_integer(9'007'199'254'740'992).dump() == "9007199254740992");
  CHECK(json_integer(9'007'199'254'740'993).dump() == "\"9007199254740993\"");
  CHECK(json_integer(UINT64_MAX).dump() == "\"18446744073709551615\"");
}
