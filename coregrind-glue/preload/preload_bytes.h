/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions on strings of bytes that are not replaced for wide characters: searches for one of a set or for another
 * string, and comparisons that ignore case. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_BYTES_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_BYTES_H

#define CHARACTER char
#define ORDERED uint8_t
#define TEXT(name) bytes_##name
#include "coregrind-glue/preload/preload_text.h"

/* The guest's C library knows its locale. */
int tolower(int character) __attribute__((weak));
int tolower_l(int character, void *locale) __attribute__((weak));

/* rawmemchr(): the caller knows that it is there. */
INLINED char *bytes_find_sure(const char *start, char wanted)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (start[i] != wanted)
    if (++i == question.at)
      i = answered(&question, i, bytes_skip_others(start + i, wanted, wanted, SIZE_MAX));
  return (char *)start + i;
}

/* Is the byte among the first ones of the set? */
INLINED bool bytes_is_one_of(char wanted, const char *set, size_t set_bytes)
{
  for (size_t i = 0; i < set_bytes; i++)
    if (set[i] == wanted)
      return true;
  return false;
}

/* strspn() and strcspn(): the length of the part whose characters are all in the set, or all outside. The tool skips
 * what is outside small sets. */
INLINED size_t bytes_span(const char *text, const char *set, bool inside)
{
  size_t set_bytes = bytes_length(set), i = 0;
  struct next_question question = ask_from(!inside && (set_bytes == 1 || set_bytes == 2) ? SKIP_FROM : SIZE_MAX);
  while (text[i] != 0 && bytes_is_one_of(text[i], set, set_bytes) == inside)
    if (++i == question.at)
      i = answered(&question, i, skip_others(text + i, 0, (uint8_t)set[0], (uint8_t)set[set_bytes - 1], SIZE_MAX));
  return i;
}

INLINED char *bytes_find_one_of(const char *text, const char *set)
{
  size_t i = bytes_span(text, set, false);
  return text[i] != 0 ? (char *)text + i : NULL;
}

/* As strstr(). */
INLINED char *bytes_find_text(const char *text, const char *wanted)
{
  size_t wanted_bytes = bytes_length(wanted), place = 0;
  struct next_question question = ask_from(SKIP_FROM);
  if (wanted_bytes == 0)
    return (char *)text;
  while (text[place] != 0) {
    size_t i = 0;
    while (i < wanted_bytes && text[place + i] == wanted[i])
      i++;
    if (i == wanted_bytes)
      return (char *)text + place;
    if (++place == question.at)
      place = answered(&question, place, bytes_skip_others(text + place, wanted[0], 0, SIZE_MAX));
  }
  return NULL;
}

/* A character in lower case, the way of the locale, or of the current one when it is NULL. */
INLINED int lower(char character, void *locale)
{
  int value = (uint8_t)character;
  if (locale && tolower_l)
    return tolower_l(value, locale);
  if (tolower)
    return tolower(value);
  return value >= 'A' && value <= 'Z' ? value - 'A' + 'a' : value;
}

/* As strcasestr(). */
INLINED char *bytes_find_text_any_case(const char *text, const char *wanted)
{
  size_t wanted_bytes = bytes_length(wanted);
  if (wanted_bytes == 0)
    return (char *)text;
  for (; *text != 0; text++) {
    size_t i = 0;
    while (i < wanted_bytes && lower(text[i], NULL) == lower(wanted[i], NULL))
      i++;
    if (i == wanted_bytes)
      return (char *)text;
  }
  return NULL;
}

/* As strncasecmp(), by the rules of a locale, which may be NULL. */
INLINED int bytes_compare_any_case(const char *a, const char *b, size_t bytes_max, void *locale)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (i < bytes_max) {
    int x = lower(a[i], locale), y = lower(b[i], locale);
    if (x != y || x == 0)
      return x - y;
    if (++i == question.at)
      i = answered(&question, i, skip_equal(a + i, b + i, bytes_max - i, 1, 0));
  }
  return 0;
}

#endif
