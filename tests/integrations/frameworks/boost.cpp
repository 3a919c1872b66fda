// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: loses
// expect: by_two: outer/first | outer/inner/second
// expect: by_row: rows/_57
// expect: by_nested: of_a_type<char>
// expect: by_another: calls
// expect: by_fixture: has_fixture
// expect: by_fixture_end: has_fixture
// expect: by_static: initialises
// expect: by_thread: -
// expect: by_main: -
// expect: use_freed: uses_freed
#define BOOST_TEST_NO_MAIN
#define BOOST_TEST_MODULE frameworks
#define BOOST_TEST_DYN_LINK
#include <boost/mpl/list.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "losers.h"

BOOST_AUTO_TEST_CASE(fine) { BOOST_TEST(true); }
BOOST_AUTO_TEST_CASE(loses) { by_one(); }
BOOST_AUTO_TEST_SUITE(outer)
BOOST_AUTO_TEST_CASE(first) { by_two(); }
BOOST_AUTO_TEST_SUITE(inner)
BOOST_AUTO_TEST_CASE(second) { by_two(); }
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_CASE(third) {}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_CASE(initialises) { BOOST_TEST(get() == 1); }
BOOST_AUTO_TEST_CASE(initialises_again) { BOOST_TEST(get() == 1); }
BOOST_AUTO_TEST_CASE(uses_freed) { use_freed(); }
BOOST_AUTO_TEST_CASE(thread) { start_thread_that_loses(); }
static void common() { by_another(); }
BOOST_AUTO_TEST_CASE(called) { if (getenv("NEVER_SET")) common(); }
BOOST_AUTO_TEST_CASE(calls) { common(); }
struct Fixture {
  Fixture() { by_fixture(); }
  ~Fixture() { by_fixture_end(); }
};
BOOST_FIXTURE_TEST_CASE(has_fixture, Fixture) {}
BOOST_DATA_TEST_CASE(rows, boost::unit_test::data::xrange(100), n) { if (n == 57) by_row(); }
typedef boost::mpl::list<int, char> types;
BOOST_AUTO_TEST_CASE_TEMPLATE(of_a_type, T, types) { if (sizeof(T) == 1) by_nested(); }

int main(int argc, char **argv)
{
  by_main();
  int status = boost::unit_test::unit_test_main(init_unit_test, argc, argv);
  by_main();
  return status;
}
