/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wildcards of suppression files: '*' is any number of characters, '?' is one; nothing else is special. */
#ifndef SEEP_SUPPRESSIONS_GLOB_H
#define SEEP_SUPPRESSIONS_GLOB_H

#include <stdbool.h>

#define GLOB_WILDCARDS "*?"
/* Is it more than a plain text? */
bool glob_has_wildcards(const char *pattern);

/* Whether the pattern matches all of the text. */
bool glob_match(const char *pattern, const char *text);

#endif
