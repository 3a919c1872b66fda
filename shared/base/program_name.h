/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of programs without what a build adds to them. Freestanding: the preload library of suites names programs
 * too. */
#ifndef SEEP_SHARED_BASE_PROGRAM_NAME_H
#define SEEP_SHARED_BASE_PROGRAM_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRAM_HASH_DIGITS = 16 };

/* The length of a path or name without the hash, "-0123456789abcdef", that cargo appends to the names of programs
 * and that changes from build to build. */
static inline size_t program_name_bytes(const char *path)
{
  size_t size = 0, digits = 0, name = 0; /* of the path so far, the digits at its end, and its last component */
  for (; path[size]; size++) {
    bool is_digit = (path[size] >= '0' && path[size] <= '9') || (path[size] >= 'a' && path[size] <= 'f');
    digits = is_digit ? digits + 1 : 0;
    name = path[size] == '/' ? 0 : name + 1;
  }
  bool has_hash = digits == PROGRAM_HASH_DIGITS && name > digits + 1 && path[size - digits - 1] == '-';
  return has_hash ? size - digits - 1 : size;
}

#endif
