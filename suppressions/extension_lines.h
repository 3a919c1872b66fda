/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Seep adds to entries, in lines "#: name: value" that are comments to Valgrind: limits on what an entry hides,
 * and conditions under which it holds at all. extension_lines.def lists them. */
#ifndef SEEP_SUPPRESSIONS_EXTENSION_LINES_H
#define SEEP_SUPPRESSIONS_EXTENSION_LINES_H

#include "suppressions/suppressions.h"

enum extra_id {
#define EXTRA(ID, name, type, expected) EXTRA_##ID,
#include "suppressions/extension_lines.def"
#undef EXTRA
  EXTRAS,
};

/* The value of one of them, checked. */
struct extra {
  char *text;           /* as it was written; NULL: not given */
  uint64_t least, most; /* of numbers and ranges */
};

struct extras {
  struct extra items[EXTRAS];
};

/* Take the text of a "#:" line if it is one of the extras; other text is a remark and left alone. *ret_taken tells.
 * What is wrong with it goes to *ret_expected: what should have stood there; NULL: nothing is wrong. */
struct error *extras_take(struct extras *extras, const char *text, bool *ret_taken, const char **ret_expected);
void extras_deinit(struct extras *extras);

/* Do the conditions (exe, tests, if) hold? Of what is not known (a NULL in the context, or no context) none does. */
bool extras_hold(const struct extras *extras, const struct suppressions_context *context);

/* The value of the extra of that name; NULL: not given, or there is none of that name. */
const char *extras_text(const struct extras *extras, const char *name);

/* Are there conditions at all? */
bool extras_are_conditional(const struct extras *extras);

/* Are there limits, that is, anything that can be broken? */
bool extras_have_limits(const struct extras *extras);

struct error *extras_copy(const struct extras *extras, struct extras *ret);

/* Those that are broken by the uses counted in `entry`, as messages; `today` as YYYY-MM-DD. */
struct error *extras_check(const struct extras *extras, const struct suppression *entry, const char *today,
                           struct suppressions_break *ret, size_t *ret_count);

#endif
