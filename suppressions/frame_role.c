/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks frames up in allocators.def. The source file counts as well: what headers of a language's library bring is
 * inlined into the program's own functions. */
#include "suppressions/frame_role.h"

#include <ctype.h>
#include <string.h>

#include "suppressions/glob.h"
#include "suppressions/library_name.h"

static const struct family {
  const char *pattern, *line;
} families[] = {
#define FAMILY(pattern, wildcard) {pattern, "fun:" wildcard},
#include "suppressions/allocators.def"
};

static const char *const wrappers[] = {
#define WRAPPER(pattern) pattern,
#include "suppressions/allocators.def"
};

static const struct family runtime[] = {
#define RUNTIME(pattern) {pattern, "fun:" pattern},
#include "suppressions/allocators.def"
};

static const char *const libraries[] = {
#define LIBRARY(pattern) pattern,
#include "suppressions/allocators.def"
};

static bool is_one_of(const char *const *patterns, size_t count, const char *text)
{
  for (size_t i = 0; i < count; i++)
    if (glob_match(patterns[i], text))
      return true;
  return false;
}

#define IS_ONE_OF(patterns, text) is_one_of(patterns, sizeof patterns / sizeof *patterns, text)

static const char *family_in(const struct family *table, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (glob_match(table[i].pattern, name))
      return table[i].line;
  return NULL;
}

#define FAMILY_IN(table, name) family_in(table, sizeof table / sizeof *table, name)

/* Of functions in headers of the language's library, inlined or not. */
static bool is_language_source(const char *directory)
{
  return directory && (strstr(directory, "/include/c++/") || strncmp(directory, "/rustc/", strlen("/rustc/")) == 0 ||
                       strncmp(directory, "/rust/deps/", strlen("/rust/deps/")) == 0);
}

const char *frame_role_skip_crate_hash(const char *text)
{
  if (strncmp(text, "Cs", 2) != 0)
    return NULL;
  for (text += 2; isalnum((unsigned char)*text); text++)
    ;
  return *text == '_' && isdigit((unsigned char)text[1]) ? text + 1 : NULL;
}

/* The first crate that a Rust name names is its own. */
static bool is_rust_runtime(const char *name)
{
  static const char *const crates[] = {"4core", "5alloc", "3std", "5gimli", "9addr2line", "6object", "9hashbrown"};
  const char *crate = NULL;
  if (strncmp(name, "_R", 2) != 0)
    return false;
  for (name += 2; *name && !crate; name++)
    crate = frame_role_skip_crate_hash(name);
  for (size_t i = 0; crate && i < sizeof crates / sizeof *crates; i++)
    if (strncmp(crate, crates[i], strlen(crates[i])) == 0)
      return true;
  return false;
}

bool frame_role_is_library(const char *object)
{
  return IS_ONE_OF(libraries, library_last_component(object));
}

enum frame_role frame_role_find(const char *name, const char *object, const char *directory, const char **ret_family)
{
  *ret_family = name ? FAMILY_IN(families, name) : NULL;
  if (*ret_family || (name && IS_ONE_OF(wrappers, name)))
    return FRAME_ALLOCATOR;
  *ret_family = name ? FAMILY_IN(runtime, name) : NULL;
  if (*ret_family || is_language_source(directory) || (name && is_rust_runtime(name)) ||
      (object && frame_role_is_library(object)))
    return FRAME_RUNTIME;
  return FRAME_TELLING;
}
