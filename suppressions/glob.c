/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stars cut a pattern into pieces. The first piece stands at the start of the text, the last one at its end, and each
 * of the others is taken where it comes first: a later place could never leave more for those that follow. */
#include "suppressions/glob.h"

#include <string.h>

size_t glob_literal_bytes(const char *pattern)
{
  return strcspn(pattern, "*?");
}

struct piece {
  const char *start;
  size_t size;
  bool literal;
};

static struct piece piece_at(const char *pattern)
{
  size_t size = strcspn(pattern, "*");
  return (struct piece){pattern, size, glob_literal_bytes(pattern) >= size};
}

/* `text` has at least the piece's size. */
static bool stands_at(struct piece piece, const char *text)
{
  if (piece.literal)
    return memcmp(piece.start, text, piece.size) == 0;
  for (size_t i = 0; i < piece.size; i++)
    if (piece.start[i] != '?' && piece.start[i] != text[i])
      return false;
  return true;
}

/* The first place of the piece in [text, end), or NULL. */
static const char *find(struct piece piece, const char *text, const char *end)
{
  if (piece.literal)
    return memmem(text, (size_t)(end - text), piece.start, piece.size);
  for (; (size_t)(end - text) >= piece.size; text++)
    if (stands_at(piece, text))
      return text;
  return NULL;
}

bool glob_match(const char *pattern, const char *text)
{
  const char *end = text + strlen(text);
  struct piece piece = piece_at(pattern);
  if ((size_t)(end - text) < piece.size || !stands_at(piece, text))
    return false;
  text += piece.size;
  pattern += piece.size;
  if (!*pattern)
    return text == end;
  struct piece last = piece_at(strrchr(pattern, '*') + 1);
  if ((size_t)(end - text) < last.size || !stands_at(last, end - last.size))
    return false;
  end -= last.size;
  for (piece = piece_at(pattern + 1); piece.start != last.start; piece = piece_at(piece.start + piece.size + 1)) {
    text = find(piece, text, end);
    if (!text)
      return false;
    text += piece.size;
  }
  return true;
}
