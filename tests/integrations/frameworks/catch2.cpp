// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: loses a block, `once`
// expect: by_two: first | second
// expect: by_row: of a type - char
// expect: by_nested: has sections
// expect: by_another: calls another
// expect: by_fixture: has a fixture
// expect: by_fixture_end: has a fixture
// expect: by_static: static
// expect: by_thread: -
// expect: by_main: -
// expect: use_freed: uses freed memory
#define CATCH_CONFIG_RUNNER
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "losers.h"

static int once()
{
  by_static();
  return 1;
}

static int get()
{
  static int value = once();
  return value;
}

TEST_CASE("fine") { CHECK(true); }
TEST_CASE("loses a block, `once`") { by_one(); }
TEST_CASE("first") { by_two(); }
TEST_CASE("second") { by_two(); }
TEST_CASE("static") { CHECK(get() == 1); }
TEST_CASE("static again") { CHECK(get() == 1); }
TEST_CASE("uses freed memory") { use_freed(); }
TEST_CASE("thread") { start_thread_that_loses(); }
static void common() { by_another(); }
TEST_CASE("called") { if (getenv("NEVER_SET")) common(); }
TEST_CASE("calls another") { common(); }
TEST_CASE("has sections")
{
  SECTION("outer")
  {
    SECTION("inner") { by_nested(); }
    SECTION("another") {}
  }
  SECTION("last") {}
}
struct Fixture {
  Fixture() { by_fixture(); }
  ~Fixture() { by_fixture_end(); }
};
TEST_CASE_METHOD(Fixture, "has a fixture") {}
TEMPLATE_TEST_CASE("of a type", "", int, char) { if (sizeof(TestType) == 1) by_row(); }

#define CASE(n) TEST_CASE("case " #n) {}
#define FIVE(n, a, b, c, d, e) CASE(n##a) CASE(n##b) CASE(n##c) CASE(n##d) CASE(n##e)
#define TEN(n) FIVE(n, 0, 1, 2, 3, 4) FIVE(n, 5, 6, 7, 8, 9)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)

int main(int argc, char **argv)
{
  by_main();
  int status = Catch::Session().run(argc, argv);
  by_main();
  return status;
}
