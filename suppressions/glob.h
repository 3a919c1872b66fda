/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wildcards of suppression files: '*' is any number of characters, '?' is one; nothing else is special. */
#ifndef SEEP_SUPPRESSIONS_GLOB_H
#define SEEP_SUPPRESSIONS_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the pattern's beginning without wildcards; all of it when it has none. */
size_t glob_literal_bytes(const char *pattern);

/* Whether the pattern matches all of the text. */
bool glob_match(const char *pattern, const char *text);

/* A quick look before glob_match(): the sets of three-character sequences of text and pattern, hashed to bits. */
enum { GLOB_TRIPLES_WORDS = 8 };
struct glob_triples {
  uint64_t words[GLOB_TRIPLES_WORDS];
};
struct glob_triples glob_triples_of_text(const char *text);
struct glob_triples glob_triples_of_pattern(const char *pattern);

/* False when the text lacks what the pattern asks for, so that it cannot match. */
bool glob_may_match(const struct glob_triples *text, const struct glob_triples *pattern);

#endif
