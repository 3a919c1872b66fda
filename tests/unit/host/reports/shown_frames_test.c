/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people are shown of stacks: where they end, and which runs are one line. */
#include "unit/unit.h"

#include <stdlib.h>

#include "host/model/frames/shown_frames.h"
#include "host/model/frames/test_frames.h"

#define OWN                                       \
  {                                               \
    .function = "own", .file = "own.c", .line = 7 \
  }
#define LIBRARY                                    \
  {                                                \
    .function = "std::sort", .role = FRAME_RUNTIME \
  }
#define BETWEEN                                                    \
  {                                                                \
    .function = "testing::internal::f", .test = FRAME_TEST_BETWEEN \
  }
#define BELOW                                                  \
  {                                                            \
    .function = "testing::Test::Run", .test = FRAME_TEST_BELOW \
  }

#define END_OF(place, ...)                              \
  shown_frames_end((const struct frame[]){__VA_ARGS__}, \
                   sizeof(const struct frame[]){__VA_ARGS__} / sizeof(struct frame), (place))

START_TEST(a_stack_ends_where_a_case_is_called)
{
  ck_assert_uint_eq(END_OF(0, OWN, OWN, BELOW, OWN), 2);
  ck_assert_uint_eq(END_OF(0, OWN, BETWEEN, LIBRARY, BELOW, OWN), 1);
  ck_assert_uint_eq(END_OF(0, OWN, BETWEEN, OWN, LIBRARY), 3);
  ck_assert_uint_eq(END_OF(0, OWN, OWN), 2);
}
END_TEST

/* The framework itself has made the mistake: its callers are shown. */
START_TEST(a_place_in_a_framework_is_not_the_end)
{
  ck_assert_uint_eq(END_OF(0, BELOW, BELOW, OWN), 3);
  ck_assert_uint_eq(END_OF(1, OWN, BELOW, BELOW, OWN), 4);
  ck_assert_uint_eq(END_OF(0, BELOW), 1);
}
END_TEST

START_TEST(what_a_framework_makes_of_a_case_is_left_out)
{
  const struct frame made = {.function = "tests::cycle::{{closure}}", .line = 13};
  const struct frame mine = {.function = "tests::cycle::{{closure}}", .line = 14};
  const struct frame called = {.function = "tests::cycle", .line = 13};
  ck_assert_uint_eq(END_OF(0, OWN, called, made, LIBRARY, BELOW), 2);
  ck_assert_uint_eq(END_OF(0, OWN, called, mine, LIBRARY, BELOW), 3);
  ck_assert_uint_eq(END_OF(0, OWN, called, made), 3);
}
END_TEST

START_TEST(runs_are_one_line)
{
  const struct frame frames[] = {OWN, LIBRARY, BETWEEN, OWN};
  char *one = shown_frames_folded(1), *two = shown_frames_folded(2);
  ck_assert_uint_eq(shown_frames_fold(frames, 4, 1), 2);
  ck_assert_uint_eq(shown_frames_fold(frames, 2, 1), 1);
  ck_assert_uint_eq(shown_frames_fold(frames, 4, 3), 0);
  ck_assert_str_eq(one, "... 1 library function");
  ck_assert_str_eq(two, "... 2 library functions");
  free(one);
  free(two);
}
END_TEST

static void is(const char *linkage, bool is_local, const char *object, const char *source, enum frame_test expected)
{
  const struct frame frame = {.function_linkage = linkage, .is_local = is_local};
  ck_assert_int_eq(test_frames_find(&frame, object, source), expected);
}

START_TEST(frameworks_are_known_by_function_module_and_source)
{
  is("_ZN7testing4Test3RunEv", true, "/home/me/test", NULL, FRAME_TEST_BELOW);
  is("_ZN7testing8internal35HandleExceptionsInMethodIfSupportedINS_4TestEvEET0_", true, NULL, NULL, FRAME_TEST_BELOW);
  is("_ZN7testing8internal18FunctionMockerBase", true, NULL, NULL, FRAME_TEST_BETWEEN);
  is("_ZN2my7testing8internal", true, NULL, NULL, FRAME_TEST_NONE);
  is(NULL, false, "/usr/lib/libcunit.so.1", NULL, FRAME_TEST_BELOW);
  is(NULL, false, "/usr/bin/python3.11", NULL, FRAME_TEST_BETWEEN);
  is(NULL, true, "/home/me/cpython/python3", NULL, FRAME_TEST_NONE);
  is(NULL, false, "/home/me/a", "/rustc/1234/library/test/src/lib.rs", FRAME_TEST_BELOW);
  is(NULL, true, "/home/me/a", "/home/me/library/test/src/lib.rs", FRAME_TEST_NONE);
  is("main", true, "/home/me/a", NULL, FRAME_TEST_NONE);
  is(NULL, false, NULL, NULL, FRAME_TEST_NONE);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("shown_frames");
  TCase *tests = tcase_create("shown_frames");
  tcase_add_test(tests, a_stack_ends_where_a_case_is_called);
  tcase_add_test(tests, a_place_in_a_framework_is_not_the_end);
  tcase_add_test(tests, what_a_framework_makes_of_a_case_is_left_out);
  tcase_add_test(tests, runs_are_one_line);
  tcase_add_test(tests, frameworks_are_known_by_function_module_and_source);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
