/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Seep adds to entries, in lines "#: name: value" that are comments to Valgrind: limits on what an entry hides,
 * conditions under which it holds, and notes. extension_lines.def lists them. */
#ifndef SEEP_SUPPRESSIONS_EXTENSION_LINES_H
#define SEEP_SUPPRESSIONS_EXTENSION_LINES_H

#include "suppressions/suppressions.h"

/* The value of one of them, checked. */
struct extension {
  char *text;           /* as it was written; NULL: not given */
  uint64_t least, most; /* of numbers and ranges */
};

struct extensions {
  struct extension items[EXTENSIONS];
};

/* Take the text of a "#:" line if it is one of the extras; other text is a remark and left alone. *ret_taken tells.
 * What is wrong with it goes to *ret_expected: what should have stood there; NULL: nothing is wrong. */
void extensions_take(struct extensions *extensions, const char *text, bool *ret_taken, const char **ret_expected);
void extensions_deinit(struct extensions *extensions);

/* Do the conditions (exe, tests, if) hold? Of what is not known (a NULL in the context, or no context) none does. */
bool extensions_hold(const struct extensions *extensions, const struct suppressions_context *context);

/* Is the finding one that the entry is meant for (reads)? */
bool extensions_fit(const struct extensions *extensions, const struct suppressions_finding *finding);

/* The value of the extra of that name; NULL: not given, or there is none of that name. */
const char *extensions_text(const struct extensions *extensions, const char *name);

/* Are there conditions at all? */
bool extensions_are_conditional(const struct extensions *extensions);

/* Are there limits? */
bool extensions_have_limits(const struct extensions *extensions);

/* With all texts; it is released like any other. */
struct extensions extensions_copy(const struct extensions *extensions);

/* The limits that the uses counted in `entry` break, up to one for each of EXTENSIONS; `today` as YYYY-MM-DD.
 * Returns how many. */
size_t extensions_check(const struct extensions *extensions, const struct suppression *entry, const char *today,
                        struct suppressions_unmet *ret);

#endif
