/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stars divide a pattern into pieces. The first piece must stand at the start of the text, the last at its end. Each of
 * the others is taken where it comes first, as a later place never leaves more text for the pieces behind. */
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
static const char *find_piece(struct piece piece, const char *text, const char *end)
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
    text = find_piece(piece, text, end);
    if (!text)
      return false;
    text += piece.size;
  }
  return true;
}

/* --- the quick look --- */

/* Add the triples of the first `size` bytes. */
static void add_triples(struct glob_triples *triples, const char *text, size_t size)
{
  for (size_t i = 2; i < size; i++) {
    const unsigned char *at = (const unsigned char *)text + i - 2;
    uint32_t bit = (at[0] * 0x9e3779b1u + at[1] * 0x85ebca6bu + at[2] * 0xc2b2ae35u) >> 23;
    triples->words[bit / 64] |= (uint64_t)1 << (bit % 64);
  }
}

struct glob_triples glob_triples_of_text(const char *text)
{
  struct glob_triples triples = {{0}};
  add_triples(&triples, text, strlen(text));
  return triples;
}

struct glob_triples glob_triples_of_pattern(const char *pattern)
{
  struct glob_triples triples = {{0}};
  while (*pattern) {
    size_t size = glob_literal_bytes(pattern);
    add_triples(&triples, pattern, size);
    pattern += size + (pattern[size] != '\0');
  }
  return triples;
}

bool glob_may_match(const struct glob_triples *text, const struct glob_triples *pattern)
{
  uint64_t missing = 0;
  for (unsigned i = 0; i < GLOB_TRIPLES_WORDS; i++)
    missing |= pattern->words[i] & ~text->words[i];
  return missing == 0;
}
