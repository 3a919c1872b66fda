/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/utf8.h"

#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

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

size_t utf8_character(const char *text)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *bytes = (const unsigned char *)text;
  size_t count = expected_bytes(bytes[0]);
  for (size_t i = 1; i < count; i++)
    if ((bytes[i] & 0xc0) != 0x80)
      return 0;
  uint32_t code = code_point(bytes, count);
  bool is_one = count > 0 && code >= least[count] && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return is_one ? count : 0;
}

/* Control characters, including C1, line separators, and the two noncharacters that XML cannot contain. */
static bool is_control(const char *text, size_t count)
{
  uint32_t code = code_point((const unsigned char *)text, count);
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfffe ||
         code == 0xffff;
}

static char *copy(const char *text, size_t max_bytes, bool only_line)
{
  char *copied;
  size_t size;
  FILE *stream = open_memstream(&copied, &size);
  if (!stream)
    return NULL;
  size_t used = 0;
  while (*text && (max_bytes == 0 || used < max_bytes)) {
    size_t count = utf8_character(text);
    bool is_kept = count > 0 && !(only_line && is_control(text, count));
    used += is_kept ? fwrite(text, 1, count, stream) : fwrite(UTF8_REPLACEMENT, 1, strlen(UTF8_REPLACEMENT), stream);
    text += count > 0 ? count : 1;
  }
  if (*text)
    fputs(ELLIPSIS, stream);
  bool is_bad = ferror(stream);
  if (fclose(stream) == 0 && !is_bad)
    return copied;
  free(copied);
  return NULL;
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
