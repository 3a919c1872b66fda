/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which functions the core redirects to others, and the names of symbols that it needs for that. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_REDIRECTIONS_H
#define SEEP_COREGRIND_GLUE_MODULES_REDIRECTIONS_H

#include "pub_tool_basics.h"

/* May a symbol of that name be redirected, or be a pattern itself? */
Bool redirections_concern(const HChar *name);

/* Symbols of that name are needed for something else. */
void redirections_add_name(const HChar *name);

/* Is that a dynamic loader? musl's is its C library as well. */
Bool redirections_is_loader(const HChar *path);

/* How many patterns are known; it only grows. */
UWord redirections_pattern_count(void);

/* Are all symbols of a module needed from the start? */
Bool redirections_need_all(void);

/* A module has got more symbols since the core last looked at it. */
void redirections_note_more_symbols(void);

#endif
