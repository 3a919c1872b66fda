/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a mistake on purpose: functions of the translator are wrapped by the linker. */
#ifndef SEEP_TESTS_DIRECT_PLANTED_H
#define SEEP_TESTS_DIRECT_PLANTED_H

#include <stdbool.h>

/* From planted.def; false: there is no such. */
bool planted_choose(const char *name);
/* Has it been made? Where calls are resolved before the linker sees them, none is. */
bool planted_was_made(void);
void planted_list(void);

#endif
