/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings for code that runs before the C library is ready, or beside it. NULL is a valid argument; no text
 * equals it. */
#ifndef SEEP_SHARED_BASE_PLAIN_STRINGS_H
#define SEEP_SHARED_BASE_PLAIN_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

/* 0 for NULL. */
static inline size_t text_length(const char *text)
{
  size_t length = 0;
  while (text && text[length])
    length++;
  return length;
}

static inline bool text_equal(const char *a, const char *b)
{
  while (a && b && *a && *a == *b)
    a++, b++;
  return a && b && *a == *b;
}

/* What follows `prefix`; NULL when the text does not begin with it. */
static inline const char *text_after(const char *text, const char *prefix)
{
  while (text && *prefix && *text == *prefix)
    text++, prefix++;
  return text && !*prefix ? text : NULL;
}

static inline bool text_ends(const char *text, const char *suffix)
{
  size_t length = text_length(text), tail = text_length(suffix);
  return length >= tail && text_equal(text + length - tail, suffix);
}

/* The first place where `part` stands; NULL: nowhere. */
static inline const char *text_find(const char *text, const char *part)
{
  for (; text && *text; text++)
    if (text_after(text, part))
      return text;
  return NULL;
}

/* The last component of a path. */
static inline const char *text_base(const char *path)
{
  const char *base = path;
  for (; path && *path; path++)
    if (*path == '/')
      base = path + 1;
  return base;
}

/* Append, as far as there is room; always terminated. */
static inline void text_append(char *buffer, size_t size, const char *text)
{
  size_t at = text_length(buffer);
  for (; text && *text && at + 1 < size; text++)
    buffer[at++] = *text;
  buffer[at] = '\0';
}

/* Append a number to what is in the buffer of that size; what does not fit is left out. */
static inline void text_append_number(char *buffer, size_t size, unsigned long number, unsigned base)
{
  char digits[24];
  size_t at = sizeof digits;
  digits[--at] = '\0';
  do {
    digits[--at] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  text_append(buffer, size, digits + at);
}

/* The value of a variable; NULL: it is not set. */
static inline const char *text_variable(char *const *environment, const char *name)
{
  for (; environment && *environment; environment++) {
    const char *value = text_after(*environment, name);
    if (value && *value == '=')
      return value + 1;
  }
  return NULL;
}

/* How many texts there are in a list that ends with NULL. */
static inline size_t text_list_length(char *const *list)
{
  size_t length = 0;
  while (list[length])
    length++;
  return length;
}

/* Copy a list, without its NULL, to where another one goes on; returns where that goes on now. */
static inline size_t text_list_append(const char **to, size_t at, const char *const *from)
{
  for (; *from; from++)
    to[at++] = *from;
  return at;
}

#endif
