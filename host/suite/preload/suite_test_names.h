/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which test a program belongs to, as far as its arguments and environment show. Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_TEST_NAMES_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_TEST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { SUITE_TEST_NAME_BYTES = 512 };

struct suite_test_name {
  char name[SUITE_TEST_NAME_BYTES]; /* empty: unknown; cut when it is longer */
  const char *source;
  bool is_preliminary; /* the test runner is asked for a better one after the run */
};

/* Both lists are NULL-terminated. False, with *ret unchanged: they do not show it. */
bool suite_test_name_find(char *const *arguments, char *const *environment, struct suite_test_name *ret);

/* Can it be the name of one test? Not if it is an option, or stands for many. NULL is none. */
bool suite_test_name_is_plain(const char *text);

/* Can the program be asked for the names of its tests (suite_runner_names.h)? */
bool suite_is_runner(const char *program);

#endif
