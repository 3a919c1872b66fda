/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is between two stars is taken where it comes first, as a later place never leaves more text for what comes
 * after. Hence only the last star is gone back to. */
#include "suppressions/glob.h"

#include <string.h>

bool glob_has_wildcards(const char *pattern)
{
  return strpbrk(pattern, GLOB_WILDCARDS);
}

/* The first place at which what comes after a star may begin. */
static const char *next_place(const char *behind_star, const char *text)
{
  return strchr(GLOB_WILDCARDS, *behind_star) ? text : strchrnul(text, *behind_star);
}

bool glob_match(const char *pattern, const char *text)
{
  const char *behind_star = NULL, *place = NULL;
  while (*text) {
    if (*pattern == '*') {
      behind_star = ++pattern;
      if (!*pattern)
        return true;
      text = place = next_place(pattern, text);
    } else if (*pattern == '?' || *pattern == *text) {
      pattern++;
      text++;
    } else if (behind_star) {
      pattern = behind_star;
      text = place = next_place(pattern, place + 1);
    } else {
      return false;
    }
  }
  return pattern[strspn(pattern, "*")] == '\0';
}
