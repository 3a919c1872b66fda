/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs under the checker are slow, so limits of time that are right for them natively would end them.
 * Freestanding. */
#ifndef SEEP_SUITE_PRELOAD_SUITE_LIMITS_H
#define SEEP_SUITE_PRELOAD_SUITE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

enum {
  SUITE_LIMIT_BYTES = 4096,
  SUITE_FACTOR = 20, /* unless another one is given */
  SUITE_FACTOR_MAX = 1000,
};

/* A program as it is executed, with room for what is changed of it. */
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

/* The number that the text begins with, times the factor, into `ret`; returns how many bytes it has in the text. 0: it
 * is none, or too large. */
size_t suite_limits_multiply(const char *text, unsigned factor, char *ret, size_t size);

/* The first number of a text of `size` bytes that stands behind the key, as in `key = "30`, `KEY [==[30` and `Key:
 * 30`; SIZE_MAX: there is none. */
size_t suite_limits_find(const char *text, size_t size, const char *key);

/* In the preload library: from now on this program, if it is one that has limits in files, reads these files with the
 * limits raised. */
void suite_limits_watch_files(char *const *arguments, unsigned long factor);

#endif
