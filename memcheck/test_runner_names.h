/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How test frameworks pass the names of their tests. All of it is read from the program's memory, and believed only if
 * it looks as expected: a framework of another version has no names rather than wrong ones. */
#ifndef SEEP_MEMCHECK_TEST_RUNNER_NAMES_H
#define SEEP_MEMCHECK_TEST_RUNNER_NAMES_H

#include <stdbool.h>

#include "pub_tool_basics.h"

enum { TEST_NAME_BYTES = 512, TEST_ARGUMENTS = 5 };

/* A function is being entered. */
struct test_call {
  ThreadId tid;
  UWord arguments[TEST_ARGUMENTS]; /* as far as it has any */
  Addr function, returns_to;       /* 0: not known */
  Addr thread_pointer;             /* thread-local variables lie before it */
};

/* One function for each `name` of test_runners.def; false: there is no such name. It is cut if it is longer. */
typedef bool test_name_fn(const struct test_call *call, HChar name[TEST_NAME_BYTES]);
test_name_fn test_name_NONE, test_name_TEXT, test_name_GTEST, test_name_CATCH_2, test_name_CATCH_3, test_name_DOCTEST,
  test_name_BOOST, test_name_QT_TAG, test_name_LIBTEST, test_name_ENVIRONMENT;

/* A word, or a NUL-terminated text that is not empty. */
bool test_name_read_word(Addr address, UWord *ret);
bool test_name_read_text(Addr address, HChar name[TEST_NAME_BYTES]);

/* Of a test_unit of Boost.Test: is it a case, or a suite? */
bool test_name_is_boost_case(Addr unit);
bool test_name_is_boost_suite(Addr unit);

/* Is the text "PYTEST_CURRENT_TEST"? */
bool test_name_is_pytest_variable(Addr text);

#endif
