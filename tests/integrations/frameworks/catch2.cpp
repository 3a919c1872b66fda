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

#include "named_cases.h"
TEMPLATE_TEST_CASE("of a type", "", int, char) { if (sizeof(TestType) == 1) by_row(); }

int main(int argc, char **argv)
{
  by_main();
  int status = Catch::Session().run(argc, argv);
  by_main();
  return status;
}
