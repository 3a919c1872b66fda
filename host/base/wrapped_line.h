/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that are longer than a terminal is wide go on in the next one, further in, and are not cut in a word. */
#ifndef SEEP_HOST_BASE_WRAPPED_LINE_H
#define SEEP_HOST_BASE_WRAPPED_LINE_H

#include <stddef.h>

/* A line of UTF-8 with Seep's colours, which take no room, and without its end; malloc'ed. Words that are longer than a
 * line stay whole, and no line begins with a colon that did not. `columns` 0: nothing is wrapped. */
char *wrapped_line(const char *line, size_t size, unsigned columns, size_t *ret_size);

#endif
