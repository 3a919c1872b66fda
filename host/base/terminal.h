/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a terminal can show, if a descriptor leads to one. */
#ifndef SEEP_HOST_BASE_TERMINAL_H
#define SEEP_HOST_BASE_TERMINAL_H

#include <stdbool.h>

/* Its columns: of its window, or as $COLUMNS says, or 80; 0: no terminal. */
unsigned terminal_columns(int fd);

/* --color, in the order of its words. */
enum terminal_colour { TERMINAL_COLOUR_AUTO, TERMINAL_COLOUR_ALWAYS, TERMINAL_COLOUR_NEVER };

/* What the user wants for the whole program; AUTO until then. */
void terminal_want_colour(enum terminal_colour wanted);

/* Are colours written there? With AUTO: no, if $NO_COLOR is set (no-color.org); else yes, if $FORCE_COLOR or
 * $CLICOLOR_FORCE is set and not 0; else on terminals that are not "dumb". -1: no. */
bool terminal_has_colour(int fd);

/* Show one line of text on standard error, if that is a terminal, in place of the one shown before; NULL: none. It
 * may hold text of others. */
void terminal_show_progress(const char *text);

#endif
