// SPDX-License-Identifier: GPL-2.0-or-later
// Cases of frameworks that name them by strings, in the words of Catch2.
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

#define CASE(n) TEST_CASE("case " #n) {}
#define FIVE(n, a, b, c, d, e) CASE(n##a) CASE(n##b) CASE(n##c) CASE(n##d) CASE(n##e)
#define TEN(n) FIVE(n, 0, 1, 2, 3, 4) FIVE(n, 5, 6, 7, 8, 9)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
