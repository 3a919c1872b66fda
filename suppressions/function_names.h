/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of one function: a pattern that matches any of them means the function. */
#ifndef SEEP_SUPPRESSIONS_FUNCTION_NAMES_H
#define SEEP_SUPPRESSIONS_FUNCTION_NAMES_H

#include <stddef.h>

enum { FUNCTION_NAMES_MAX = 8 };

struct function_names {
  char *items[FUNCTION_NAMES_MAX];
  size_t count;
};

/* All names, each once: the linkage name (or what else is known) as it is and without what compilers add; the demangled
 * name likewise and without parameters; "(below main)" for what calls main; "???" when nothing is known. Either may be
 * NULL. To be followed by function_names_deinit(). */
void function_names_collect(struct function_names *names, const char *linkage, const char *function);
void function_names_deinit(struct function_names *names);

#endif
