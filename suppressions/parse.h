/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The grammar, line by line; white space around lines, blank lines and lines that begin with # do not count:
 *
 *   file      (entry | include)*
 *   include   include "path"         or, for Valgrind a comment:   #: include "path"
 *             include <set>          one of those that Seep brings; likewise
 *   entry     {
 *             name                   any text
 *             tool,tool:kind         an entry for other tools is skipped up to its }
 *             extra                  depends on the kind: suppression_kinds.def
 *             location+              fun:NAME  obj:PATH  src:FILE[:LINE]  ...   with at least one that is not "..."
 *             }
 *
 * A line "#: text" inside an entry is one of extension_lines.def, or kept as a remark. An included file is looked for
 * beside the including one, then in the search directories. A file that was read already is not read again, so that
 * several may include the same one. */
#ifndef SEEP_SUPPRESSIONS_PARSE_H
#define SEEP_SUPPRESSIONS_PARSE_H

#include "suppressions/entry.h"
#include "suppressions/file_text.h"

enum { PARSE_QUOTED_MAX_BYTES = 60 };

/* One load with everything it includes. */
struct load {
  struct suppressions *set;
  struct file_identity *files; /* read so far */
  size_t file_count;
};

/* One file of it. */
struct parser {
  struct load *load;
  const struct parser *includer; /* NULL: none */
  struct file_identity identity;
  struct file_text source;
  unsigned entry_line;                        /* of the brace that opened the entry being read */
  char found[4 * PARSE_QUOTED_MAX_BYTES + 8]; /* the line that a message quotes */
};

/* "FILE:LINE: expected WHAT, found LINE"; `line` NULL: the end of the file. */
struct error *parse_expected(struct parser *parser, const char *what, const char *line);

/* White space inside a line. */
char *parse_skip_space(char *text);

/* What follows the word `include` in a directive; NULL when the text is none. */
char *parse_include_argument(char *text);

/* Read an entry whose opening brace has just been read, and add it to the set unless it is for other tools. */
struct error *parse_entry(struct parser *parser);

#endif
