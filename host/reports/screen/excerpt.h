/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A few lines of a source file. */
#ifndef SEEP_HOST_REPORTS_SCREEN_EXCERPT_H
#define SEEP_HOST_REPORTS_SCREEN_EXCERPT_H

#include <stddef.h>

enum { EXCERPT_BEFORE = 2, EXCERPT_AFTER = 1, EXCERPT_LINES = EXCERPT_BEFORE + 1 + EXCERPT_AFTER };

struct excerpt {
  unsigned first;             /* number of the first line */
  size_t count;               /* 0: there is nothing to show */
  char *lines[EXCERPT_LINES]; /* tabs are spaces; nothing in them steers a terminal */
  size_t at;                  /* where the wanted column is in the wanted line, as it is shown; SIZE_MAX: not known */
};

struct excerpt_wanted {
  unsigned line, column; /* column: as in struct frame */
  unsigned before, after;
};

/* The lines from `before` above the wanted one to `after` below it, as far as the text has them; no lines when it lacks
 * that one. Empty lines at both ends are left out. Release it. */
void excerpt_of_text(const char *text, size_t bytes, const struct excerpt_wanted *wanted, struct excerpt *ret);

/* The same of a file, which must have the name of a source: records may come from anywhere. */
void excerpt_of_file(const char *path, const struct excerpt_wanted *wanted, struct excerpt *ret);

void excerpt_release(struct excerpt *excerpt);

#endif
