/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part of a line of source is marked: where something happened, as far as that is known. */
#ifndef SEEP_HOST_REPORTS_SCREEN_MARKED_PART_H
#define SEEP_HOST_REPORTS_SCREEN_MARKED_PART_H

#include <stddef.h>

/* The expression that the compiler's column, byte `at` of the line, stands for: the call, the member, the operator with
 * what stands on both sides. Where it is no expression that can be told from the line alone, and for SIZE_MAX (not
 * known), the statement without the comment behind it. */
void marked_part_find(const char *line, size_t at, size_t *ret_start, size_t *ret_bytes);

#endif
