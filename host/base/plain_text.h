/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What text of others looks like in output: names, arguments, sources, and messages that contain them. It may be any
 * bytes; what is written is UTF-8 in which each character can be seen. A byte that is no UTF-8, and a control character
 * of ASCII, becomes \x9b; any other of shared/base/unsafe_characters.def becomes <U+202E>. */
#ifndef SEEP_HOST_BASE_PLAIN_TEXT_H
#define SEEP_HOST_BASE_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PLAIN_SHOWN_BYTES = 16 };

/* Is it one that is never written as it is? */
bool plain_is_unsafe(uint32_t code_point);

/* Of the character that begins a text of `size` bytes (1 or more): how many bytes it has, and what is written for it,
 * with a NUL after it. */
size_t plain_character(const char *text, size_t size, char shown[PLAIN_SHOWN_BYTES]);

/* The same on one line; line ends and tabs are control characters as well. */
void plain_text_put(const char *text, FILE *output);

/* As a word for a shell, quoted where it must be. */
void plain_text_put_word(const char *word, FILE *output);

/* A word for a shell with all its bytes, for what is no terminal. */
void shell_word_put(const char *word, FILE *output);

#endif
