/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A signal that ends the process leads to the leak check first (--check-killed=yes). Where the program leaves a signal
 * to the kernel's default, and that is to end the process, a handler of ours stands in for it; the program is told of
 * the default. It then ends by the same signal, from the same place, with what the kernel said of it. */
#ifndef SEEP_NATIVE_FATAL_SIGNALS_H
#define SEEP_NATIVE_FATAL_SIGNALS_H

#include <stdbool.h>

/* False: the C library's code cannot be changed. */
bool fatal_signals_begin(void);

/* The kernel's defaults again, for good. */
void fatal_signals_end(void);

#endif
