/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Raises time limits: programs are so slow under the checker that limits which are right natively would end them.
 * Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_LIMITS_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  SUITE_LIMIT_BYTES = 4096,
  SUITE_FACTOR = 20, /* unless another one is given */
  SUITE_FACTOR_MAX = 1000,
};

/* The arguments and environment of a program, with room for changed strings. */
struct suite_limits {
  const char **arguments, **environment; /* NULL-terminated; `arguments` has room for one more */
  bool is_changed;
  size_t used;
  char texts[SUITE_LIMIT_BYTES];
};

/* Raise the limits in arguments and environment. */
void suite_limits_raise(struct suite_limits *limits, unsigned factor);

/* Is the program, by its arguments, this one? Then *ret_at is the index of its name among them. */
bool suite_limits_is_program(const char *const *arguments, const char *program, size_t *ret_at);

/* Multiply the number at the start of `text`; the result is written to `ret`. Returns the length of the original
 * number; 0: there is none, or it is too large. */
size_t suite_limits_multiply(const char *text, unsigned factor, char *ret, size_t size);

/* Where the first number after the key begins, as in `key = "30`, `KEY [==[30` and `Key: 30`; SIZE_MAX: there is
 * none. */
size_t suite_limits_find(const char *text, size_t size, const char *key);

/* In the preload library: if this program is one that has limits in files, it sees these files with raised limits
 * from now on. */
void suite_limits_watch_files(char *const *arguments, unsigned long factor);

#endif
