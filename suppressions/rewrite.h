/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a suppression file with some entries removed or replaced, and everything else as it was. */
#ifndef SEEP_SUPPRESSIONS_REWRITE_H
#define SEEP_SUPPRESSIONS_REWRITE_H

#include <stddef.h>

#include "host/base/error.h"

struct rewrite {
  unsigned line, end_line; /* of the entry's braces */
  const char *text;        /* what stands there instead, with a newline at its end; NULL: nothing */
};

/* `rewrites` are ascending and do not overlap. With an entry goes the comment directly before it, unless that opens the
 * file, or the next entry follows without an empty line: then it may be about several. *ret is malloc'ed and
 * NUL-terminated. */
void rewrite_text(const char *text, size_t size, const struct rewrite *rewrites, size_t count, char **ret);

#endif
