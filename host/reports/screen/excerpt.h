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
};

/* The lines from `before` above line `line` to `after` below it, as far as the text has them; no lines when it lacks
 * that one. Empty lines at both ends are left out. Release it. */
void excerpt_of_text(const char *text, size_t bytes, unsigned line, unsigned before, unsigned after,
                     struct excerpt *ret);

/* The same of a file, which must have the name of a source: records may come from anywhere. */
void excerpt_of_file(const char *path, unsigned line, unsigned before, unsigned after, struct excerpt *ret);

void excerpt_release(struct excerpt *excerpt);

#endif
