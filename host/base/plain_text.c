/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/plain_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/utf8.h"

static const struct {
  uint32_t first, last;
} unsafe[] = {
#define RANGE(first, last) {first, last},
#include "shared/base/unsafe_characters.def"
#undef RANGE
};

bool plain_is_unsafe(uint32_t code_point)
{
  for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe && code_point >= unsafe[i].first; i++)
    if (code_point <= unsafe[i].last)
      return true;
  return code_point > 0xffff && (code_point & 0xfffe) == 0xfffe; /* the last two of each plane are no characters */
}

size_t plain_character(const char *text, size_t size, char shown[PLAIN_SHOWN_BYTES])
{
  uint32_t code = (unsigned char)*text;
  const size_t bytes = utf8_character_within(text, size, &code);
  if (code < 0x80 ? plain_is_unsafe(code) : bytes == 0) {
    snprintf(shown, PLAIN_SHOWN_BYTES, "\\x%02x", (unsigned)(unsigned char)*text);
  } else if (bytes > 1 && plain_is_unsafe(code)) {
    snprintf(shown, PLAIN_SHOWN_BYTES, "<U+%04X>", (unsigned)code);
  } else {
    memcpy(shown, text, bytes);
    shown[bytes] = '\0';
  }
  return bytes > 0 ? bytes : 1;
}

void plain_text_put(const char *text, FILE *output)
{
  char shown[PLAIN_SHOWN_BYTES];
  for (size_t size = strlen(text), bytes; size > 0; size -= bytes, text += bytes) {
    bytes = plain_character(text, size, shown);
    fputs(shown, output);
  }
}

/* Up to the quote or the end. */
static void put_quoted(const char *text, size_t size, bool is_plain, FILE *output)
{
  char *piece = is_plain ? memory_text_begin(text, size) : NULL;
  if (piece)
    plain_text_put(piece, output);
  else if (!is_plain)
    fwrite(text, 1, size, output);
  free(piece);
}

static void put_word(const char *word, bool is_plain, FILE *output)
{
  static const char unquoted[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/=:,@%";
  if (*word && word[strspn(word, unquoted)] == '\0') {
    fputs(word, output);
    return;
  }
  fputc('\'', output);
  for (;;) {
    const size_t size = strcspn(word, "'");
    put_quoted(word, size, is_plain, output);
    if (!word[size])
      break;
    fputs("'\\''", output);
    word += size + 1;
  }
  fputc('\'', output);
}

void plain_text_put_word(const char *word, FILE *output)
{
  put_word(word, true, output);
}

void shell_word_put(const char *word, FILE *output)
{
  put_word(word, false, output);
}
