/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/ci_commands.h"

#include <ctype.h>
#include <stdint.h>

#include "host/base/utf8.h"

/* What .NET's String.Trim(), which GitHub's runner uses, leaves out. */
static bool is_blank(const char *character, size_t bytes)
{
  uint32_t code = 0;
  utf8_character_within(character, bytes, &code);
  return code == ' ' || (code >= '\t' && code <= '\r') || code == 0x85 || code == 0xa0 || code == 0x1680 ||
         (code >= 0x2000 && code <= 0x200b) || code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f ||
         code == 0x3000 || code == 0xfeff;
}

static bool completes_colons(struct job_line *line, const char *character, size_t bytes, char next)
{
  if (line->has_begun || (is_blank(character, bytes) && !line->has_colon))
    return false;
  const bool is_complete = *character == ':' && line->has_colon && isalpha((unsigned char)next);
  line->has_begun = *character != ':' || line->has_colon;
  line->has_colon = true;
  return is_complete;
}

static bool completes_hashes(struct job_line *line, char character)
{
  const bool is_complete = character == '[' && line->hashes == 2;
  if (character == '#')
    line->hashes = line->hashes > 0 ? 2 : 1;
  else if (!isalpha((unsigned char)character) || line->hashes < 2)
    line->hashes = 0;
  return is_complete;
}

bool job_line_completes(struct job_line *line, const char *character, size_t bytes, char next)
{
  if (*character == '\n' || *character == '\r') {
    *line = (struct job_line){0};
    return false;
  }
  const bool has_colons = completes_colons(line, character, bytes, next);
  const bool has_hashes = completes_hashes(line, *character);
  return has_colons || has_hashes;
}
