/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of a preload library carry in their names what they stand in for:
 *
 *   _vg  r|w  TTTT  P  Z  Z|U  _  SONAME  _  FUNCTION
 *
 * r replaces and w wraps; TTTT is an equivalence class, P a priority (0 when TTTT is 0000). SONAME is always Z-encoded,
 * FUNCTION only after ZZ: a Z and one letter stand for one character that symbol names cannot have. SONAME holds no
 * underscore, because Zu stands for it. */
#include "host/base/zencode.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

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

/* Write what an encoded name stands for to `ret`, which may be the name itself, or NULL. False when an escape means
 * nothing. */
static bool decode_escapes(const char *name, char *ret)
{
  for (; *name; name++) {
    char character = *name == 'Z' ? decode_letter(*++name) : *name;
    if (!character)
      return false;
    if (ret)
      *ret++ = character;
  }
  if (ret)
    *ret = '\0';
  return true;
}

/* The FUNCTION of a symbol; NULL: there is none. */
static const char *find_function(const char *symbol, bool *ret_is_encoded)
{
  const char *separator = has_head(symbol) ? strchr(symbol + HEAD_BYTES, '_') : NULL;
  if (!separator || !separator[1])
    return NULL;
  *ret_is_encoded = symbol[10] == 'Z';
  return separator + 1;
}

bool zencode_is_replacement(const char *symbol)
{
  bool is_encoded;
  const char *function = find_function(symbol, &is_encoded);
  return function && (!is_encoded || decode_escapes(function, NULL));
}

char *zencode_decode(const char *symbol)
{
  bool is_encoded;
  char *name = zencode_is_replacement(symbol) ? memory_text(find_function(symbol, &is_encoded)) : NULL;
  if (name && is_encoded)
    decode_escapes(name, name);
  return name;
}
