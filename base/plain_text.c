/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/plain_text.h"

#include <stdbool.h>
#include <string.h>

static void put_character(char c, bool is_plain, FILE *output)
{
  fputc(is_plain && ((unsigned char)c < ' ' || c == 0x7f) ? '?' : c, output);
}

static void put_word(const char *word, bool is_plain, FILE *output)
{
  static const char unquoted[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/=:,@%";
  if (*word && word[strspn(word, unquoted)] == '\0') {
    fputs(word, output);
    return;
  }
  fputc('\'', output);
  for (; *word; word++)
    if (*word == '\'')
      fputs("'\\''", output);
    else
      put_character(*word, is_plain, output);
  fputc('\'', output);
}

void plain_text_put(const char *text, FILE *output)
{
  for (; *text; text++)
    put_character(*text, true, output);
}

void plain_text_put_word(const char *word, FILE *output)
{
  put_word(word, true, output);
}

void shell_word_put(const char *word, FILE *output)
{
  put_word(word, false, output);
}
