/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The whole screen of a terminal, and its keys. What all terminals of today understand suffices: the sequences of
 * ECMA-48, and xterm's second screen; so no library and no table of terminals is needed. */
#ifndef SEEP_HOST_HEAP_TOP_FULL_SCREEN_H
#define SEEP_HOST_HEAP_TOP_FULL_SCREEN_H

#include <stdbool.h>

/* Are standard input and output a terminal that understands them? */
bool full_screen_is_possible(void);

/* Take it, until full_screen_end(), the end of the program, or a signal that ends it. */
void full_screen_begin(void);
void full_screen_end(void);

/* A signal says that its size has changed; it interrupts poll(). */
void full_screen_size(unsigned *ret_rows, unsigned *ret_columns);

/* Show lines of UTF-8 with Seep's colours, in place of all that was there; what is too long is cut. */
void full_screen_show(const char *text);

/* Keys that are no characters. */
enum full_screen_key {
  KEY_NONE = 0,
  KEY_ENTER = 1000,
  KEY_BACK, /* Escape, Backspace */
  KEY_UP,
  KEY_DOWN,
  KEY_LEFT,
  KEY_RIGHT,
  KEY_PAGE_UP,
  KEY_PAGE_DOWN,
  KEY_HOME,
  KEY_END,
  KEY_QUIT, /* Ctrl-C; or nobody is there any more */
};

/* The next key that was pressed, a character or one of the above; KEY_NONE: none was. Does not wait. */
int full_screen_key(void);

#endif
