/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from outside may be any bytes; files that are UTF-8 may not. */
#ifndef SEEP_BASE_UTF8_H
#define SEEP_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The bytes of the character that begins here; 0: none does. `text` ends with a NUL, which is no character. */
size_t utf8_character(const char *text);

/* Does the user's terminal, as far as the locale tells, show UTF-8? Text from outside is written as it is
 * nevertheless. */
bool utf8_is_wanted(void);

/* A copy in which every byte that belongs to no character is replaced; malloc'ed, NULL without memory. */
char *utf8_clean(const char *text);

/* The same on one line: control characters (and what XML cannot hold) are replaced as well, and what is longer than
 * `max_bytes` (0: no limit) is cut and ends with an ellipsis. */
char *utf8_line(const char *text, size_t max_bytes);

#endif
