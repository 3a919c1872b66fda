/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which programs of a suite are checked. Freestanding: the preload library decides by it before the C library is
 * ready. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_RULES_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* Lists are NULL-terminated. */
struct suite_rules {
  const char *tree;        /* absolute, without a slash at its end */
  const char *const *only; /* empty: everything in the tree, except what configuration tools build for their own use */
  const char *const *skip;
};

enum suite_verdict { SUITE_MATCHED, SUITE_NOT_MATCHED, SUITE_SKIPPED };

/* `path` is absolute and without links. A glob may match all of it, its last component, the path relative to the
 * tree, or its plain path (below). */
enum suite_verdict suite_rules_judge(const struct suite_rules *rules, const char *path);

/* Does one of the globs match it, in the same way? */
bool suite_rules_names(const struct suite_rules *rules, const char *const *globs, const char *path);

/* '*' matches any text, '?' any character, [abc], [a-z], [!abc] sets of characters; a backslash quotes the next
 * character. Slashes are characters like any other. */
bool suite_rules_glob_matches(const char *glob, const char *text);

/* The plain path, as a person would name it: relative to the tree when it is in it, "dir/name" for
 * "dir/.libs/lt-name", and without the hash that cargo adds. */
void suite_rules_plain_path(const struct suite_rules *rules, const char *path, char *ret, size_t size);

#endif
