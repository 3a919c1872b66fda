/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from outside, printed. */
#ifndef SEEP_BASE_PLAIN_TEXT_H
#define SEEP_BASE_PLAIN_TEXT_H

#include <stdio.h>

/* Without what could steer a terminal: control characters become '?'. */
void plain_text_put(const char *text, FILE *output);

/* The same as one word for a shell, quoted where it must be. */
void plain_text_put_word(const char *word, FILE *output);

/* A word for a shell with all its bytes, for what is no terminal. */
void shell_word_put(const char *word, FILE *output);

#endif
