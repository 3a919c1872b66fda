// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: loses a block, `once`
// expect: by_two: first | second
// expect: by_row: of a type<char>
// expect: by_nested: has sections
// expect: by_another: calls another
// expect: by_fixture: has a fixture
// expect: by_fixture_end: has a fixture
// expect: by_static: static
// expect: by_thread: -
// expect: by_main: -
// expect: use_freed: uses freed memory
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "losers.h"

#define SECTION SUBCASE
#define TEST_CASE_METHOD TEST_CASE_FIXTURE
#include "named_cases.h"
TEST_CASE_TEMPLATE("of a type", T, int, char) { if (sizeof(T) == 1) by_row(); }

int main(int argc, char **argv)
{
  by_main();
  int status = doctest::Context(argc, argv).run();
  by_main();
  return status;
}
