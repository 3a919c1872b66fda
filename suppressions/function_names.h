/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of one function: a pattern that matches any of them means the function. */
#ifndef SEEP_SUPPRESSIONS_FUNCTION_NAMES_H
#define SEEP_SUPPRESSIONS_FUNCTION_NAMES_H

#include <stddef.h>

#include "host/base/error.h"

enum { FUNCTION_NAMES_MAX = 8 };

struct function_names {
  char *items[FUNCTION_NAMES_MAX];
  size_t count;
};

/* Add all names, each once: the linkage name (or what else is known) as it is and without what compilers add; the
 * demangled name likewise and without parameters; "(below main)" for what calls main; "???" when nothing is known.
 * Either argument may be NULL. Call function_names_deinit() afterwards, even when this fails. */
struct error *function_names_collect(struct function_names *names, const char *linkage, const char *function);
void function_names_deinit(struct function_names *names);

#endif
