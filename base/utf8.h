/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from outside may be any bytes, but must be valid UTF-8 in most files that Seep writes. */
#ifndef SEEP_BASE_UTF8_H
#define SEEP_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* The length in bytes of the character that begins here; 0: not valid UTF-8, or the NUL at the end. */
size_t utf8_character(const char *text);

/* Does the user's terminal, according to the locale, show UTF-8? This is about Seep's own text; text from outside is
 * written as it is. */
bool utf8_is_wanted(void);

/* A copy in which every invalid byte is replaced; malloc'ed, NULL without memory. */
char *utf8_clean(const char *text);

/* The same on one line: control characters (and what XML cannot contain) are replaced as well, and text longer than
 * `max_bytes` (0: no limit) is cut and ends with an ellipsis. */
char *utf8_line(const char *text, size_t max_bytes);

#endif
