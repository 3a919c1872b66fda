/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_rules.h"

#include "shared/base/program_name.h"
#include "shared/base/plain_strings.h"

enum { PATH_BYTES = 4096 };

/* What configure, CMake and Meson build to examine the system, and what cargo runs to build: not tests. */
static const char *const probes[] = {
  "*/conftest", "*/conftest[0-9]*", "*/CMakeFiles/*", "*/cmTC_*", "*/meson-private/*", "*/build-script-build",
  "*/build-script-main", NULL,
};

/* --- globs --- */

/* Does the set after '[' contain the character? *ret_rest is what follows the set; NULL: it is not a set. */
static bool in_set(const char *set, char character, const char **ret_rest)
{
  bool negated = *set == '!' || *set == '^', found = false;
  set += negated;
  for (const char *start = set; *set && (*set != ']' || set == start); set++) {
    char low = *set, high = low;
    if (set[1] == '-' && set[2] && set[2] != ']') {
      high = set[2];
      set += 2;
    }
    found |= low <= character && character <= high;
  }
  *ret_rest = *set == ']' ? set + 1 : NULL;
  return found != negated;
}

/* Does one character match what the glob begins with? *ret_rest is the glob after that. */
static bool match_one(const char *glob, char character, const char **ret_rest)
{
  if (*glob == '[') {
    bool found = in_set(glob + 1, character, ret_rest);
    if (*ret_rest)
      return found;
  }
  if (*glob == '\\' && glob[1])
    glob++;
  else if (*glob == '?') {
    *ret_rest = glob + 1;
    return true;
  }
  *ret_rest = glob + 1;
  return *glob == character;
}

/* After a mismatch only the last star has to match more: whatever an earlier one could match, the last can match as
 * well. */
bool suite_rules_glob_matches(const char *glob, const char *text)
{
  const char *star = NULL, *resume = NULL, *rest;
  while (*text) {
    if (*glob == '*') {
      star = ++glob;
      resume = text;
    } else if (*glob && match_one(glob, *text, &rest)) {
      glob = rest;
      text++;
    } else if (star) {
      glob = star;
      text = ++resume;
    } else {
      return false;
    }
  }
  while (*glob == '*')
    glob++;
  return *glob == '\0';
}

/* --- paths --- */

static const char *in_tree(const struct suite_rules *rules, const char *path)
{
  if (text_equal(rules->tree, "/"))
    return path + 1;
  const char *rest = text_after(path, rules->tree);
  return rest && *rest == '/' ? rest + 1 : NULL;
}

void suite_rules_plain_path(const struct suite_rules *rules, const char *path, char *ret, size_t size)
{
  const char *relative = in_tree(rules, path);
  const char *from = relative ? relative : path, *name = text_base(from);
  const char *plain_name = text_after(name, "lt-");
  size_t folder_bytes = (size_t)(name - from), at = 0;
  static const char libs[] = ".libs/";
  size_t libs_bytes = sizeof libs - 1;
  bool is_wrapped = folder_bytes >= libs_bytes && text_after(name - libs_bytes, libs) != NULL &&
                    (folder_bytes == libs_bytes || *(name - libs_bytes - 1) == '/');
  if (is_wrapped)
    folder_bytes -= libs_bytes;
  for (; at < folder_bytes && at + 1 < size; at++)
    ret[at] = from[at];
  ret[at] = '\0';
  text_append(ret, size, is_wrapped && plain_name ? plain_name : name);
  ret[program_name_bytes(ret)] = '\0';
}

static bool matches(const char *const *globs, const char *path, const char *relative, const char *plain)
{
  const char *const forms[] = {path, text_base(path), plain, text_base(plain), relative};
  for (; *globs; globs++)
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
      if (forms[i] && suite_rules_glob_matches(*globs, forms[i]))
        return true;
  return false;
}

bool suite_rules_names(const struct suite_rules *rules, const char *const *globs, const char *path)
{
  char plain[PATH_BYTES];
  suite_rules_plain_path(rules, path, plain, sizeof plain);
  return matches(globs, path, in_tree(rules, path), plain);
}

enum suite_verdict suite_rules_judge(const struct suite_rules *rules, const char *path)
{
  const char *relative = in_tree(rules, path);
  char plain[PATH_BYTES];
  suite_rules_plain_path(rules, path, plain, sizeof plain);
  bool is_default = !*rules->only;
  if (is_default ? !relative : !matches(rules->only, path, relative, plain))
    return SUITE_NOT_MATCHED;
  if (matches(rules->skip, path, relative, plain) || (is_default && matches(probes, path, NULL, plain)))
    return SUITE_SKIPPED;
  return SUITE_MATCHED;
}
