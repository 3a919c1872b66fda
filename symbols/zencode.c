/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of a preload library carry in their names what they stand in for:
 *
 *   _vg  r|w  TTTT  P  Z  Z|U  _  SONAME  _  FUNCTION
 *
 * r replaces and w wraps; TTTT is an equivalence class, P a priority (0 when TTTT is 0000). SONAME is always Z-encoded,
 * FUNCTION only after ZZ: a Z and one letter stand for one character that symbol names cannot have. SONAME holds no
 * underscore, because Zu stands for it. */
#include "symbols/zencode.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 12 };

static bool has_head(const char *symbol)
{
  if (strncmp(symbol, "_vg", 3) != 0 || (symbol[3] != 'r' && symbol[3] != 'w'))
    return false;
  for (int i = 4; i < 9; i++)
    if (!isdigit((unsigned char)symbol[i]))
      return false;
  if (symbol[9] != 'Z' || (symbol[10] != 'Z' && symbol[10] != 'U') || symbol[11] != '_')
    return false;
  return strncmp(symbol + 4, "0000", 4) != 0 || symbol[8] == '0';
}

/* What the letter after a Z stands for; 0 when nothing. */
static char decode_letter(char letter)
{
  static const char letters[] = "acdhpsuADLPRSZ";
  static const char meanings[] = "*:.-+ _@$(%)/Z";
  const char *found = letter ? strchr(letters, letter) : NULL;
  return found ? meanings[found - letters] : 0;
}

/* Decode in place; false when an escape means nothing. */
static bool decode(char *text)
{
  char *out = text;
  for (const char *in = text; *in; in++) {
    if (*in != 'Z') {
      *out++ = *in;
      continue;
    }
    char meaning = decode_letter(*++in);
    if (!meaning)
      return false;
    *out++ = meaning;
  }
  *out = '\0';
  return true;
}

char *zencode_decode(const char *symbol)
{
  if (!has_head(symbol))
    return NULL;
  const char *separator = strchr(symbol + HEAD_BYTES, '_');
  if (!separator || !separator[1])
    return NULL;
  char *name = strdup(separator + 1);
  if (name && symbol[10] == 'Z' && !decode(name)) {
    free(name);
    return NULL;
  }
  return name;
}
