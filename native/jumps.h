/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of the C library that lead to ours, also where it calls them itself. */
#ifndef SEEP_NATIVE_JUMPS_H
#define SEEP_NATIVE_JUMPS_H

#include <stdbool.h>

/* The function begins with a jump to the other one from now on; it is lost. false: its code cannot be changed. */
bool jumps_put(void *function, void *to);

#endif
