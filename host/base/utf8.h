/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from outside may be any bytes, but must be valid UTF-8 in most files that Seep writes. */
#ifndef SEEP_HOST_BASE_UTF8_H
#define SEEP_HOST_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length in bytes of the character that begins here; 0: not valid UTF-8, or the NUL at the end. */
size_t utf8_character(const char *text);

/* The same of a text that need not end with a NUL; *ret_code is touched only if there is a character. */
size_t utf8_character_within(const char *text, size_t size, uint32_t *ret_code);

/* Are these bytes the first ones, but not all, of what may become a character? */
bool utf8_is_begun(const char *text, size_t size);

/* Does the user's terminal, according to the locale, show UTF-8? This is about Seep's own text; text of
 * others is written as UTF-8 in any case. */
bool utf8_is_wanted(void);

/* A copy that is valid UTF-8: other bytes are written as host/base/plain_text.h says. malloc'ed, NULL without
 * memory. */
char *utf8_clean(const char *text);

/* The same on one line, with all of it as host/base/plain_text.h says; text that takes more than `max_bytes` (0: no
 * limit) is cut and ends with an ellipsis. */
char *utf8_line(const char *text, size_t max_bytes);

#endif
