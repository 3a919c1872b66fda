/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which test a program belongs to, as far as its arguments and environment tell. Freestanding. */
#ifndef SEEP_SUITE_PRELOAD_SUITE_TEST_NAMES_H
#define SEEP_SUITE_PRELOAD_SUITE_TEST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { SUITE_TEST_NAME_BYTES = 512 };

struct suite_test_name {
  char name[SUITE_TEST_NAME_BYTES]; /* empty: unknown; cut when it is longer */
  const char *source;
  bool is_preliminary; /* the program's runner is asked for another one after the run */
};

/* Both are NULL-terminated. False, and nothing is touched, when nothing tells. */
bool suite_test_name_find(char *const *arguments, char *const *environment, struct suite_test_name *ret);

/* Does the program know its tests by name, so that it can be asked (suite_names.h)? */
bool suite_is_runner(const char *program);

#endif
