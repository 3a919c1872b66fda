/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a terminal can show, if a descriptor leads to one. */
#ifndef SEEP_HOST_BASE_TERMINAL_H
#define SEEP_HOST_BASE_TERMINAL_H

#include <stdbool.h>

/* Its columns: of its window, or as $COLUMNS says, or 80; 0: no terminal. */
unsigned terminal_columns(int fd);

/* False without a terminal, for a "dumb" one, and if $NO_COLOR is set and not empty (no-color.org). */
bool terminal_has_colour(int fd);

/* Show one line of text on standard error, if that is a terminal, in place of the one shown before; NULL: none. It
 * may hold text of others. */
void terminal_show_progress(const char *text);

#endif
