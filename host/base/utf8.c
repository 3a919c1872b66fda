/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/utf8.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"

#define ELLIPSIS "\xe2\x80\xa6"

enum { CHARACTER_BYTES = 4 };

/* How many bytes a character with this first byte has. */
static size_t expected_bytes(unsigned char first)
{
  if (first < 0x80)
    return first != 0;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

static uint32_t code_point(const unsigned char *bytes, size_t count)
{
  uint32_t code = count == 1 ? bytes[0] : bytes[0] & (0x7fu >> count);
  for (size_t i = 1; i < count; i++)
    code = code << 6 | (bytes[i] & 0x3f);
  return code;
}

size_t utf8_character_within(const char *text, size_t size, uint32_t *ret_code)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *bytes = (const unsigned char *)text;
  const size_t count = size > 0 ? expected_bytes(bytes[0]) : 0;
  if (count > size)
    return 0;
  for (size_t i = 1; i < count; i++)
    if ((bytes[i] & 0xc0) != 0x80)
      return 0;
  const uint32_t code = code_point(bytes, count);
  if (count == 0 || code < least[count] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return 0;
  *ret_code = code;
  return count;
}

size_t utf8_character(const char *text)
{
  uint32_t code;
  return utf8_character_within(text, strnlen(text, CHARACTER_BYTES), &code);
}

bool utf8_is_begun(const char *text, size_t size)
{
  if (size == 0 || expected_bytes((unsigned char)*text) <= size)
    return false;
  for (size_t i = 1; i < size; i++)
    if (((unsigned char)text[i] & 0xc0) != 0x80)
      return false;
  return true;
}

static char *copy(const char *text, size_t max_bytes, bool only_line)
{
  char *copied, shown[PLAIN_SHOWN_BYTES];
  size_t size;
  FILE *stream = print_begin(&copied, &size);
  size_t used = 0;
  for (size_t left = strlen(text), bytes; left > 0 && (max_bytes == 0 || used < max_bytes); left -= bytes) {
    const size_t valid = utf8_character(text);
    bytes = plain_character(text, left, shown);
    used += valid > 0 && !only_line ? fwrite(text, 1, valid, stream) : fwrite(shown, 1, strlen(shown), stream);
    text += bytes;
  }
  if (*text)
    fputs(ELLIPSIS, stream);
  return print_end(stream, &copied);
}

char *utf8_clean(const char *text)
{
  return copy(text, 0, false);
}

char *utf8_line(const char *text, size_t max_bytes)
{
  return copy(text, max_bytes, true);
}

bool utf8_is_wanted(void)
{
  locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (!locale)
    return false;
  const bool is_wanted = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
  freelocale(locale);
  return is_wanted;
}
