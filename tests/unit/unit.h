/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every unit test shares: a main that runs one suite, checks for error values, and folders. */
#ifndef SEEP_TESTS_UNIT_UNIT_H
#define SEEP_TESTS_UNIT_UNIT_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/error.h"

/* Fails with the message when an operation that must succeed did not. */
#define ck_no_error(expression)                                                   \
  do {                                                                            \
    struct error *unit_error = (expression);                                      \
    ck_assert_msg(!unit_error, "%s", unit_error ? error_message(unit_error) : ""); \
  } while (0)

/* Fails unless the operation fails with a message that contains `part`. */
#define ck_error_says(expression, part)                                                   \
  do {                                                                                    \
    struct error *unit_error = (expression);                                              \
    ck_assert_msg(unit_error != NULL, "no error, expected one with \"%s\"", part);        \
    ck_assert_msg(strstr(error_message(unit_error), part) != NULL, "\"%s\" lacks \"%s\"", \
                  error_message(unit_error), part);                                       \
    error_free(unit_error);                                                               \
  } while (0)

/* How many random trials are made of as many as a test wants: a tenth with sanitizers, under which each takes ten times
 * as long. */
#ifdef SEEP_ADDRESS_SANITIZER
#define UNIT_TRIALS(count) (((count) + 9) / 10)
#else
#define UNIT_TRIALS(count) (count)
#endif

/* A folder of this name, whose last six characters are chosen here. */
static inline void unit_make_folder(char *folder)
{
  memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
  ck_assert_ptr_nonnull(mkdtemp(folder));
}

/* With all that is in it. */
static inline void unit_remove_folder(const char *folder)
{
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  ck_assert_int_eq(system(command), 0);
}

/* Run the suite in processes as `status` says; the exit status of a test program. */
static inline int unit_run_as(Suite *suite, enum fork_status status)
{
  SRunner *runner = srunner_create(suite);
  srunner_set_fork_status(runner, status);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Run the suite that `make_suite` returns: with CK_FORK=no, as sanitizers have it, all cases are in one process. */
static inline int unit_run(Suite *suite)
{
  return unit_run_as(suite, CK_FORK_GETENV);
}

/* For cases that end the process they are in, or make in it what can be made once only: each has one of its own. */
static inline int unit_run_apart(Suite *suite)
{
  return unit_run_as(suite, CK_FORK);
}

#endif
