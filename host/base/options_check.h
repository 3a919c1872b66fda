/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the text of one value to its canonical text, or to the reason why it will not do. Private to
 * host/base/options.c. */
#ifndef SEEP_HOST_BASE_OPTIONS_CHECK_H
#define SEEP_HOST_BASE_OPTIONS_CHECK_H

#include "host/base/options.h"

/* The value as it is kept: numbers in decimal (bytes in hexadecimal), sets in the order of the table, synonyms
 * replaced. Messages say what was expected. *ret is malloc'ed. */
struct error *options_check_value(enum option_id id, const char *value, char **ret);

/* Index of the word of `length` bytes among those of `words`, which `separator` separates; -1: not there. */
int options_word_index(const char *words, char separator, const char *word, size_t length);

#endif
