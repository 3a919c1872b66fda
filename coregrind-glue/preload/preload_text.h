/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions on strings and arrays of one kind of character, made anew by each inclusion:
 *
 *   CHARACTER        the type of a character
 *   ORDERED          the type as which two characters are compared
 *   TEXT(name)       the name of a function for this kind
 *
 * They read what the C standard lets them read and not a byte more, one character after the other, so that each error
 * they meet is the caller's. All are inlined, so that the function the guest calls is the innermost frame. Long strings
 * are skipped over by the tool (preload_requests.h); the character that ends a search is always looked at here. */
#include "coregrind-glue/preload/preload_skip.h"

INLINED size_t TEXT(skip_others)(const CHARACTER *start, CHARACTER a, CHARACTER b, size_t count_max)
{
  return sizeof(CHARACTER) == 1 ? skip_others(start, (uint8_t)a, (uint8_t)b, (uint8_t)b, count_max) : 0;
}

INLINED size_t TEXT(length_within)(const CHARACTER *text, size_t count_max)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (i < count_max && text[i] != 0)
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(text + i, 0, 0, count_max - i));
  return i;
}

INLINED size_t TEXT(length)(const CHARACTER *text)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (text[i] != 0)
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(text + i, 0, 0, SIZE_MAX));
  return i;
}

/* Where `wanted` is, or the end of the string. */
INLINED CHARACTER *TEXT(find_or_end)(const CHARACTER *text, CHARACTER wanted)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (text[i] != wanted && text[i] != 0)
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(text + i, wanted, 0, SIZE_MAX));
  return (CHARACTER *)text + i;
}

INLINED CHARACTER *TEXT(find)(const CHARACTER *text, CHARACTER wanted)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  for (;;) {
    CHARACTER found = text[i];
    if (found == wanted)
      return (CHARACTER *)text + i;
    if (found == 0)
      return NULL;
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(text + i, wanted, 0, SIZE_MAX));
  }
}

INLINED CHARACTER *TEXT(find_last)(const CHARACTER *text, CHARACTER wanted)
{
  const CHARACTER *last = NULL;
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  for (;;) {
    CHARACTER found = text[i];
    if (found == wanted)
      last = text + i;
    if (found == 0)
      return (CHARACTER *)last;
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(text + i, wanted, 0, SIZE_MAX));
  }
}

INLINED CHARACTER *TEXT(find_within)(const CHARACTER *start, CHARACTER wanted, size_t count)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (i < count) {
    if (start[i] == wanted)
      return (CHARACTER *)start + i;
    if (++i == question.at)
      i = answered(&question, i, TEXT(skip_others)(start + i, wanted, wanted, count - i));
  }
  return NULL;
}

INLINED CHARACTER *TEXT(find_last_within)(const CHARACTER *start, CHARACTER wanted, size_t count)
{
  for (const CHARACTER *at = start + count; at != start;)
    if (*--at == wanted)
      return (CHARACTER *)at;
  return NULL;
}

/* The order of two characters as a result: the C library's own results are differences of bytes, but for wide ones
 * signs. */
INLINED int TEXT(order)(ORDERED a, ORDERED b)
{
  if (sizeof(CHARACTER) == 1)
    return (int)a - (int)b;
  return (a > b) - (a < b);
}

INLINED int TEXT(compare)(const CHARACTER *a, const CHARACTER *b)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  for (;;) {
    ORDERED x = (ORDERED)a[i], y = (ORDERED)b[i];
    if (x != y || x == 0)
      return TEXT(order)(x, y);
    if (++i == question.at)
      i = answered(&question, i, skip_equal(a + i, b + i, SIZE_MAX, sizeof(CHARACTER), 0));
  }
}

INLINED int TEXT(compare_within)(const CHARACTER *a, const CHARACTER *b, size_t count_max)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  while (i < count_max) {
    ORDERED x = (ORDERED)a[i], y = (ORDERED)b[i];
    if (x != y || x == 0)
      return TEXT(order)(x, y);
    if (++i == question.at)
      i = answered(&question, i, skip_equal(a + i, b + i, count_max - i, sizeof(CHARACTER), 0));
  }
  return 0;
}

/* Copies the string with its end; returns how many characters stand before the end. */
INLINED size_t TEXT(copy)(CHARACTER *to, const CHARACTER *from)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  CHARACTER next;
  while ((next = from[i]) != 0) {
    to[i] = next;
    if (++i == question.at)
      i = answered(&question, i, copy_text(to + i, from + i, SIZE_MAX, sizeof(CHARACTER)));
  }
  to[i] = 0;
  return i;
}

/* Copies at most `count_max` characters, of an end nothing; returns how many. */
INLINED size_t TEXT(copy_within)(CHARACTER *to, const CHARACTER *from, size_t count_max)
{
  size_t i = 0;
  struct next_question question = ask_from(SKIP_FROM);
  CHARACTER next;
  while (i < count_max && (next = from[i]) != 0) {
    to[i] = next;
    if (++i == question.at)
      i = answered(&question, i, copy_text(to + i, from + i, count_max - i, sizeof(CHARACTER)));
  }
  return i;
}

#undef CHARACTER
#undef ORDERED
#undef TEXT
