// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: Plain.Loses
// expect: by_two: Plain.First | Plain.Second
// expect: by_row: Many/Numbers.Case/57
// expect: by_nested: Typed/1.Case
// expect: by_another: Plain.Calls
// expect: by_fixture: Fixture.SetsUp
// expect: by_fixture_end: Fixture.TearsDown
// expect: by_static: Plain.Static
// expect: by_thread: -
// expect: by_main: -
// expect: use_freed: Plain.UsesFreed
#include <gtest/gtest.h>

#include "losers.h"

TEST(Plain, Fine) {}
TEST(Plain, Loses) { by_one(); }
TEST(Plain, First) { by_two(); }
TEST(Plain, Second) { by_two(); }
TEST(Plain, Static) { EXPECT_EQ(get(), 1); }
TEST(Plain, StaticAgain) { EXPECT_EQ(get(), 1); }
TEST(Plain, UsesFreed) { use_freed(); }
TEST(Plain, Thread) { start_thread_that_loses(); }

static void common() { by_another(); }
TEST(Plain, Called) { if (getenv("NEVER_SET")) common(); }
TEST(Plain, Calls) { common(); }

struct Fixture : testing::Test {
  static bool is(const std::string &name)
  {
    return name == testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  void SetUp() override { if (is("SetsUp")) by_fixture(); }
  void TearDown() override { if (is("TearsDown")) by_fixture_end(); }
};
TEST_F(Fixture, Fine) {}
TEST_F(Fixture, SetsUp) {}
TEST_F(Fixture, TearsDown) {}
TEST_F(Fixture, FineToo) {}

class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, Case) { if (GetParam() == 57) by_row(); }
INSTANTIATE_TEST_SUITE_P(Many, Numbers, testing::Range(0, 100));

template <typename T> struct Typed : testing::Test {};
using Types = testing::Types<int, char>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Case) { if (sizeof(TypeParam) == 1) by_nested(); }

int main(int argc, char **argv)
{
  testing::InitGoogleTest(&argc, argv);
  by_main();
  int status = RUN_ALL_TESTS();
  by_main();
  return status;
}
