/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheme before that of now looks like C++'s, so its last part decides: a hash, of which C++ has none. What LLVM
 * adds behind a name begins with a dot. */
#include "memcheck/pure/modules/rust_names.h"

#include <stddef.h>

enum { HASH_DIGITS = 16, HASH_PART_BYTES = 3 + HASH_DIGITS + 1 }; /* "17h", the digits, "E" */

static bool begins_with(const char *text, const char *start)
{
  while (*start && *text == *start) {
    text++;
    start++;
  }
  return !*start;
}

static bool is_hash_part(const char *text)
{
  if (!begins_with(text, "17h"))
    return false;
  for (const char *digit = text + 3; digit < text + 3 + HASH_DIGITS; digit++)
    if (!((*digit >= '0' && *digit <= '9') || (*digit >= 'a' && *digit <= 'f')))
      return false;
  return text[HASH_PART_BYTES - 1] == 'E';
}

static bool ends_with_hash(const char *name)
{
  size_t length = 0;
  while (name[length] && name[length] != '.')
    length++;
  return length > HASH_PART_BYTES && is_hash_part(name + length - HASH_PART_BYTES);
}

/* Capitals follow _R; a digit would be the version of a scheme to come. */
static bool is_of_v0(const char *name)
{
  return begins_with(name, "_R") && name[2] >= 'A' && name[2] <= 'Z';
}

bool rust_names_is(const char *name)
{
  static const char *const allocator[] = {"__rust_alloc", "__rust_realloc", "__rdl_", "__rg_"};
  for (size_t i = 0; i < sizeof allocator / sizeof *allocator; i++)
    if (begins_with(name, allocator[i]))
      return true;
  return is_of_v0(name) || (begins_with(name, "_ZN") && ends_with_hash(name));
}
